/** A layout as workers see it: plain data, and where in a shard the bits of a block are. */

import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';
import type { Step } from '../layers/sweeps.js';
import type { AcrossMove, LowMove, RunsMove, SameMove } from '../moves/moves.js';
import type { Blocks } from './blocks.js';

/** A move whose map lies at `map` in every shard. */
export type PlacedMove =
  | SameMove
  | LowMove
  /** Entries are byte offsets in the group; but run numbers where a run is a block or more. */
  | (Omit<RunsMove, 'map'> & { readonly map: number; readonly runs: number })
  /** Entries are byte offsets in a period of words. */
  | (Omit<AcrossMove, 'map' | 'group'> & { readonly map: number; readonly period: number });

/** A step of a sweep with the move that it makes. */
export interface PlacedStep extends Step {
  readonly move: PlacedMove;
}

/** How the multi-tile metric goes over a board, and where its sweeps write. */
export interface Sweeps {
  readonly lanes: readonly (readonly number[])[];
  /** Steps of each round. */
  readonly rounds: readonly (readonly PlacedStep[])[];
  /**
   * For each sweep the bitset of the states that it has reached; or, where nearer neighbours are counted, of the bits
   * 0, 1, 2 ... of in how many ways it has.
   */
  readonly bitsets: readonly [readonly number[], readonly number[]];
  /** Whether nearer neighbours are counted. */
  readonly counted: boolean;
  /** Bits of the number of neighbours that a state may have, where they are counted; else 0. */
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
  /** 0 where there is no table. In the multi-tile metric the visited states whose depth mod 3 is 1 or 2. */
  readonly table: number;
  /** Where each block leaves the states that it gained in the last layer of its colour; 0 where nobody asks for them. */
  readonly fresh: number;
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
  /** Of the multi-tile metric; null where a move slides a single tile. */
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
