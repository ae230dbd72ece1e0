/** Messages between the coordinator of a parallel IDA* and its workers. */

import type { Direction } from '../../spaces/board/board.js';
import { MOVE_ORDER } from './compiled-search.js';
import type { Iteration } from './iteration.js';

/** A worker's share of an iteration. */
export interface LeavesTask<Source = object> {
  readonly source: Source;
  readonly leaves: Leaves;
  readonly bound: number;
  /** Shared: the next leaf to be claimed, and a flag to stop. */
  readonly counters: Int32Array;
}

/** The counts of a worker's share, and its solution if it found one. */
export interface LeavesResult extends Iteration {
  /** The leaf below which `moves` begin. */
  readonly leaf: number;
}

/** The positions after the first moves of a search, in shared memory. */
export interface Leaves {
  readonly count: number;
  /** Moves to each of them. */
  readonly depth: number;
  /** Their indices in MOVE_ORDER, `depth` bytes for each leaf. */
  readonly moves: Uint8Array;
}

export const NEXT_LEAF = 0;
export const STOP = 1;
const COUNTERS = 2;

export function newLeafCounters(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
}

/** Copies leaves into shared memory. @param paths the blank's moves to each, `depth` of them */
export function packLeaves(paths: readonly string[], depth: number): Leaves {
  const moves = new Uint8Array(new SharedArrayBuffer(paths.length * depth));
  for (const [leaf, path] of paths.entries()) {
    for (let move = 0; move < depth; move++) moves[leaf * depth + move] = MOVE_ORDER.indexOf(path[move] as Direction);
  }
  return { count: paths.length, depth, moves };
}

/** Returns the blank's moves to a leaf. */
export function pathToLeaf({ depth, moves }: Leaves, leaf: number): string {
  let path = '';
  for (let move = leaf * depth; move < (leaf + 1) * depth; move++) path += MOVE_ORDER[moves[move]];
  return path;
}
