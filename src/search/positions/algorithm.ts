/** The interface of searches over positions. No search makes the move that undoes the last one. */

import type { Heuristic } from '../heuristic/heuristic.js';
import type { Effort } from '../question/counts.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { SearchProblem } from '../question/question.js';

/** A shortest solution, and the effort of finding it. */
export interface Found extends Effort {
  /** The blank's moves, u, d, l, r, each followed by its count in the metric `multi`. */
  readonly moves: string;
}

export interface SearchContext {
  /** Returns the heuristic of the problem's goal. */
  readonly heuristic: () => Heuristic;
  readonly limits: Limits;
  readonly watch: Watch;
  /** Maximum number of worker threads, for algorithms that use several. */
  readonly threads: number;
}

export interface Algorithm {
  /**
   * @param problem with a start that differs from the goal and can reach it
   * @throws LimitError, the reason of the limits' signal, WorkerError
   */
  find(problem: SearchProblem, context: SearchContext): Promise<Found>;
}
