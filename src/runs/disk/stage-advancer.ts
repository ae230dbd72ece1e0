/** A worker's share of a stage: checks the slots that were read, then advances the targets. */

import { shardsOfMemories } from '../../base/memory.js';
import { breakOff, claim, endRound, join } from '../../base/threads.js';
import type { Keeping } from '../../engines/batches.js';
import { BlockAdvancer } from '../../engines/boards/layers.js';
import type { BlockAccess, BoardShard, Marks } from '../../engines/boards/memory.js';
import { KeptStates } from '../../engines/boards/observers.js';
import type { State } from '../../spaces/board/numbering.js';
import { CHANGED, EMPTY, READ, type SharedBuffers, type SlotRanges, type StageBuffer } from './buffers.js';
import { type Bitset, sumOf, TABLE, VISITED, wordBytesOf } from './portion-file.js';

export interface StageTask {
  readonly staging: SharedBuffers;
  readonly slots: SlotRanges;
  readonly depth: number;
  /** Cells of the layer, in ascending order. */
  readonly cells: readonly number[];
  /** Numbers of the blocks that have targets, in ascending order. */
  readonly blocks: readonly number[];
  /** Portion of each of these blocks. */
  readonly portions: readonly number[];
  /** True if the layer is marked in the table. The tables of the targets are then in memory. */
  readonly mark: boolean;
  /** First states to keep of each portion. */
  readonly keeping: Keeping;
  /** True if a claim covers a block on all cells; false if it covers one cell. */
  readonly claimWholeBlocks: boolean;
  readonly workers: number;
  /** True if each worker has a processor. */
  readonly spin: boolean;
}

/** A block with a wrong checksum. */
export interface BlockFault {
  readonly bitset: Bitset;
  readonly index: number;
}

export interface StageResult {
  /** First states of this depth, by portion. */
  readonly first: ReadonlyMap<number, readonly State[]>;
  readonly fault: BlockFault | null;
}

/** Number of slots that a worker claims at a time for checking. */
const SLOTS_OF_A_CLAIM = 8;

let attached: { readonly id: string; readonly worker: StageAdvancer } | undefined;

/** Releases the exploration that this worker has joined. */
export function releaseStages(): void {
  attached = undefined;
}

/** Performs this worker's share of a stage. @returns its results */
export function advanceStage(task: StageTask): StageResult {
  const { staging, workers } = task;
  if (attached?.id !== staging.id) {
    const worker = join(staging.counters);
    // A worker that replaces a dead one would have no scratch space.
    if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
    attached = { id: staging.id, worker: new StageAdvancer(staging, worker) };
  }
  return attached.worker.advance(task);
}

/** Advances the targets of stages. Gives access to their blocks, in the slots of a buffer. */
class StageAdvancer implements BlockAccess {
  readonly maps: Uint32Array;
  readonly #staging: SharedBuffers;
  readonly #advancer: BlockAdvancer;
  readonly #wordBytes: number;
  readonly #shards: readonly BoardShard[];
  #shard: BoardShard;
  #buffer: StageBuffer;
  /** Distance from a target's slot to its table's slot; 0 if there is no table. */
  #toTable = 0;

  constructor(staging: SharedBuffers, worker: number) {
    const { buffers, kernel, layout, facts } = staging;
    this.#staging = staging;
    this.#wordBytes = wordBytesOf(layout.blocks);
    this.#shards = shardsOfMemories(
      buffers.map(({ memory }) => memory),
      kernel,
    );
    this.#shard = this.#shards[0];
    this.#buffer = buffers[0];
    this.maps = new Uint32Array(buffers[0].memory.buffer, 0, Math.floor(layout.scratch / 4));
    const marks: Marks = { gained: facts.gained, held: facts.held, swept: [new Uint8Array(0), new Uint8Array(0)] };
    this.#advancer = new BlockAdvancer(layout, this, marks, worker);
  }

  advance(task: StageTask): StageResult {
    const { counters, layout, buffers } = this.#staging;
    const { workers, spin, cells, blocks, portions, slots } = task;
    this.#shard = this.#shards[slots.buffer];
    this.#buffer = buffers[slots.buffer];
    this.#toTable = slots.tablesEnd - slots.tablesBegin;
    const kept = new Map<number, KeptStates>();
    const fault = this.#checkSlots(task);
    if (fault !== null) breakOff(counters);
    else if (endRound(counters, workers, spin, true, () => true)) {
      const cellsOfClaim = task.claimWholeBlocks ? cells.length : 1;
      const units = blocks.length * cells.length;
      for (let begin = claim(counters) * cellsOfClaim; begin < units; begin = claim(counters) * cellsOfClaim) {
        for (let unit = begin; unit < begin + cellsOfClaim; unit++) {
          const number = Math.floor(unit / cells.length);
          const portion = portions[number];
          const keptOfPortion = kept.get(portion) ?? new KeptStates(layout, task.keeping, task.depth);
          kept.set(portion, keptOfPortion);
          this.#advanceTarget(task, cells[unit % cells.length], blocks[number], keptOfPortion);
        }
      }
    }
    return { first: new Map([...kept].map(([portion, states]) => [portion, states.observed()])), fault };
  }

  /** Checks slots that were read. @returns the fault of a slot that this worker checked; null if there is none */
  #checkSlots({ slots: { tablesBegin, tablesEnd, slotsEnd } }: StageTask): BlockFault | null {
    const { counters, facts } = this.#staging;
    const { occupants, states } = this.#buffer;
    for (;;) {
      const begin = claim(counters) * SLOTS_OF_A_CLAIM;
      if (begin >= slotsEnd) return null;
      for (let slot = begin; slot < Math.min(begin + SLOTS_OF_A_CLAIM, slotsEnd); slot++) {
        if (states[slot] !== READ) continue;
        const index = occupants[slot];
        const bitset = slot >= tablesBegin && slot < tablesEnd ? TABLE : VISITED;
        const sums = bitset === TABLE ? facts.tableSums : facts.visitedSums;
        if (this.#sumOf(slot) !== sums[index]) return { bitset, index };
      }
    }
  }

  #sumOf(slot: number): number {
    return sumOf(this.#slot(slot), this.#wordBytes);
  }

  #advanceTarget({ slots, mark }: StageTask, cell: number, block: number, kept: KeptStates): void {
    const { layout, facts } = this.#staging;
    const { places, states } = this.#buffer;
    const index = cell * layout.blocks.count + block;
    const slot = places[index] - 1;
    // Sources have slots too, but on cells of the other colour.
    if (slot < 0) return;
    const tableSlot = slot + slots.tablesBegin;
    if (mark && states[tableSlot] === EMPTY) this.#slot(tableSlot).fill(0);
    const found = this.#advancer.advance(cell, block, mark, kept);
    if (found === 0) return;
    const isFull = facts.held[index] === layout.blocks.states;
    facts.visitedSums[index] = isFull ? 0 : this.#sumOf(slot);
    states[slot] = CHANGED;
    if (!mark) return;
    facts.marked[index] += found;
    facts.tableSums[index] = this.#sumOf(tableSlot);
    states[tableSlot] = CHANGED;
  }

  shardOf(): BoardShard {
    return this.#shard;
  }

  /** Returns the bytes of a slot. */
  #slot(slot: number): Uint8Array {
    const { slotsBegin, slotBytes } = this.#staging;
    const begin = slotsBegin + slot * slotBytes;
    return this.#shard.bytes.subarray(begin, begin + slotBytes);
  }

  /** Full blocks and blocks with nothing new to give are not staged. They can be treated as empty. */
  address(bitset: number, cell: number, block: number): number {
    const { layout, facts, slotsBegin, slotBytes, zeros, ones } = this.#staging;
    const { count, states } = layout.blocks;
    const index = cell * count + block;
    const place = this.#buffer.places[index];
    if (bitset === TABLE) {
      return this.#toTable === 0 ? 0 : slotsBegin + (place - 1 + this.#toTable) * slotBytes;
    }
    if (facts.held[index] === states) return ones;
    return place === 0 ? zeros : slotsBegin + (place - 1) * slotBytes;
  }

  areTogether(): boolean {
    return false;
  }

  bring(bitset: number, cell: number, block: number): number {
    return this.address(bitset, cell, block);
  }
}
