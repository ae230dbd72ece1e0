/** What the coordinator of a parallel IDA* and its workers say to each other. */

import type { Board } from '../../board/board.js';
import type { Position } from '../../board/position.js';
import type { HeuristicName } from '../../heuristic/heuristic.js';
import type { Root } from './compiled-problem.js';
import type { Iteration } from './iteration.js';

/** What a worker is to search. */
export interface LeavesTask {
  /** Differs from search to search. */
  readonly id: string;
  readonly kernel: WebAssembly.Module;
  readonly board: Board;
  readonly goal: Position;
  readonly heuristic: HeuristicName;
  readonly leaves: readonly Root[];
  readonly bound: number;
  /** Shared: the next leaf to be claimed, and whether to stop. */
  readonly counters: Int32Array;
}

/** What a worker has searched. */
export interface LeavesResult extends Iteration {
  /** The leaf below which `moves` begin. */
  readonly leaf: number;
}

export const NEXT_LEAF = 0;
export const STOP = 1;
const COUNTERS = 2;

export function newCounters(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
}
