/** The interface of searches over positions. No search makes the move that undoes the last one. */

import type { Heuristic } from '../heuristic/heuristic.js';
import type { Effort } from '../question/counts.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { SearchProblem } from '../question/question.js';

/** A shortest solution, and what it took to find it. */
export interface Found extends Effort {
  /** The blank's moves, u, d, l, r, in the metric `multi` each with its count. */
  readonly moves: string;
}

export interface SearchContext {
  /** Makes the heuristic of the problem's goal. */
  readonly heuristic: () => Heuristic;
  readonly limits: Limits;
  readonly watch: Watch;
  /** Worker threads, for algorithms that can use several. */
  readonly threads: number;
}

export interface Algorithm {
  /**
   * @param problem whose start is not its goal, and can reach it
   * @throws LimitError, the reason of the limits' signal, WorkerError
   */
  find(problem: SearchProblem, context: SearchContext): Promise<Found>;
}
