/** The search of any space by any algorithm. */

import { InputError } from '../base/input-error.js';
import { offeredThreads } from '../base/threads/thread-count.js';
import { checkSamples } from '../space/check-samples.js';
import type { NumberedStates, SpaceDefinition } from '../space/definition.js';
import { SpaceError } from '../space/errors.js';
import { isLargePuzzle, type LargePuzzle, type NumberedSpace, type Space } from '../space/space.js';
import type { SpaceSource } from '../space/space-source.js';
import { isSolvable } from '../spaces/board/solvable.js';
import { numberedSpace, openSpace } from '../spaces/open-space.js';
import { sourceOfText } from '../spaces/source-of-text.js';
import { type HeuristicName, PATTERN_HEURISTIC, STRONGEST_HEURISTIC } from './heuristic/heuristic.js';
import { heuristicFor } from './heuristic/heuristics.js';
import { idaStar } from './ida-star/ida-star.js';
import { checkedOptions, type SearchOptions } from './options.js';
import { aStar } from './positions/a-star.js';
import type { Algorithm, Found } from './positions/algorithm.js';
import { bidirectional } from './positions/bidirectional.js';
import { breadthFirst } from './positions/breadth-first.js';
import { positionPath } from './positions/position-path.js';
import { type AlgorithmName, isInformed } from './question/algorithm-names.js';
import {
  adviceFor,
  checkAlgorithm,
  checkEstimated,
  checkHeuristic,
  checkUse,
  defaultAlgorithm,
  defaultHeuristic,
} from './question/algorithms.js';
import type { Effort } from './question/counts.js';
import { LimitError, Limits } from './question/limits.js';
import { Watch } from './question/progress.js';
import {
  endsOf,
  numbered,
  problemOf,
  type SearchProblem,
  type SearchQuestion,
  type StateEnds,
} from './question/question.js';
import { type SearchResult, searchResult } from './question/result.js';
import { findByAStar } from './states/a-star-path.js';
import { findByIdaStar } from './states/ida-star-path.js';
import { MetStates } from './states/met-states.js';
import type { FoundPath } from './states/state-path.js';
import { findPath } from './states/state-search.js';
import type { TableSolver } from './tables/table-solver.js';

const POSITION_SEARCHES: Readonly<Record<Exclude<AlgorithmName, 'table'>, Algorithm>> = {
  bfs: breadthFirst,
  bidirectional,
  astar: aStar,
  idastar: idaStar,
};

/**
 * Searches a shortest path from one state to another. On boards it knows beforehand whether there is one.
 * @param space a text such as '4x4', '..#/.../#..', 'pancake:7' or './my-space.js', a source, a definition, or an opened space
 * @param question the ends of the path, as texts or states; by default the space's start, or a board's goal
 * @example
 * ```ts
 * import { search } from 'antipode';
 *
 * const { distance } = await search('knight:300', { from: '0 0', to: '299 299' }); // 200
 * const { moves } = await search('3x3', { from: '2 3 4 1 5 x 7 6 8' }, { algorithm: 'astar' });
 * ```
 * @throws InputError if the space is not known, an end is not a state of it, an option is wrong, the algorithm does not apply to
 * the space, or no table answers the question; SpaceError if the space contradicts itself; LimitError if time or memory do
 * not suffice; TableError if a table is damaged; WorkerError if a thread dies; the signal's reason
 */
export async function search(
  space: string | SpaceSource | SpaceDefinition | Space,
  question: SearchQuestion = {},
  options: SearchOptions = {},
): Promise<SearchResult> {
  const checked = await checkedOptions(options);
  const opened = await opening(space);
  const { algorithm = defaultAlgorithm(opened) } = checked;
  checkAlgorithm(opened, algorithm);
  if (checked.heuristic !== undefined) checkHeuristic(opened, checked.heuristic);
  const heuristic = isInformed(algorithm) ? (checked.heuristic ?? defaultHeuristic(opened, algorithm) ?? null) : null;
  if (heuristic !== null) checkUse(algorithm, heuristic);
  if (checked.partition !== undefined && heuristic !== PATTERN_HEURISTIC) {
    throw new InputError(
      'a partition is for the heuristic pattern, with idastar: leave it out, or take that heuristic',
    );
  }
  const limits = new Limits(checked, adviceFor(opened, algorithm));
  if (algorithm === 'table') {
    limits.checkTime();
    return fromTables(opened, question, checked.tables);
  }
  const watch = new Watch(checked.onProgress);
  return watch.untilEnd(() => {
    if (opened.board !== null) {
      return searchPositions(problemOf(opened, question), algorithm, heuristic, checked, limits, watch);
    }
    if (isLargePuzzle(opened)) return searchLarge(opened, question, algorithm, heuristic, limits, watch);
    return searchNumbered(numbered(opened), question, algorithm, heuristic, limits, watch);
  });
}

async function searchNumbered(
  space: NumberedSpace,
  question: SearchQuestion,
  algorithm: Exclude<AlgorithmName, 'table'>,
  heuristic: string | null,
  limits: Limits,
  watch: Watch,
): Promise<SearchResult> {
  const ends = endsOf(space, question);
  if (heuristic !== null) checkEstimated(space, space.starts, ends);
  limits.checkTime();
  const begin = performance.now();
  const { path, ...effort } = await searchStates(space, ends, algorithm, heuristic, limits, watch);
  return searchResult(algorithm, heuristic, path, effort, begin + watch.reporting);
}

async function searchLarge(
  puzzle: LargePuzzle,
  question: SearchQuestion,
  algorithm: Exclude<AlgorithmName, 'table'>,
  heuristic: string | null,
  limits: Limits,
  watch: Watch,
): Promise<SearchResult> {
  limits.checkTime();
  const begin = performance.now();
  const states = new MetStates(puzzle, limits);
  const ends = states.endsOf(question);
  if (heuristic !== null) checkEstimated(puzzle, states.starts, ends);
  watch.holding(() => states.met);
  try {
    const { path, ...effort } = await searchStates(states, ends, algorithm, heuristic, limits, watch);
    const colourings = path && { ...path, states: path.states.map((state) => states.colouringOf(state)) };
    const stored = Math.max(effort.stored, states.met);
    return searchResult(algorithm, heuristic, colourings, { ...effort, stored }, begin + watch.reporting);
  } catch (error) {
    // Neighbours take memory when they are met, so that its limit looks like a fault of the space.
    throw error instanceof SpaceError && error.cause instanceof LimitError ? error.cause : error;
  }
}

function searchStates(
  space: NumberedStates,
  ends: StateEnds,
  algorithm: Exclude<AlgorithmName, 'table'>,
  heuristic: string | null,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath> {
  if (heuristic === null) return findPath(space, ends, algorithm as 'bfs' | 'bidirectional', limits, watch);
  return (algorithm === 'astar' ? findByAStar : findByIdaStar)(space, ends, heuristic, limits, watch);
}

async function searchPositions(
  problem: SearchProblem,
  algorithm: Exclude<AlgorithmName, 'table'>,
  heuristicName: string | null,
  options: SearchOptions,
  limits: Limits,
  watch: Watch,
): Promise<SearchResult> {
  const { board, start, goal } = problem;
  limits.checkTime();
  const begin = performance.now();
  const { threads = offeredThreads() } = options;
  const heuristic = () => heuristicFor((heuristicName ?? STRONGEST_HEURISTIC) as HeuristicName, board, goal);
  const found: Effort & { readonly moves: string | null } = !isSolvable(board, start, goal)
    ? { moves: null, expanded: 0, generated: 0, stored: 0 }
    : start.every((tile, cell) => tile === goal[cell])
      ? { moves: '', expanded: 0, generated: 0, stored: 1 }
      : heuristicName === PATTERN_HEURISTIC
        ? await searchByPatterns(problem, options, limits, watch)
        : await POSITION_SEARCHES[algorithm].find(problem, { heuristic, limits, threads, watch });
  const path = found.moves === null ? null : positionPath(problem, found.moves);
  return searchResult(algorithm, heuristicName, path, found, begin + watch.reporting);
}

/** Loads the code of pattern databases when they are used. */
async function searchByPatterns(
  problem: SearchProblem,
  options: SearchOptions,
  limits: Limits,
  watch: Watch,
): Promise<Found> {
  const { board, goal } = problem;
  const { partition, databases, threads = offeredThreads() } = options;
  const { findByPatterns } = await import('./patterns/pattern-search.js');
  const context = { limits, threads, watch };
  if (databases !== undefined) return findByPatterns(problem, databases, context);
  const { makeDatabases } = await import('./patterns/make-databases.js');
  return findByPatterns(problem, await makeDatabases(board, goal, partition, options.threads, limits), context);
}

function fromTables(space: Space, question: SearchQuestion, tables: TableSolver | undefined): SearchResult {
  if (tables === undefined) throw new InputError('the algorithm table needs tables');
  tables.checkSpace(space);
  const found = tables.answer(question);
  if (found === undefined) throw new InputError(`no table of ${space.name} at hand answers the question`);
  return found;
}

async function opening(space: string | SpaceSource | SpaceDefinition | Space): Promise<Space> {
  if (typeof space === 'string') return openSpace(await sourceOfText(space, {}));
  if ('kind' in space) return openSpace(space);
  if ('source' in space) return space;
  if (space.heuristics !== undefined && !sampled.has(space)) {
    checkSamples(space);
    sampled.add(space);
  }
  // Searches of numbered states stay on this thread, so they do not open the space again from its source.
  return numberedSpace(space, { kind: 'known', space: space.name });
}

/** Definitions whose heuristics have been checked. */
const sampled = new WeakSet<SpaceDefinition>();
