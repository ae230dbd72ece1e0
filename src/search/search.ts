/** Searches of any space by any algorithm. */

import { InputError } from '../base/input-error.js';
import { checkSamples } from '../space/check-samples.js';
import type { SpaceDefinition } from '../space/definition.js';
import { isLargePuzzle, type Space } from '../space/space.js';
import type { SpaceSource } from '../space/space-source.js';
import { numberedSpace, openSpace } from '../spaces/open-space.js';
import { sourceOfText } from '../spaces/source-of-text.js';
import { PATTERN_HEURISTIC } from './heuristic/heuristic.js';
import { checkedOptions, type SearchOptions } from './options.js';
import { isInformed } from './question/algorithm-names.js';
import {
  adviceFor,
  checkAlgorithm,
  checkHeuristic,
  checkUse,
  defaultAlgorithm,
  defaultHeuristic,
} from './question/algorithms.js';
import { Limits } from './question/limits.js';
import { Watch } from './question/progress.js';
import { numbered, problemOf, type SearchQuestion } from './question/question.js';
import type { SearchResult } from './question/result.js';
import { searchPositions } from './search-positions.js';
import { searchLarge, searchNumbered } from './search-states.js';
import type { TableSolver } from './tables/table-solver.js';

/**
 * Finds a shortest path from one state to another. On boards, questions without a solution are answered without a
 * search.
 * @param space the space: a text such as '4x4', '..#/.../#..', 'pancake:7' or './my-space.js', a source, a definition,
 * or an opened space
 * @param question the ends of the path, as texts or states; each is by default the space's start, or a board's goal
 * @param options algorithm, heuristic, limits and progress; by default the algorithm and heuristic that suit the space
 * @returns the moves, states and length of the path, null if no moves lead to the goal, and the nodes and seconds spent
 * @example
 * ```ts
 * import { search } from 'antipode';
 *
 * const { distance } = await search('knight:300', { from: '0 0', to: '299 299' }); // 200
 * const { moves } = await search('3x3', { from: '2 3 4 1 5 x 7 6 8' }, { algorithm: 'astar' });
 * ```
 * @throws InputError if the space is unknown, an end is not one of its states, an option is wrong, the algorithm does
 * not apply to the space, or no table answers the question; SpaceError if the space contradicts itself; LimitError if
 * the search reaches a limit of time or memory; TableError if a table is damaged; WorkerError if a thread dies; the
 * signal's reason if it aborts
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
      'a partition is only for the heuristic pattern with idastar: leave it out, or use that heuristic',
    );
  }
  const limits = new Limits(checked, adviceFor(opened, algorithm));
  if (algorithm === 'table') {
    limits.begin();
    return fromTables(opened, question, checked.tables);
  }
  const watch = new Watch(checked.onProgress);
  const chosen = { algorithm, heuristic, limits, watch };
  return watch.untilEnd(() => {
    if (opened.board !== null) return searchPositions(problemOf(opened, question), chosen, checked);
    if (isLargePuzzle(opened)) return searchLarge(opened, question, chosen);
    return searchNumbered(numbered(opened), question, chosen);
  });
}

function fromTables(space: Space, question: SearchQuestion, tables: TableSolver | undefined): SearchResult {
  if (tables === undefined) throw new InputError('the algorithm table needs tables: give them as the option tables');
  tables.checkSpace(space);
  const found = tables.answer(question);
  if (found === undefined)
    throw new InputError(
      `none of the given tables of ${space.name} answers the question: add one that does, or use another algorithm`,
    );
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
