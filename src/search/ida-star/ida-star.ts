/**
 * IDA*: depth-first searches within a growing bound on f = g + h. It stores nothing but the path that it is trying.
 *
 * It begins on the calling thread. When an iteration has become long enough for threads to be worth their start, the next
 * ones are split over workers (parallel-search.ts). Every iteration but the last searches all that is within its bound,
 * so its counts do not depend on threads; the last ends with the first solution, which several threads
 * reach after other nodes than one does.
 */

import { BLANK } from '../../spaces/board/position.js';
import type { Algorithm, Found } from '../positions/algorithm.js';
import { LimitError } from '../question/limits.js';
import { CompiledProblem, idaStarKernel, MOST_SOLUTION_MOVES } from './compiled-problem.js';
import { type Iteration, iterate } from './iteration.js';
import { ParallelSearch } from './parallel-search.js';

/** Nodes that an iteration generates, from which on the next is done by all threads: some 60 milliseconds. */
const WORTH_THREADS = 10_000_000;

export const idaStar: Algorithm = {
  async find(problem, context): Promise<Found> {
    const { limits, threads } = context;
    const heuristic = context.heuristic();
    const { board, start } = problem;
    const compiled = new CompiledProblem(idaStarKernel(), board, heuristic, limits);
    const tiles = Uint8Array.from(start);
    const estimate = heuristic.estimate(tiles);
    const root = { tiles, blank: start.indexOf(BLANK), arrivedBy: undefined, depth: 0, estimate };
    let parallel: ParallelSearch | undefined;
    let generated = 0;
    let expanded = 0;
    try {
      for (let bound = estimate; ; ) {
        if (bound > MOST_SOLUTION_MOVES) throw new LimitError(`IDA* goes no further than ${MOST_SOLUTION_MOVES} moves`);
        const iteration: Iteration = await (parallel?.iterate(bound) ?? iterate(compiled, root, bound, limits));
        generated += iteration.generated;
        expanded += iteration.expanded;
        // It holds the path, and its first node.
        if (iteration.moves !== undefined) return { moves: iteration.moves, expanded, generated, stored: bound + 1 };
        if (!Number.isFinite(iteration.excess)) throw new Error('a goal that can be reached was not found');
        limits.checkTime();
        bound += iteration.excess;
        if (threads > 1 && parallel === undefined && iteration.generated >= WORTH_THREADS) {
          parallel = new ParallelSearch(problem, heuristic, root, threads, limits, compiled.bytes);
        }
      }
    } finally {
      // Not awaited: the threads end while the caller goes on.
      void parallel?.end();
    }
  },
};
