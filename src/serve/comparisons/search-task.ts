/** A search that is compared with others, as plain data for a worker. */

import type { HeuristicName } from '../../search/heuristic/heuristic.js';
import type { AlgorithmName } from '../../search/question/algorithm-names.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { Metric } from '../../spaces/board/metric.js';

export type SearchTask = BoardSearchTask | SpaceSearchTask;

export interface BoardSearchTask {
  readonly kind: 'board';
  readonly algorithm: AlgorithmName;
  readonly heuristic: HeuristicName | null;
  /** As parseBoard reads it. */
  readonly board: string;
  readonly metric: Metric;
  readonly start: string;
  readonly goal: string;
}

export interface SpaceSearchTask {
  readonly kind: 'space';
  readonly algorithm: AlgorithmName;
  readonly heuristic: null;
  readonly source: SpaceSource;
  /** Numbers of states; undefined for the space's starts. */
  readonly from?: number;
  readonly to?: number;
}
