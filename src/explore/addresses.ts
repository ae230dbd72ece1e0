/** A layout as workers see it: plain data, and where in a shard the bits of a block are. */

import { BYTES_PER_WORD } from '../numbering/word.js';
import type { Blocks } from './blocks.js';
import type { AcrossMove, LowMove, RunsMove, SameMove } from './moves.js';

/** A move whose map lies at `map` in every shard. */
export type PlacedMove =
  | SameMove
  | LowMove
  /** Entries are byte offsets in the group; but run numbers where a run is a block or more. */
  | (Omit<RunsMove, 'map'> & { readonly map: number; readonly runs: number })
  /** Entries are byte offsets in a period of words. */
  | (Omit<AcrossMove, 'map' | 'group'> & { readonly map: number; readonly period: number });

/** Blocks of scratch space for each worker: states reached, a run from another shard, states moved, and three counts. */
export const SCRATCH_BLOCKS = 6;

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
  readonly visited: number;
  /** 0 where there is no table. */
  readonly table: number;
  /** Where each block leaves the states that it gained in the last layer of its colour; 0 where nobody asks for them. */
  readonly fresh: number;
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
}

/** Address of a block's bits in its shard; `bitset` is the layout's `visited`, `table` or `fresh`. */
export function blockAddress(layout: Layout, bitset: number, cell: number, block: number): number {
  const { blocks, blocksPerShard } = layout;
  const place = cell * blocksPerShard + (block % blocksPerShard);
  return bitset + place * blocks.paddedWords * BYTES_PER_WORD;
}
