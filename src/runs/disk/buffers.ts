/**
 * The memory shared by the coordinator and the workers of an exploration on disk: buffers of blocks, and the facts of each block.
 */

import { align, compileKernel, MemoryError, newKernelMemory } from '../../base/memory.js';
import { bytesText } from '../../base/text.js';
import { newRoundCounters } from '../../base/threads.js';
import { type Blocks, type Layout, SCRATCH_BLOCKS } from '../../engines/boards/board-plan.js';
import { PAGE_BYTES } from '../../files/direct-file.js';
import { formatBoard } from '../../spaces/board/board.js';
import { BYTES_PER_WORD, STATES_PER_WORD } from '../../spaces/board/numbering.js';
import { type Bitset, TABLE, VISITED } from './portion-file.js';
import type { FilePlace, MemoryOptions, Portions } from './portions.js';
import { coloursOf, type DiskBoard, type Stage, slotsOfOneBlock } from './stage.js';

/*
 * The slots of a stage, in the order of the files:
 *
 *     targets   visited bits of the blocks that are searched, or rewritten with their portion
 *     tables    their table bits, in layers that mark the table
 *     sources   visited bits of the blocks that moves lead from
 *
 * In a buffer for the whole board every block has its own slot, in the same order: all visited bits, then the table.
 */

/** State of a slot without valid contents. */
export const EMPTY = 0;
/** State of a slot that was read from a file, but not checked yet. */
export const READ = 1;
/** State of a slot that was changed, and must be written. */
export const CHANGED = 2;
/** State of a slot whose contents match its file. */
const KNOWN = 3;

/** Plain data that can be sent to workers. */
export type SharedMemory = ReturnType<typeof allocateBuffers>;

/** Bytes of a WebAssembly page. */
const PAGE = 65536;

let explorations = 0;

/** Allocates the memory. @throws MemoryError if the operating system refuses it */
export function allocateBuffers(
  { geometry, blocks, blockRadices, slotBytes, constants, moves }: DiskBoard,
  division: MemoryDivision,
  table: boolean,
) {
  const { buffers, slots, scratch, ones, slotsBegin } = division;
  const { cells } = geometry.board;
  const numbered = cells * blocks.count;
  const pages = Math.ceil((slotsBegin + slots * slotBytes) / PAGE);
  const newBuffer = () => {
    const memory = newKernelMemory(pages);
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(constants.bytes, constants.address);
    bytes.set(fullBlockOf(blocks), ones);
    return {
      memory,
      /** [index]: slot of the block + 1; 0 if it has none. */
      blockSlots: new Int32Array(new SharedArrayBuffer(4 * numbered)),
      /** [slot]: index of its block. */
      occupants: shared32(slots),
      /** [slot]: EMPTY, READ, CHANGED or KNOWN. */
      states: new Uint8Array(new SharedArrayBuffer(slots)),
    };
  };
  /** Layout of the board. Its `visited` and `table` identify the bitsets of a buffer; there are no shards. */
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
    ...division,
    id: `${process.pid}-${explorations++}`,
    layout,
    /** An object, so that the public types do not depend on those of WebAssembly. */
    kernel: compileKernel('layers') as object,
    buffers: Array.from({ length: buffers }, newBuffer),
    slotBytes,
    /** The facts of each block, by its index. */
    facts: {
      /** 1 if the block gained states in the last layer of its colour, else 0. */
      gained: new Uint8Array(new SharedArrayBuffer(numbered)),
      /** Number of its visited bits that are set. */
      held: shared32(numbered),
      /** Number of its table bits that are set; empty if there is no table. */
      marked: shared32(table ? numbered : 0),
      /** Checksums of its visited bits and table bits in the files; 0 if they are not stored. */
      visitedSums: shared32(numbered),
      tableSums: shared32(table ? numbered : 0),
    },
    /** Counters of src/base/threads.ts. */
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

function shared32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

/* Stages in buffers: the slots of blocks, and runs of slots that are contiguous both in memory and in a file. */

/** The slots of a stage in a buffer. Sources follow the tables, or precede them if every block has a slot. */
export interface SlotRanges {
  readonly buffer: number;
  readonly tablesBegin: number;
  /** Equal to tablesBegin in layers that do not mark the table. */
  readonly tablesEnd: number;
  readonly slotsEnd: number;
}

/** A stage with its slots in a buffer. */
export interface BufferedStage extends Stage, SlotRanges {}

/** Returns true if a block's visited bits are stored in a file. */
export function isStored({ facts, layout }: Pick<SharedMemory, 'facts' | 'layout'>, index: number): boolean {
  return facts.held[index] > 0 && facts.held[index] < layout.blocks.states;
}

/** Slots that are consecutive in a buffer, from an address in its memory, and in a file. */
export type SlotRun = FilePlace & { readonly count: number; readonly address: number };

/** Returns the functions that place stages in the buffers of a run. */
export function stageSlots(shared: SharedMemory, portions: Portions) {
  const { buffers, isWhole, layout, facts, slotsBegin, slotBytes } = shared;

  /**
   * Returns the longest runs of wanted slots.
   * @param keys in ascending order
   * @param first slot of the first key; if every block has a slot, of key 0
   */
  function slotRuns(keys: readonly number[], first: number, wanted: (slot: number, key: number) => boolean): SlotRun[] {
    const runs: SlotRun[] = [];
    for (let k = 0; k < keys.length; ) {
      const begin = k;
      const key = keys[begin];
      const slot = first + (isWhole ? key : begin);
      k++;
      if (!wanted(slot, key)) continue;
      const place = portions.placeOfKey(key);
      const { end } = portions.keysOf(place.colour, place.portion);
      while (k < keys.length && keys[k] === keys[k - 1] + 1 && keys[k] < end && wanted(slot + k - begin, keys[k])) k++;
      runs.push({ ...place, count: k - begin, address: slotsBegin + slot * slotBytes });
    }
    return runs;
  }

  return {
    /**
     * Assigns slots to the blocks of a stage, and marks the slots to read.
     * @param mark true if the targets' tables are needed too
     */
    occupy(stage: Stage, buffer: number, mark: boolean): BufferedStage {
      const { targets, sources } = stage;
      const { blockSlots, occupants, states } = buffers[buffer];
      const tablesBegin = isWhole ? layout.cells * layout.blocks.count : targets.length;
      const tablesEnd = mark ? 2 * tablesBegin : tablesBegin;
      const slotsEnd = isWhole ? tablesEnd : tablesEnd + sources.length;
      const put = (slot: number, index: number, isRead: boolean) => {
        if (isWhole && states[slot] !== EMPTY) return;
        occupants[slot] = index;
        states[slot] = isRead ? READ : EMPTY;
      };
      const take = (key: number, slot: number): number => {
        const index = portions.indexOf(key);
        blockSlots[index] = slot + 1;
        put(slot, index, isStored(shared, index));
        return index;
      };
      for (let k = 0; k < targets.length; k++) {
        const key = targets[k];
        const slot = isWhole ? key : k;
        const index = take(key, slot);
        if (mark) put(tablesBegin + slot, index, facts.marked[index] > 0);
      }
      for (let k = 0; k < sources.length; k++) take(sources[k], isWhole ? sources[k] : tablesEnd + k);
      return { ...stage, buffer, tablesBegin, tablesEnd, slotsEnd };
    },
    /** Removes the blocks of a stage from its buffer. If every block has a slot, marks them as known instead. */
    leave({ buffer, targets, sources, slotsEnd }: BufferedStage): void {
      const { blockSlots, states } = buffers[buffer];
      if (isWhole) {
        for (let slot = 0; slot < slotsEnd; slot++) if (states[slot] !== EMPTY) states[slot] = KNOWN;
        return;
      }
      for (const key of targets) blockSlots[portions.indexOf(key)] = 0;
      for (const key of sources) blockSlots[portions.indexOf(key)] = 0;
    },
    /** Returns the runs of a stage to read from the files of a bitset. */
    runsToRead(stage: BufferedStage, bitset: Bitset): readonly SlotRun[] {
      const { buffer, targets, sources, tablesBegin, tablesEnd } = stage;
      const { states } = buffers[buffer];
      const isRead = (slot: number) => states[slot] === READ;
      if (bitset === TABLE) return tablesEnd === tablesBegin ? [] : slotRuns(targets, tablesBegin, isRead);
      return [...slotRuns(targets, 0, isRead), ...slotRuns(sources, isWhole ? 0 : tablesEnd, isRead)];
    },
    /** Returns the runs of a stage to write to a portion's file of a bitset. */
    runsToWrite(stage: BufferedStage, bitset: Bitset, colour: number, portion: number): readonly SlotRun[] {
      const { buffer, targets, tablesBegin, tablesEnd } = stage;
      const { states, occupants } = buffers[buffer];
      if (bitset === TABLE && tablesEnd === tablesBegin) return [];
      const { begin, end } = portions.keysOf(colour, portion);
      return slotRuns(targets, bitset === TABLE ? tablesBegin : 0, (slot, key) => {
        const isWritten = key >= begin && key < end && states[slot] !== EMPTY;
        return isWritten && (bitset === TABLE || isStored(shared, occupants[slot]));
      });
    },
  };
}

/*
 * The division of memory into buffers. With three buffers, one stage is read while another is searched and a third is written. If all of
 * the board fits, there is a single buffer.
 */

/** Maximum bytes of a buffer. More would not lengthen runs, and would touch more memory for the first time. */
const MOST_BUFFER_BYTES = 1e9;
/** Bytes of the facts of each block: a mark, two counts and two checksums. */
const MARKS_BYTES = 1 + 4 * 4;
/** Bytes of each block in a buffer: its slot. */
const BLOCK_SLOT_BYTES = 4;
/** Bytes of each slot of a buffer: the index of its block, and its state. */
const OCCUPANT_BYTES = 5;

type MemoryDivision = ReturnType<typeof divideMemory>;

/** Divides the memory. @throws MemoryError with the bytes needed, if `memory` is insufficient */
export function divideMemory(
  { geometry, blocks, slotBytes, constants, moves }: DiskBoard,
  { table, memory, threads, headBytes, shared = false, orLeast = false }: MemoryOptions,
  mostBufferBytes = MOST_BUFFER_BYTES,
) {
  const { board } = geometry;
  const blockBytes = blocks.paddedWords * BYTES_PER_WORD;
  const numbered = board.cells * blocks.count;
  // Addresses in each buffer: the workers' scratch space, an empty block and a full block, the header to write, and the first slot.
  const scratch = align(constants.address + constants.bytes.length);
  const zeros = scratch + threads * SCRATCH_BLOCKS * blockBytes;
  const ones = zeros + blockBytes;
  const head = Math.ceil((ones + blockBytes) / PAGE_BYTES) * PAGE_BYTES;
  const slotsBegin = head + headBytes;
  const slotsOfTarget = table ? 2 : 1;
  const colours = coloursOf(board);
  const ofBuffer = (slots: number) => slotsBegin + slots * (slotBytes + OCCUPANT_BYTES) + numbered * BLOCK_SLOT_BYTES;
  const marks = numbered * MARKS_BYTES;
  /** @param slots number of slots per buffer */
  const divided = (buffers: number, slots: number) => {
    /** Bytes of all allocated memory. */
    const memoryBytes = Math.ceil(marks + buffers * ofBuffer(slots));
    // Whole if a buffer has a slot for every block, so that no block is read twice.
    return { buffers, isWhole: buffers === 1, slots, scratch, zeros, ones, head, slotsBegin, memoryBytes };
  };
  const whole = divided(1, numbered * slotsOfTarget);
  if (!shared && whole.slots * slotBytes <= mostBufferBytes && whole.memoryBytes <= memory) return whole;

  const buffers = 3;
  const least = Math.max(...colours.map((cells) => slotsOfOneBlock({ cells, moves }, blocks.words, slotsOfTarget)));
  const needed = divided(buffers, least).memoryBytes;
  if (needed > memory && !orLeast) {
    throw new MemoryError(
      `${formatBoard(board)} on disk needs at least ${bytesText(needed)} of memory, but may use ${bytesText(memory)}`,
    );
  }
  const free = (memory - marks) / buffers - ofBuffer(0);
  const most = Math.floor(Math.min(free, mostBufferBytes) / (slotBytes + OCCUPANT_BYTES));
  return divided(buffers, Math.max(least, Math.min(most, whole.slots)));
}
