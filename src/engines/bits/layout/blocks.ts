/**
 * Blocks: the runs of words that one worker advances at a time, and the parts of the frontier.
 *
 * A block is all words of a blank cell with equal leading digits. It holds whole groups of every move
 * that crosses the word boundary, so that such a move reads and writes one block.
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
 * 9 low digits make 3024 words, 24 KB: those of all 12 or 14 cells of a board lie in a core's second cache. With 8 digits
 * and 2 threads 3x4 and 2x6 took 1.2 to 1.4 times as long; with 1 thread 3x4 showed no difference.
 */
const USUAL_BLOCK_DIGITS = 9;

/** Kernels take words by twos and sextets by twos, so a block is padded to a multiple of 12 words. */
export const KERNEL_STEP = 12;

/** How the words of each blank cell are cut. Plain data. */
export interface Blocks {
  /** Low digits that number the states of a block. */
  readonly digits: number;
  /** Words of a block. */
  readonly words: number;
  /** Words that a block takes in memory. */
  readonly paddedWords: number;
  /** Blocks of each blank cell. */
  readonly count: number;
  /** States of a full block. */
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

/** Bytes of one bitset over all states of a board, as it lies in memory. */
export function bitsetBytes(geometry: Geometry, blocks: Blocks): number {
  return geometry.board.cells * bytesOfCell(blocks);
}

/** Bytes of one bitset over the states of a blank cell. */
export function bytesOfCell({ paddedWords, count }: Pick<Blocks, 'paddedWords' | 'count'>): number {
  return paddedWords * BYTES_PER_WORD * count;
}

/** A move whose map lies at `map` in every shard. */
export type PlacedMove =
  | SameMove
  | LowMove
  /** Entries are byte offsets in the group; but run numbers if a run is a block or more. */
  | (Omit<RunsMove, 'map'> & { readonly map: number; readonly runs: number })
  /** Entries are byte offsets in a period of words. */
  | (Omit<AcrossMove, 'map' | 'group'> & { readonly map: number; readonly period: number });

/** A step of a sweep with the move that it makes. */
export interface PlacedStep extends SweepStep {
  readonly move: PlacedMove;
}

/** How the multi-tile metric goes over a board, and where its sweeps write. */
export interface Sweeps {
  readonly lanes: readonly (readonly number[])[];
  /** Steps of each round. */
  readonly rounds: readonly (readonly PlacedStep[])[];
  /**
   * [sweep]: the bitset of the states that the sweep has reached. If neighbours are counted, the bitsets of bits 0, 1, 2 ... of the
   * number of visited states that it has reached each state from.
   */
  readonly bitsets: readonly [readonly number[], readonly number[]];
  /** Whether nearer neighbours are counted. */
  readonly counted: boolean;
  /** Bits of the number of neighbours that a state may have, if they are counted; else 0. */
  readonly countBits: number;
}

/** Plain data, sent to the workers. Addresses and sizes in bytes. */
export interface Layout {
  readonly cells: number;
  readonly blocks: Blocks;
  /** Digits in front of those of a block; they number the blocks of a cell. */
  readonly blockRadices: readonly number[];
  readonly blocksPerShard: number;
  readonly shards: number;
  readonly pages: number;
  readonly parities: number;
  readonly scratch: number;
  /** Blocks of scratch space that each worker has. */
  readonly scratchBlocks: number;
  /** The visited states; in the multi-tile metric those whose depth mod 3 is 0 or 2. */
  readonly visited: number;
  /** 0 if there is no table. In the multi-tile metric the visited states whose depth mod 3 is 1 or 2. */
  readonly table: number;
  /** The states that each block gained in the last layer of its colour; 0 if they are not kept. */
  readonly fresh: number;
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
  /** Null in the metric `single`. */
  readonly sweeps: Sweeps | null;
}

/** Address of a block's bits in its shard; `bitset` is the layout's `visited`, `table`, `fresh` or one of its sweeps'. */
export function blockAddress(layout: Layout, bitset: number, cell: number, block: number): number {
  const { blocks, blocksPerShard } = layout;
  const place = cell * blocksPerShard + (block % blocksPerShard);
  return bitset + place * blocks.paddedWords * BYTES_PER_WORD;
}

/** Address of a worker's scratch space; its second block is for one that comes from another shard. */
export function scratchOf({ scratch, scratchBlocks, blocks }: Layout, worker: number): number {
  return scratch + scratchBlocks * worker * blocks.paddedWords * BYTES_PER_WORD;
}

/** A block has at most four neighbouring blocks, so three bits count those of its states that are nearer. */
export const PLANES = 3;
/** Blocks of scratch space in the single-tile metric: states reached, a run from another shard, states moved, and the counts. */
export const SCRATCH_BLOCKS = 3 + PLANES;

/** Returns the blocks of scratch space in the multi-tile metric: reached, a run from another shard, a lane, and two counts. */
export function scratchToSweep(countBits: number): number {
  return 3 + 2 * countBits;
}
