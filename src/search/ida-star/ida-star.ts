/**
 * IDA*: depth-first searches within a growing bound on f = g + h. It stores only the current path.
 *
 * It begins on the calling thread. When an iteration has become long enough to make up for the start of threads, the
 * next ones are split among workers (parallel-search.ts). Every iteration but the last searches everything within its
 * bound, so its counts do not depend on threads. The last ends with the first solution, which several threads reach
 * after other nodes than one thread.
 */

import { formatPosition } from '../../spaces/board/position.js';
import type { Algorithm, Found, SearchContext } from '../positions/algorithm.js';
import { positionPath } from '../positions/position-path.js';
import type { ProgressNode } from '../question/counts.js';
import { Deepening } from '../question/deepening.js';
import { LimitError } from '../question/limits.js';
import type { SearchProblem } from '../question/question.js';
import { CompiledProblem, idaStarKernel } from './compiled-problem.js';
import { type CompiledSearch, MOST_SOLUTION_MOVES } from './compiled-search.js';
import { iterate } from './iteration.js';
import { ParallelSearch } from './parallel-search.js';

/** Minimum milliseconds of an iteration after which the next one uses threads. */
const WORTH_THREADS = 60;

export const idaStar: Algorithm = {
  find(problem, context) {
    const { board, start, goal } = problem;
    const heuristic = context.heuristic().name;
    const compiled = new CompiledProblem(
      { kind: 'problem', kernel: idaStarKernel(), board, start, goal, heuristic },
      context.limits,
    );
    return deepen(problem, compiled, context);
  },
};

/** Searches within one bound after the other until a solution is found. @throws as Algorithm.find */
export async function deepen(
  problem: SearchProblem,
  compiled: CompiledSearch,
  { limits, threads, watch }: Pick<SearchContext, 'limits' | 'threads' | 'watch'>,
): Promise<Found> {
  let parallel: ParallelSearch | undefined;
  const counts = new Deepening();
  // The nodes of the path, the first one included.
  const effort = () => ({ expanded: counts.expanded, generated: counts.generated, stored: counts.bound + 1 });
  const whereabouts = () => {
    const { layers, bound } = counts;
    return { layers, backward: null, bound, current: nodeOf(problem, compiled, bound) };
  };
  watch.begin(effort, whereabouts, () => counts.bound);
  try {
    for (let bound = compiled.estimate; ; ) {
      if (bound > MOST_SOLUTION_MOVES)
        throw new LimitError(`IDA* searches no deeper than ${MOST_SOLUTION_MOVES} moves`);
      counts.begin(bound);
      const iteration = await (parallel?.iterate(bound) ?? iterate(compiled, bound, limits, counts, watch));
      if (parallel !== undefined) {
        counts.add(iteration);
        if (counts.expanded >= watch.due) watch.report();
      }
      if (iteration.moves !== undefined) return { moves: iteration.moves, ...effort() };
      if (!Number.isFinite(iteration.excess)) throw new Error('a reachable goal was not found');
      bound += iteration.excess;
      if (threads > 1 && parallel === undefined && iteration.generated >= WORTH_THREADS * compiled.speed) {
        parallel = new ParallelSearch(problem, compiled, threads, limits);
      }
    }
  } finally {
    // Not awaited: the threads end while the caller continues.
    void (parallel?.end() ?? Promise.resolve()).then(() => compiled.close());
  }
}

/** Returns the node of the current path that this thread expanded last. */
function nodeOf(problem: SearchProblem, compiled: CompiledSearch, bound: number): ProgressNode {
  const path = compiled.moves;
  // The last move of a solution leads to the goal, which is not expanded.
  const g = Math.min(path.length, bound - 1);
  const { states } = positionPath(problem, path.slice(0, g));
  return { state: formatPosition(states[g]), g, h: compiled.estimateAt(g) };
}
