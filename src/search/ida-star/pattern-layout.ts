/**
 * The layout of pattern databases in memory, described in workers/kernel/pattern-search.ts and pattern-parts.ts. It is
 * plain data, which can be sent to workers.
 */

import { factorial } from '../../permutations/lehmer.js';
import type { Board } from '../../spaces/board/board.js';
import { bitOfArrangement, type PatternGeometry } from '../../spaces/board/pattern-geometry.js';
import { MOST_SOLUTION_MOVES } from './compiled-search.js';

export interface PatternLayout {
  readonly board: Board;
  /** Shared memory: tables and look-ups, which all threads read, and scratch space for each thread. */
  readonly memory: WebAssembly.Memory<SharedArrayBuffer>;
  /** Places of the lower half of a set, and of the upper half. */
  readonly lowBits: number;
  readonly highBits: number;
  /** Mask of the places on black cells. */
  readonly blackPlaces: number;
  /** The place of the blank in the goal. */
  readonly goalBlank: number;
  readonly patterns: readonly PatternPlan[];
  /** The image of each place, if the goal is its own mirror image. */
  readonly mirror: readonly number[] | null;
  /** Address of the masks of the places around each place. */
  readonly around: number;
  /** Address of the lists of moves, beginning with those without a previous move, for each place of the blank. */
  readonly lists: number;
}

export interface PatternPlan {
  /** The tiles, for messages. */
  readonly name: string;
  /** Places of the tiles in the goal, by labels. */
  readonly homes: readonly number[];
  /** The fields of a part from its ninth byte on. */
  readonly fields: readonly number[];
}

/** An entry of a list: its bytes, and its fields with the places of the tile and of the blank. */
export const ENTRY = { bytes: 8, from: 4, to: 5 };

/** Bytes of a list: up to four entries, and one that ends it. */
export const LIST_BYTES = 5 * ENTRY.bytes;

/** A frame of the stack: its bytes, and its fields with the slack of each side before its move. */
export const FRAME = { bytes: 32, slacks: [12, 14] };

/** A part: its bytes, bytes before its fields, the field with the address of its table, and the bits of its labels that hold the distance. */
export const PART = { bytes: 64, fields: 8, table: 7, distanceShift: 24 };

const MOST_PLACES = 32;
const SIDE_BYTES = 4 * MOST_PLACES;
const PARTS = MOST_PLACES + 2 * SIDE_BYTES + 32;
const STACK = PARTS + 2 * MOST_PLACES * PART.bytes;

/**
 * Offsets in the scratch space, for boards of up to 32 cells: the home of the tile on each place, the part of each tile
 * on both sides (and the bytes of a side), the parts, the stack.
 */
export const SCRATCH = {
  tiles: 0,
  partOfTile: MOST_PLACES,
  sideBytes: SIDE_BYTES,
  parts: PARTS,
  stack: STACK,
  bytes: STACK + FRAME.bytes * MOST_SOLUTION_MOVES,
};

/*
 * Tables with which the kernel finds the bit of a state without arithmetic on digits (workers/kernel/pattern-search.ts).
 *
 * A state of k tiles has a placement, by the rank of its set and the blank's region, and an arrangement: k labels of 3 bits. The bit of
 * an arrangement (src/spaces/board/pattern-geometry.ts) is a sum over its Lehmer digits. A digit is the number of smaller labels behind it, so
 *
 * - the first k - 4 digits depend on the first k - 4 labels alone: digit j is the label less the smaller ones before it;
 * - the last 4 digits depend on the order of the last 4 labels alone.
 *
 * So the bit is the sum of an entry for the first labels and one for the last four. Fewer than four labels have the
 * second only.
 */

/** Labels whose order is looked up together. */
const LAST_LABELS = 4;
const LABEL_BITS = 3;

/**
 * Returns the tables for the labels of k tiles, with the shares that add up to an arrangement's bit.
 * @returns firstBits: bits of the labels before the last four; first: packed labels before the last four, the first one
 * in the lowest bits -> their share of the bit; last: the last four labels, packed likewise -> their share of the bit
 */
export function labelBitsOf(tiles: number) {
  const lastLabels = Math.min(tiles, LAST_LABELS);
  const firstLabels = tiles - lastLabels;
  const first = new Uint32Array(8 ** firstLabels);
  fillShares(first, firstLabels, tiles, (labels, place) => {
    const smallerBefore = labels.slice(0, place).filter((other) => other < labels[place]).length;
    return labels[place] - smallerBefore;
  });
  const last = new Uint16Array(8 ** lastLabels);
  fillShares(
    last,
    lastLabels,
    lastLabels,
    (labels, place) => labels.slice(place + 1).filter((other) => other < labels[place]).length,
  );
  return { firstBits: LABEL_BITS * firstLabels, first, last };
}

/** Fills a table with the shares of the first `count` of `all` labels, by their Lehmer digits. */
function fillShares(
  table: Uint32Array | Uint16Array,
  count: number,
  all: number,
  digit: (labels: readonly number[], place: number) => number,
): void {
  for (let packed = 0; packed < table.length; packed++) {
    const labels = Array.from({ length: count }, (_, place) => (packed >> (LABEL_BITS * place)) & 7);
    const arrangement = labels.reduce((sum, _, place) => sum + digit(labels, place) * factorial(all - 1 - place), 0);
    // Labels that are not part of an arrangement are never looked up.
    if (new Set(labels).size === count && arrangement < factorial(all)) table[packed] = bitOfArrangement(arrangement);
  }
}

/** Returns labels packed in 3 bits each, the first one in the lowest bits. */
export function packedLabels(labels: readonly number[]): number {
  return labels.reduce((packed, label, place) => packed | (label << (LABEL_BITS * place)), 0);
}

/** Returns for each rank of a set twice its first placement, plus 1 if the set has several regions. */
export function firstPlacements({ firstPlacement, ranks }: PatternGeometry): Uint32Array {
  return Uint32Array.from({ length: ranks.count }, (_, rank) => {
    const several = firstPlacement[rank + 1] - firstPlacement[rank] > 1;
    return 2 * firstPlacement[rank] + (several ? 1 : 0);
  });
}
