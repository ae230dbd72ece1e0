/** A search that is compared with others, as plain data for a worker. */

import type { AlgorithmName } from '../../search/algorithm-names.js';
import type { HeuristicName } from '../../search/heuristic/heuristic.js';
import type { SpaceSearchName } from '../../search/states/space-search.js';
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
  readonly algorithm: SpaceSearchName;
  readonly heuristic: null;
  readonly source: SpaceSource;
  /** Numbers of states; a way leads from the nearest of `from` to the nearest of `to`. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}
