/** Searches of boards by any algorithm. */

import { offeredThreads } from '../base/threads/thread-count.js';
import { orderedPartition } from '../spaces/pattern/partition.js';
import type { ChosenSearch } from './chosen-search.js';
import { type HeuristicName, PATTERN_HEURISTIC, STRONGEST_HEURISTIC } from './heuristic/heuristic.js';
import { heuristicFor } from './heuristic/heuristics.js';
import { idaStar } from './ida-star/ida-star.js';
import type { SearchOptions } from './options.js';
import { aStar } from './positions/a-star.js';
import type { Algorithm } from './positions/algorithm.js';
import { bidirectional } from './positions/bidirectional.js';
import { breadthFirst } from './positions/breadth-first.js';
import { positionPath } from './positions/position-path.js';
import type { Effort } from './question/counts.js';
import { knownMoves, type SearchProblem } from './question/question.js';
import { type SearchResult, searchResult } from './question/result.js';

const POSITION_SEARCHES: Readonly<Record<ChosenSearch['algorithm'], Algorithm>> = {
  bfs: breadthFirst,
  bidirectional,
  astar: aStar,
  idastar: idaStar,
};

/** A solution, or null if none exists, and the effort of the search. */
type Outcome = Effort & { readonly moves: string | null };

/** Finds a shortest solution. @throws as search */
export async function searchPositions(
  problem: SearchProblem,
  chosen: ChosenSearch,
  options: SearchOptions,
): Promise<SearchResult> {
  const { algorithm, heuristic, limits, watch } = chosen;
  limits.checkTime();
  const { board, goal } = problem;
  if (options.partition !== undefined) orderedPartition(board, goal, options.partition);
  const known = outcomeBeforehand(problem);
  const run = known === undefined ? await preparedSearch(problem, chosen, options) : () => known;
  // The time of a search is counted without its preparation.
  limits.begin();
  const begin = performance.now();
  const found = await run();
  const path = found.moves === null ? null : positionPath(problem, found.moves);
  return searchResult(algorithm, heuristic, path, found, begin + watch.reporting);
}

/** Returns the outcome if it is known without expanding a node. */
function outcomeBeforehand(problem: SearchProblem): Outcome | undefined {
  const moves = knownMoves(problem);
  return moves === undefined ? undefined : { moves, expanded: 0, generated: 0, stored: moves === null ? 0 : 1 };
}

/** Returns the search. Makes the pattern databases that it needs, whose code is loaded only then. */
async function preparedSearch(
  problem: SearchProblem,
  { algorithm, heuristic: name, limits, watch }: ChosenSearch,
  options: SearchOptions,
): Promise<() => Promise<Outcome>> {
  const { board, goal } = problem;
  const { partition, threads = offeredThreads() } = options;
  if (name !== PATTERN_HEURISTIC) {
    const heuristic = () => heuristicFor((name ?? STRONGEST_HEURISTIC) as HeuristicName, board, goal);
    return () => POSITION_SEARCHES[algorithm].find(problem, { heuristic, limits, threads, watch });
  }
  const { findByPatterns } = await import('./patterns/pattern-search.js');
  const { makeDatabases } = await import('./patterns/make-databases.js');
  const { databases = await makeDatabases(board, goal, partition, options.threads, limits) } = options;
  return () => findByPatterns(problem, databases, { limits, threads, watch });
}
