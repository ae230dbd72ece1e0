/**
 * IDA*: depth-first searches within a growing bound on f = g + h. It stores nothing but the path that it is trying.
 *
 * It begins on the calling thread. When an iteration has become long enough for threads to be worth their start, the next
 * ones are split over workers (parallel-search.ts). Every iteration but the last searches all that is within its bound,
 * so its counts do not depend on threads; the last ends with the first solution, which several threads
 * reach after other nodes than one does.
 */

import type { Algorithm, Found, SearchContext } from '../positions/algorithm.js';
import { LimitError } from '../question/limits.js';
import type { SearchProblem } from '../question/question.js';
import { CompiledProblem, idaStarKernel } from './compiled-problem.js';
import { type CompiledSearch, MOST_SOLUTION_MOVES } from './compiled-search.js';
import { type Iteration, iterate } from './iteration.js';
import { ParallelSearch } from './parallel-search.js';

/** Milliseconds of an iteration from which on the next one is worth threads. */
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

/** Searches within one bound after the other, until it finds a solution. @throws as Algorithm.find */
export async function deepen(
  problem: SearchProblem,
  compiled: CompiledSearch,
  { limits, threads }: Pick<SearchContext, 'limits' | 'threads'>,
): Promise<Found> {
  let parallel: ParallelSearch | undefined;
  let generated = 0;
  let expanded = 0;
  try {
    for (let bound = compiled.estimate; ; ) {
      if (bound > MOST_SOLUTION_MOVES) throw new LimitError(`IDA* goes no further than ${MOST_SOLUTION_MOVES} moves`);
      const iteration: Iteration = await (parallel?.iterate(bound) ?? iterate(compiled, bound, limits));
      generated += iteration.generated;
      expanded += iteration.expanded;
      // It holds the path, and its first node.
      if (iteration.moves !== undefined) return { moves: iteration.moves, expanded, generated, stored: bound + 1 };
      if (!Number.isFinite(iteration.excess)) throw new Error('a goal that can be reached was not found');
      limits.checkTime();
      bound += iteration.excess;
      if (threads > 1 && parallel === undefined && iteration.generated >= WORTH_THREADS * compiled.speed) {
        parallel = new ParallelSearch(problem, compiled, threads, limits);
      }
    }
  } finally {
    // Not awaited: the threads end while the caller goes on.
    void (parallel?.end() ?? Promise.resolve()).then(() => compiled.close());
  }
}
