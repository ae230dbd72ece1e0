/** The bitsets of a board's replay, in shared memory. */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { newSharedBytes } from '../threads/shared-bytes.js';
import { HALVES_PER_WORD } from './arrangements.js';
import type { PlainBoard } from './plain-board.js';

/**
 * Bitsets laid out like the words of a table: for each blank cell its words of 60 states, as halves of 32 bits, the
 * lower half first.
 */
export interface BoardReplay {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  /** States found in any layer. */
  readonly visited: readonly Uint32Array[];
  /**
   * [depth mod 2]: the states of a layer. In the metric `single` both are the same bitset, because the blank cells of
   * consecutive layers have opposite colours.
   */
  readonly frontiers: readonly [readonly Uint32Array[], readonly Uint32Array[]];
  /** The words that the table must hold, plane by plane; 0 for states that are not visited. */
  readonly residues: readonly Uint32Array[];
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** Returns the number of bits per state in a table. */
export function planeCount(metric: Metric): number {
  return metric === 'single' ? 1 : 2;
}

/**
 * Returns the planes in which the states of a depth have a bit. In the metric `single`, it is the only plane if
 * floor(depth / 2) is odd. In `multi`, it is the first plane if depth mod 3 is 0 or 2, and the second if it is 1 or 2.
 */
export function planesAt(metric: Metric, depth: number): number[] {
  if (metric === 'single') return (depth >> 1) % 2 === 1 ? [0] : [];
  return [[0], [1], [0, 1]][depth % 3];
}

/** Returns the bytes of all bitsets: three in the metric `single`, five in `multi`. */
export function boardReplayBytes({ board, metric, shape: { words } }: PlainBoard): number {
  return (1 + 2 * planeCount(metric)) * board.cells * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT;
}

/** Allocates a replay whose only visited state is the goal. @throws Error if the machine refuses the memory */
export function newBoardReplay({ board, goalCell, metric, shape: { words } }: PlainBoard): BoardReplay {
  const bitset = (planes = 1) =>
    Array.from(
      { length: board.cells },
      () => new Uint32Array(newSharedBytes(planes * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT)),
    );
  const even = bitset();
  const odd = metric === 'single' ? even : bitset();
  const replay: BoardReplay = {
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
