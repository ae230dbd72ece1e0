/**
 * The memory shared by the coordinator and the workers of an exploration on disk: lanes of staged blocks, and the facts of each block.
 */

import { newKernelMemory } from '../../../base/memory.js';
import { newRoundCounters } from '../../../base/threads/rounds.js';
import { compileKernel } from '../../../engines/bits/kernel/kernel.js';
import { type Blocks, type Layout, SCRATCH_BLOCKS } from '../../../engines/bits/layout/blocks.js';
import type { ShardConstants } from '../../../engines/bits/layout/board-plan.js';
import { STATES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';
import { TABLE, VISITED } from '../files/portion-header.js';
import type { StagedBoard, Staging } from './staging.js';

/**
 * The slots of a stage, in the order of the files:
 *
 *     targets   visited bits of the blocks that are searched, or rewritten with their portion
 *     tables    their table bits, in layers that mark the table
 *     sources   visited bits of the blocks that moves lead from
 *
 * In a lane for the whole board every block has its own slot, in the same order: all visited bits, then the table.
 */
export interface Lane {
  readonly memory: WebAssembly.Memory<SharedArrayBuffer>;
  /** [index]: slot of the block + 1; 0 if it has none. */
  readonly places: Int32Array;
  /** [slot]: index of its block. */
  readonly occupants: Uint32Array;
  /** [slot]: EMPTY, READ, CHANGED or KNOWN. */
  readonly states: Uint8Array;
}

/** State of a slot without valid contents. */
export const EMPTY = 0;
/** State of a slot that was read from a file, but not checked yet. */
export const READ = 1;
/** State of a slot that was changed, and must be written. */
export const CHANGED = 2;
/** State of a slot whose contents match its file. */
export const KNOWN = 3;

/** The facts of each block, by its index. */
export interface BlockFacts {
  /** 1 if the block gained states in the last layer of its colour, else 0. */
  readonly gained: Uint8Array;
  /** Number of its visited bits that are set. */
  readonly held: Uint32Array;
  /** Number of its table bits that are set; empty if there is no table. */
  readonly marked: Uint32Array;
  /** Checksums of its visited bits and table bits in the files; 0 if they are not stored. */
  readonly visitedSums: Uint32Array;
  readonly tableSums: Uint32Array;
}

/** Plain data that can be sent to workers. */
export interface SharedStaging {
  readonly id: string;
  /** Layout of the board. Its `visited` and `table` identify the bitsets of lane-places.ts; there are no shards. */
  readonly layout: Layout;
  readonly kernel: WebAssembly.Module;
  readonly lanes: readonly Lane[];
  readonly isWhole: boolean;
  /** Addresses of an empty block and of a full block in every lane. */
  readonly zeros: number;
  readonly ones: number;
  /** Address of the header to write in every lane. */
  readonly head: number;
  /** Address of the first slot in every lane. */
  readonly slotsBegin: number;
  readonly slotBytes: number;
  readonly facts: BlockFacts;
  /** Counters of src/base/threads/rounds.ts. */
  readonly counters: Int32Array;
}

/** Bytes of a WebAssembly page. */
const PAGE = 65536;

let explorations = 0;

/** Allocates the memory. @throws MemoryError if the operating system refuses it */
export function allocateStaging(
  { geometry, blocks, blockRadices, slotBytes, constants, moves }: StagedBoard,
  { lanes, isWhole, slots, scratch, zeros, ones, head, slotsBegin }: Staging,
  table: boolean,
): SharedStaging {
  const { cells } = geometry.board;
  const numbered = cells * blocks.count;
  const pages = Math.ceil((slotsBegin + slots * slotBytes) / PAGE);
  const fullBlock = { address: ones, bytes: fullBlockOf(blocks) };
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
    lanes: Array.from({ length: lanes }, () => newLane(pages, constants, fullBlock, numbered, slots)),
    isWhole,
    zeros,
    ones,
    head,
    slotsBegin,
    slotBytes,
    facts: {
      gained: new Uint8Array(new SharedArrayBuffer(numbered)),
      held: shared32(numbered),
      marked: shared32(table ? numbered : 0),
      visitedSums: shared32(numbered),
      tableSums: shared32(table ? numbered : 0),
    },
    counters: newRoundCounters(),
  };
}

/** Returns the words of a block that holds all its states. */
function fullBlockOf({ states, paddedWords }: Blocks): Uint8Array {
  const words = new BigUint64Array(paddedWords);
  for (let word = 0; word * STATES_PER_WORD < states; word++) {
    words[word] = (1n << BigInt(Math.min(STATES_PER_WORD, states - word * STATES_PER_WORD))) - 1n;
  }
  return new Uint8Array(words.buffer);
}

function newLane(
  pages: number,
  constants: ShardConstants,
  fullBlock: ShardConstants,
  numbered: number,
  slots: number,
): Lane {
  const memory = newKernelMemory(pages);
  for (const { address, bytes } of [constants, fullBlock]) new Uint8Array(memory.buffer).set(bytes, address);
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
