/** Messages between the coordinator of a parallel IDA* and its workers. */

import type { Board, Direction } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { HeuristicName } from '../heuristic/heuristic.js';
import { MOVE_ORDER, type Root } from './compiled-problem.js';
import type { Iteration } from './iteration.js';

/** A worker's share of an iteration. */
export interface LeavesTask {
  readonly kernel: WebAssembly.Module;
  readonly board: Board;
  readonly goal: Position;
  readonly heuristic: HeuristicName;
  readonly leaves: Leaves;
  readonly bound: number;
  /** Shared: the next leaf to be claimed, and whether to stop. */
  readonly counters: Int32Array;
}

/** The counts of a worker's share, and its solution if it found one. */
export interface LeavesResult extends Iteration {
  /** The leaf below which `moves` begin. */
  readonly leaf: number;
}

/** The positions behind the first moves of a search, in shared memory. */
export interface Leaves {
  readonly count: number;
  /** Moves to each of them. */
  readonly depth: number;
  /** `cells` bytes for each. */
  readonly tiles: Uint8Array;
  /** Index in MOVE_ORDER of the move that led to each. */
  readonly arrivals: Uint8Array;
  readonly estimates: Uint16Array;
}

export const NEXT_LEAF = 0;
export const STOP = 1;
const COUNTERS = 2;

export function newLeafCounters(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
}

/** Copies leaves into shared memory. */
export function packLeaves(roots: readonly Root[], depth: number, cells: number): Leaves {
  const count = roots.length;
  const tiles = new Uint8Array(new SharedArrayBuffer(count * cells));
  const arrivals = new Uint8Array(new SharedArrayBuffer(count));
  const estimates = new Uint16Array(new SharedArrayBuffer(2 * count));
  for (const [leaf, root] of roots.entries()) {
    tiles.set(root.tiles, leaf * cells);
    arrivals[leaf] = MOVE_ORDER.indexOf(root.arrivedBy as Direction);
    estimates[leaf] = root.estimate;
  }
  return { count, depth, tiles, arrivals, estimates };
}

/** Returns a leaf as the root of a search. */
export function leafOf({ depth, tiles, arrivals, estimates }: Leaves, leaf: number, cells: number): Root {
  const own = tiles.subarray(leaf * cells, (leaf + 1) * cells);
  return {
    tiles: own,
    blank: own.indexOf(BLANK),
    arrivedBy: MOVE_ORDER[arrivals[leaf]],
    depth,
    estimate: estimates[leaf],
  };
}
