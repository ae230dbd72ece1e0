/** The search of any space by any algorithm. */

import { InputError } from '../base/input-error.js';
import { checkThreads, offeredThreads } from '../base/threads/thread-count.js';
import type { SpaceDefinition } from '../space/definition.js';
import type { Space } from '../space/space.js';
import type { SpaceSource } from '../space/space-source.js';
import { isSolvable } from '../spaces/board/solvable.js';
import { numberedSpace, openSpace } from '../spaces/open-space.js';
import { sourceOfText } from '../spaces/source-of-text.js';
import { HEURISTICS, type HeuristicName, STRONGEST_HEURISTIC } from './heuristic/heuristic.js';
import { heuristicFor } from './heuristic/heuristics.js';
import { idaStar } from './ida-star/ida-star.js';
import { aStar } from './positions/a-star.js';
import type { Algorithm } from './positions/algorithm.js';
import { bidirectional } from './positions/bidirectional.js';
import { breadthFirst } from './positions/breadth-first.js';
import { positionPath } from './positions/position-path.js';
import { type AlgorithmName, isInformed } from './question/algorithm-names.js';
import { adviceFor, checkAlgorithm, defaultAlgorithm } from './question/algorithms.js';
import { Limits, type SearchLimits } from './question/limits.js';
import { endsOf, numbered, problemOf, type SearchProblem, type SearchQuestion } from './question/question.js';
import { type Effort, type SearchResult, searchResult } from './question/result.js';
import { findPath } from './states/state-search.js';
import type { TableSolver } from './tables/table-solver.js';

const POSITION_SEARCHES: Readonly<Record<Exclude<AlgorithmName, 'table'>, Algorithm>> = {
  bfs: breadthFirst,
  bidirectional,
  astar: aStar,
  idastar: idaStar,
};

export interface SearchOptions extends SearchLimits {
  /**
   * The algorithm.
   * @default idastar on boards, bidirectional if heuristics do not apply, bfs if the space cannot be searched backwards
   */
  readonly algorithm?: AlgorithmName | undefined;
  /** The heuristic of astar and idastar. @default linear-conflict */
  readonly heuristic?: HeuristicName | undefined;
  /** Worker threads that idastar may use. With 1 its node counts are always the same. @default what the machine offers */
  readonly threads?: number | undefined;
  /** The tables of the algorithm `table`. */
  readonly tables?: TableSolver | undefined;
}

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
  checkOptions(options);
  const opened = await opening(space);
  const { algorithm = defaultAlgorithm(opened) } = options;
  checkAlgorithm(opened, algorithm);
  const limits = new Limits(options, adviceFor(opened, algorithm));
  if (algorithm === 'table') {
    limits.checkTime();
    return fromTables(opened, question, options.tables);
  }
  if (opened.board !== null) return searchPositions(problemOf(opened, question), algorithm, options, limits);
  const states = numbered(opened);
  const ends = endsOf(states, question);
  limits.checkTime();
  const begin = performance.now();
  const { path, ...effort } = await findPath(states, ends, algorithm as 'bfs' | 'bidirectional', limits);
  return searchResult(algorithm, null, path, effort, begin);
}

async function searchPositions(
  problem: SearchProblem,
  algorithm: Exclude<AlgorithmName, 'table'>,
  { heuristic: heuristicName = STRONGEST_HEURISTIC, threads = offeredThreads() }: SearchOptions,
  limits: Limits,
): Promise<SearchResult> {
  const { board, start, goal } = problem;
  limits.checkTime();
  const begin = performance.now();
  const heuristic = () => heuristicFor(heuristicName, board, goal);
  const found: Effort & { readonly moves: string | null } = !isSolvable(board, start, goal)
    ? { moves: null, expanded: 0, generated: 0, stored: 0 }
    : start.every((tile, cell) => tile === goal[cell])
      ? { moves: '', expanded: 0, generated: 0, stored: 1 }
      : await POSITION_SEARCHES[algorithm].find(problem, { heuristic, limits, threads });
  const path = found.moves === null ? null : positionPath(problem, found.moves);
  return searchResult(algorithm, isInformed(algorithm) ? heuristicName : null, path, found, begin);
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
  // Searches of numbered states stay on this thread, so they do not open the space again from its source.
  return 'source' in space ? space : numberedSpace(space, { kind: 'known', space: space.name });
}

function checkOptions({ heuristic, seconds, bytes, threads }: SearchOptions): void {
  if (heuristic !== undefined && !HEURISTICS.includes(heuristic)) {
    throw new InputError(`the heuristic must be one of ${HEURISTICS.join(', ')}; found '${heuristic}'`);
  }
  for (const [name, value] of Object.entries({ seconds, bytes })) {
    if (value !== undefined && !(value > 0)) throw new InputError(`${name} must be a number above 0, found ${value}`);
  }
  if (threads !== undefined) checkThreads(threads);
}
