/**
 * Blocks: runs of words that one worker advances at a time, and the units of the frontier.
 *
 * A block consists of all words of a blank cell with equal leading digits. A block holds whole groups of every move that crosses the
 * word boundary, so that these moves read and write one block.
 */

import { neighbours } from '../../../spaces/board/board.js';
import {
  BYTES_PER_WORD,
  type Geometry,
  LOW_DIGITS,
  STATES_PER_WORD,
  windowOf,
  wordsBelow,
} from '../../../spaces/board/numbering/geometry.js';
import type { AcrossMove, LowMove, RunsMove, SameMove } from './moves.js';
import type { SweepStep } from './sweep-lines.js';

/**
 * 9 low digits make 3024 words or 24 KB. The blocks of all 12 or 14 cells of a board then fit into a core's second-level cache. With
 * 8 digits and 2 threads, 3x4 and 2x6 took 1.2 to 1.4 times as long; with 1 thread, 3x4 showed no difference.
 */
const USUAL_BLOCK_DIGITS = 9;

/** Kernels process words in pairs and sextets in pairs, so a block is padded to a multiple of 12 words. */
export const KERNEL_STEP = 12;

/** Division of each blank cell's words into blocks. Plain data. */
export interface Blocks {
  /** Number of low digits, which number the states of a block. */
  readonly digits: number;
  /** Words per block. */
  readonly words: number;
  /** Words that a block takes in memory, with padding. */
  readonly paddedWords: number;
  /** Blocks per blank cell. */
  readonly count: number;
  /** States in a full block. */
  readonly states: number;
}

export function blocksOf(geometry: Geometry): Blocks {
  const low = geometry.digits - LOW_DIGITS;
  let digits = USUAL_BLOCK_DIGITS;
  for (let cell = 0; cell < geometry.board.cells; cell++) {
    for (const source of neighbours(geometry.board, cell)) {
      const { first, last } = windowOf(geometry, source, cell);
      if (first < low && last >= low) digits = Math.max(digits, geometry.digits - first);
    }
  }
  digits = Math.min(digits, geometry.digits);
  const words = wordsBelow(digits);
  const count = geometry.words / words;
  return {
    digits,
    words,
    paddedWords: Math.ceil(words / KERNEL_STEP) * KERNEL_STEP,
    count,
    states: Math.min(geometry.arrangements, words * STATES_PER_WORD),
  };
}

/** Returns the bytes of one bitset over all states of a board in memory. */
export function bitsetBytes(geometry: Geometry, blocks: Blocks): number {
  return geometry.board.cells * bytesOfCell(blocks);
}

/** Returns the bytes of one bitset over the states of a blank cell. */
export function bytesOfCell({ paddedWords, count }: Pick<Blocks, 'paddedWords' | 'count'>): number {
  return paddedWords * BYTES_PER_WORD * count;
}

/** A move whose map is at address `map` in every shard. */
export type PlacedMove =
  | SameMove
  | LowMove
  /** Map entries are byte offsets in the group, or run numbers if a run has at least the length of a block. */
  | (Omit<RunsMove, 'map'> & { readonly map: number; readonly runs: number })
  /** Map entries are byte offsets in a period of words. */
  | (Omit<AcrossMove, 'map' | 'group'> & { readonly map: number; readonly period: number });

/** A step of a sweep with its move. */
export interface PlacedStep extends SweepStep {
  readonly move: PlacedMove;
}

/** The order in which the multi-tile metric sweeps a board, and the bitsets that its sweeps write. */
export interface Sweeps {
  readonly lanes: readonly (readonly number[])[];
  /** Steps of each round, in order. */
  readonly rounds: readonly (readonly PlacedStep[])[];
  /**
   * [sweep]: the bitset of the states that the sweep has reached. If neighbours are counted, a state has several bits per sweep: the
   * binary digits, lowest first, of the number of visited states from which the sweep has reached it.
   */
  readonly bitsets: readonly [readonly number[], readonly number[]];
  /** True if nearer neighbours are counted. */
  readonly counted: boolean;
  /** Number of bits for the neighbours of a state, if they are counted; else 0. */
  readonly countBits: number;
}

/** Plain data, sent to the workers. Addresses and sizes in bytes. */
export interface Layout {
  readonly cells: number;
  readonly blocks: Blocks;
  /** Radices of the digits before those of a block, which number the blocks of a cell. */
  readonly blockRadices: readonly number[];
  readonly blocksPerShard: number;
  readonly shards: number;
  readonly pages: number;
  readonly parities: number;
  readonly scratch: number;
  /** Blocks of scratch space per worker. */
  readonly scratchBlocks: number;
  /** Bitset of the visited states. In the multi-tile metric: of those whose depth mod 3 is 0 or 2. */
  readonly visited: number;
  /** Bitset of the table, or 0 if there is none. In the multi-tile metric: of the visited states whose depth mod 3 is 1 or 2. */
  readonly table: number;
  /** Bitset of the states that each block gained in the last layer of its colour; 0 if they are not kept. */
  readonly fresh: number;
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
  /** Null in the metric `single`. */
  readonly sweeps: Sweeps | null;
}

/**
 * Returns the address of a block's bits in its shard. @param bitset `visited`, `table` or `fresh` of the layout, or a bitset of its
 * sweeps
 */
export function blockAddress(layout: Layout, bitset: number, cell: number, block: number): number {
  const { blocks, blocksPerShard } = layout;
  const place = cell * blocksPerShard + (block % blocksPerShard);
  return bitset + place * blocks.paddedWords * BYTES_PER_WORD;
}

/** Returns the address of a worker's scratch space. Its second block is for a copy from another shard. */
export function scratchOf({ scratch, scratchBlocks, blocks }: Layout, worker: number): number {
  return scratch + scratchBlocks * worker * blocks.paddedWords * BYTES_PER_WORD;
}

/** A block has at most four neighbouring blocks, so three bits are enough for the number of nearer neighbours. */
export const PLANES = 3;
/** Blocks of scratch space in the single-tile metric: states reached, a copy from another shard, states moved, and the counts. */
export const SCRATCH_BLOCKS = 3 + PLANES;

/** Returns the blocks of scratch space in the multi-tile metric: states reached, a copy from another shard, a lane, and two counts. */
export function scratchToSweep(countBits: number): number {
  return 3 + 2 * countBits;
}
