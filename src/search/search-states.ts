/** Searches of spaces other than boards by any algorithm. */

import type { NumberedStates } from '../space/definition.js';
import { SpaceError } from '../space/errors.js';
import type { LargePuzzle, NumberedSpace } from '../space/space.js';
import type { ChosenSearch } from './chosen-search.js';
import { checkEstimated } from './question/algorithms.js';
import { LimitError } from './question/limits.js';
import { endsOf, type SearchQuestion, type StateEnds } from './question/question.js';
import { type SearchResult, searchResult } from './question/result.js';
import { findByAStar } from './states/a-star-path.js';
import { findByIdaStar } from './states/ida-star-path.js';
import { MetStates } from './states/met-states.js';
import type { FoundPath } from './states/state-path.js';
import { findPath } from './states/state-search.js';

/** Finds a shortest path of numbered states. @throws as search */
export async function searchNumbered(
  space: NumberedSpace,
  question: SearchQuestion,
  chosen: ChosenSearch,
): Promise<SearchResult> {
  const { algorithm, heuristic, limits, watch } = chosen;
  const ends = endsOf(space, question);
  if (heuristic !== null) checkEstimated(space, space.starts, ends);
  limits.begin();
  const begin = performance.now();
  const { path, ...effort } = await searchStates(space, ends, chosen);
  return searchResult(algorithm, heuristic, path, effort, begin + watch.reporting);
}

/** Finds a shortest path of colourings. @throws as search */
export async function searchLarge(
  puzzle: LargePuzzle,
  question: SearchQuestion,
  chosen: ChosenSearch,
): Promise<SearchResult> {
  const { algorithm, heuristic, limits, watch } = chosen;
  limits.begin();
  const begin = performance.now();
  const states = new MetStates(puzzle, limits);
  const ends = states.endsOf(question);
  if (heuristic !== null) checkEstimated(puzzle, states.starts, ends);
  watch.holding(() => states.met);
  try {
    const { path, ...effort } = await searchStates(states, ends, chosen);
    const colourings = path && { ...path, states: path.states.map((state) => states.colouringOf(state)) };
    const stored = Math.max(effort.stored, states.met);
    return searchResult(algorithm, heuristic, colourings, { ...effort, stored }, begin + watch.reporting);
  } catch (error) {
    // New neighbours take memory while the space writes them, so its limit appears as an error of the space.
    throw error instanceof SpaceError && error.cause instanceof LimitError ? error.cause : error;
  }
}

function searchStates(
  space: NumberedStates,
  ends: StateEnds,
  { algorithm, heuristic, limits, watch }: ChosenSearch,
): Promise<FoundPath> {
  if (heuristic === null) return findPath(space, ends, algorithm as 'bfs' | 'bidirectional', limits, watch);
  return (algorithm === 'astar' ? findByAStar : findByIdaStar)(space, ends, heuristic, limits, watch);
}
