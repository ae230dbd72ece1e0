/** Memory that coordinator and workers of an exploration on disk share: lanes of staged blocks, and the facts of each block. */

import { newKernelMemory } from '../../base/memory.js';
import { newRoundCounters } from '../../base/threads/rounds.js';
import { compileKernel } from '../../engines/bits/kernel/kernel.js';
import { type Layout, SCRATCH_BLOCKS } from '../../engines/bits/layout/blocks.js';
import type { ShardConstants } from '../../engines/bits/layout/board-plan.js';
import { TABLE, VISITED } from './files/slots.js';
import type { StagedBoard, Staging } from './staging.js';

/**
 * Slots that hold a portion, in the order of the files:
 *
 *     targets   visited bits of the blocks that are searched
 *     tables    their table bits, in layers that mark the table
 *     sources   visited bits of the blocks that moves bring
 *
 * In a lane with room for the whole board every block has a slot of its own, in the same order: all visited bits, then the table.
 */
export interface Lane {
  readonly memory: WebAssembly.Memory<SharedArrayBuffer>;
  /** [cell][block]: its slot + 1; 0 if it has none. */
  readonly places: Int32Array;
  /** [slot]: cell * count + block. */
  readonly occupants: Uint32Array;
  /** [slot]: one of the states below. */
  readonly states: Uint8Array;
}

/** The contents of a slot mean nothing. */
export const EMPTY = 0;
/** Read from a file, and not checked yet. */
export const READ = 1;
/** Changed, sealed, to be written. */
export const CHANGED = 2;
/** Half written when a layer was broken off: its states are all found again. */
export const TORN = 3;
/** As it is in the file. */
export const KNOWN = 4;

/** Of each block, [cell][block]. */
export interface BlockCounts {
  /** Ones among its visited bits. */
  readonly held: Uint32Array;
  /** Ones among its table bits; empty if there is no table. */
  readonly marked: Uint32Array;
}

/** Plain data that can be sent to workers. */
export interface SharedStaging {
  readonly id: string;
  /** Its `visited` and `table` name the bitsets of slots.ts; there is no shard. */
  readonly layout: Layout;
  readonly kernel: WebAssembly.Module;
  readonly lanes: readonly Lane[];
  readonly isWhole: boolean;
  /** Address of a block of zeros in every lane. */
  readonly zeros: number;
  /** Address of the first slot in every lane. */
  readonly slotsBegin: number;
  readonly slotBytes: number;
  /** [cell][block]: 1 if the block gained states in the last layer of its colour. */
  readonly gained: Uint8Array;
  readonly counts: BlockCounts;
  /** Those of the last complete layer, for a layer that was broken off and is done again. */
  readonly before: BlockCounts;
  /** Counters of src/base/threads/rounds.ts. */
  readonly counters: Int32Array;
}

/** Bytes of a WebAssembly page. */
const PAGE = 65536;

let explorations = 0;

/** @throws MemoryError if the machine refuses the memory */
export function allocateStaging(
  { geometry, blocks, blockRadices, slotBytes, constants, moves }: StagedBoard,
  { lanes, isWhole, slots, scratch, zeros, slotsBegin }: Staging,
  table: boolean,
): SharedStaging {
  const { cells } = geometry.board;
  const numbered = cells * blocks.count;
  const pages = Math.ceil((slotsBegin + slots * slotBytes) / PAGE);
  const newCounts = (): BlockCounts => ({ held: shared32(numbered), marked: shared32(table ? numbered : 0) });
  const layout: Layout = {
    cells,
    blocks,
    blockRadices,
    blocksPerShard: blocks.count,
    shards: 0,
    pages,
    parities: constants.address,
    scratch,
    scratchBlocks: SCRATCH_BLOCKS,
    visited: VISITED,
    table: table ? TABLE : 0,
    fresh: 0,
    moves,
    sweeps: null,
  };
  return {
    id: `${process.pid}-${explorations++}`,
    layout,
    kernel: compileKernel(),
    lanes: Array.from({ length: lanes }, () => newLane(pages, constants, numbered, slots)),
    isWhole,
    zeros,
    slotsBegin,
    slotBytes,
    gained: new Uint8Array(new SharedArrayBuffer(numbered)),
    counts: newCounts(),
    before: newCounts(),
    counters: newRoundCounters(),
  };
}

function newLane(pages: number, constants: ShardConstants, numbered: number, slots: number): Lane {
  const memory = newKernelMemory(pages);
  new Uint8Array(memory.buffer).set(constants.bytes, constants.address);
  return {
    memory,
    places: new Int32Array(new SharedArrayBuffer(4 * numbered)),
    occupants: shared32(slots),
    states: new Uint8Array(new SharedArrayBuffer(slots)),
  };
}

function shared32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}
