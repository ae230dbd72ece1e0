/** A search to be run: an algorithm and a heuristic that apply to the space, limits, and progress. */

import type { AlgorithmName } from './question/algorithm-names.js';
import type { Limits } from './question/limits.js';
import type { Watch } from './question/progress.js';

export interface ChosenSearch {
  readonly algorithm: Exclude<AlgorithmName, 'table'>;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  readonly limits: Limits;
  readonly watch: Watch;
}
