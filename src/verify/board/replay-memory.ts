/** The bitsets of a replay, in memory that all threads share. */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { newSharedBytes } from '../table/shared-bytes.js';
import { HALVES_PER_WORD, type Shape } from './arrangements.js';
import type { Space } from './space.js';

/**
 * Bitsets that lie like the words of a table: for each blank cell its words, 60 states each, as halves of 32 bits, the lower
 * one first.
 */
export interface ReplayMemory {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  /** States that were found in any layer. */
  readonly visited: readonly Uint32Array[];
  /**
   * [depth mod 2]: the states of a layer. In the metric `single` both are the same bitset, for one layer lies on the cells of one
   * colour and the next on the others.
   */
  readonly frontiers: readonly [readonly Uint32Array[], readonly Uint32Array[]];
  /** What the table should hold: the bits of each plane, one plane after the other; 0 of states that are not visited. */
  readonly residues: readonly Uint32Array[];
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** Bits that a table has of each state. */
export function planeCount(metric: Metric): number {
  return metric === 'single' ? 1 : 2;
}

/**
 * The planes in which the states of a depth have a bit: in the metric `single` the only one where floor(depth / 2) is odd; else
 * the first where depth mod 3 is 0 or 2, and the second where it is 1 or 2.
 */
export function planesAt(metric: Metric, depth: number): number[] {
  if (metric === 'single') return (depth >> 1) % 2 === 1 ? [0] : [];
  return [[0], [1], [0, 1]][depth % 3];
}

/** Bytes of all bitsets: three in the metric `single`, five in `multi`. */
export function replayBytes(board: Board, metric: Metric, { words }: Shape): number {
  return (1 + 2 * planeCount(metric)) * board.cells * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT;
}

/** Allocates a replay whose only visited state is the goal. @throws Error where the machine refuses the memory */
export function newReplay({ board, goalCell, metric, shape: { words } }: Space): ReplayMemory {
  const bitset = (planes = 1) =>
    Array.from(
      { length: board.cells },
      () => new Uint32Array(newSharedBytes(planes * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT)),
    );
  const even = bitset();
  const odd = metric === 'single' ? even : bitset();
  const replay: ReplayMemory = {
    board,
    goalCell,
    metric,
    visited: bitset(),
    frontiers: [even, odd],
    residues: bitset(planeCount(metric)),
    claims: new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT)),
  };
  replay.visited[goalCell][0] = 1;
  even[goalCell][0] = 1;
  for (const plane of planesAt(metric, 0)) replay.residues[goalCell][plane * words * HALVES_PER_WORD] = 1;
  return replay;
}
