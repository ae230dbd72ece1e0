/**
 * The layout of pattern databases in memory, described in workers/kernel/pattern-search.ts and pattern-parts.ts. It is
 * plain data, which can be sent to workers.
 */

import type { Board } from '../../spaces/board/board.js';
import { MOST_SOLUTION_MOVES } from '../ida-star/compiled-search.js';

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

/** Bytes of an entry of a list, and the fields with the places of the tile and of the blank. */
export const ENTRY_BYTES = 8;
export const ENTRY_FROM = 4;
export const ENTRY_TO = 5;

/** Bytes of a list: up to four entries, and one that ends it. */
export const LIST_BYTES = 5 * ENTRY_BYTES;

/** Bytes of a frame of the stack. */
export const FRAME_BYTES = 32;
/** The fields of a frame with the slack of each side before its move. */
export const FRAME_SLACKS = [12, 14];

/** Bytes of a part, bytes before its fields, and bits of its labels that hold the distance. */
export const PART_BYTES = 64;
export const PART_FIELDS = 8;
export const DISTANCE_SHIFT = 24;

/** The field with the address of the table. */
export const TABLE_FIELD = 7;

/**
 * Offsets in the scratch space, for boards of up to 32 cells: the home of the tile on each place, the part of each tile
 * on both sides, the parts, the stack.
 */
const MOST_PLACES = 32;
export const SCRATCH_TILES = 0;
export const SCRATCH_PART_OF_TILE = SCRATCH_TILES + MOST_PLACES;
export const SIDE_BYTES = 4 * MOST_PLACES;
export const SCRATCH_PARTS = SCRATCH_PART_OF_TILE + 2 * SIDE_BYTES + 32;
export const SCRATCH_STACK = SCRATCH_PARTS + 2 * MOST_PLACES * PART_BYTES;
export const SCRATCH_BYTES = SCRATCH_STACK + FRAME_BYTES * MOST_SOLUTION_MOVES;
