/** A worker's share of a stage: checks the slots that were read, then advances the targets. */

import { shardsOfMemories } from '../../base/memory.js';
import { breakOff, claim, endRound, join } from '../../base/threads.js';
import type { Keeping } from '../../engines/batches.js';
import { BlockAdvancer } from '../../engines/boards/layers.js';
import type { BlockAccess, BoardShard, Marks } from '../../engines/boards/memory.js';
import { KeptStates } from '../../engines/boards/observers.js';
import type { State } from '../../spaces/board/numbering.js';
import { CHANGED, EMPTY, READ, type SharedMemory, type SlotRanges } from './buffers.js';
import { type Bitset, sumOf, TABLE, VISITED, wordBytesOf } from './portion-file.js';

export interface StageTask {
  readonly shared: SharedMemory;
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
export type BlockFault = { readonly bitset: Bitset; readonly index: number };

/** The first states of this depth, by portion, and a fault that was found. */
export type StageResult = { readonly first: ReadonlyMap<number, readonly State[]>; readonly fault: BlockFault | null };

/** Number of slots that a worker claims at a time for checking. */
const SLOTS_OF_A_CLAIM = 8;

let attached: { readonly id: string; readonly advance: (task: StageTask) => StageResult } | undefined;

/** Releases the exploration that this worker has joined. */
export function releaseStages(): void {
  attached = undefined;
}

/** Performs this worker's share of a stage. @returns its results */
export function advanceStage(task: StageTask): StageResult {
  const { shared, workers } = task;
  if (attached?.id !== shared.id) {
    const worker = join(shared.counters);
    // A worker that replaces a dead one would have no scratch space.
    if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
    attached = { id: shared.id, advance: stageAdvancer(shared, worker) };
  }
  return attached.advance(task);
}

/** Returns the function of a worker that advances the targets of stages, whose blocks are in the slots of a buffer. */
function stageAdvancer(shared: SharedMemory, worker: number): (task: StageTask) => StageResult {
  const { buffers, kernel, layout, facts, counters, slotsBegin, slotBytes, zeros, ones } = shared;
  const { count, states: statesOfBlock } = layout.blocks;
  const wordBytes = wordBytesOf(layout.blocks);
  const memories = buffers.map(({ memory }) => memory);
  const shards: BoardShard[] = shardsOfMemories(memories, kernel as WebAssembly.Module);
  let [shard] = shards;
  let [buffer] = buffers;
  /** Distance from a target's slot to its table's slot; 0 if there is no table. */
  let toTable = 0;

  /** Full blocks and blocks with nothing new to give have no slots. They can be treated as empty. */
  function address(bitset: number, cell: number, block: number): number {
    const index = cell * count + block;
    const slot = buffer.blockSlots[index] - 1;
    if (bitset === TABLE) return toTable === 0 ? 0 : slotsBegin + (slot + toTable) * slotBytes;
    if (facts.held[index] === statesOfBlock) return ones;
    return slot < 0 ? zeros : slotsBegin + slot * slotBytes;
  }

  const maps = new Uint32Array(memories[0].buffer, 0, Math.floor(layout.scratch / 4));
  const places: BlockAccess = { maps, shardOf: () => shard, address, areTogether: () => false, bring: address };
  const marks: Marks = { gained: facts.gained, held: facts.held, swept: [new Uint8Array(0), new Uint8Array(0)] };
  const advancer = new BlockAdvancer(layout, places, marks, worker);

  /** Returns the bytes of a slot. */
  function slotAt(slot: number): Uint8Array {
    const begin = slotsBegin + slot * slotBytes;
    return shard.bytes.subarray(begin, begin + slotBytes);
  }

  /** Checks slots that were read. @returns the fault of a slot that this worker checked; null if there is none */
  function checkSlots({ slots: { tablesBegin, tablesEnd, slotsEnd } }: StageTask): BlockFault | null {
    const { occupants, states } = buffer;
    for (;;) {
      const begin = claim(counters) * SLOTS_OF_A_CLAIM;
      if (begin >= slotsEnd) return null;
      for (let slot = begin; slot < Math.min(begin + SLOTS_OF_A_CLAIM, slotsEnd); slot++) {
        if (states[slot] !== READ) continue;
        const index = occupants[slot];
        const bitset = slot >= tablesBegin && slot < tablesEnd ? TABLE : VISITED;
        const sums = bitset === TABLE ? facts.tableSums : facts.visitedSums;
        if (sumOf(slotAt(slot), wordBytes) !== sums[index]) return { bitset, index };
      }
    }
  }

  function advanceTarget({ slots, mark }: StageTask, cell: number, block: number, kept: KeptStates): void {
    const { blockSlots, states } = buffer;
    const index = cell * count + block;
    const slot = blockSlots[index] - 1;
    // Sources have slots too, but on cells of the other colour.
    if (slot < 0) return;
    const tableSlot = slot + slots.tablesBegin;
    if (mark && states[tableSlot] === EMPTY) slotAt(tableSlot).fill(0);
    const found = advancer.advance(cell, block, mark, kept);
    if (found === 0) return;
    const isFull = facts.held[index] === statesOfBlock;
    facts.visitedSums[index] = isFull ? 0 : sumOf(slotAt(slot), wordBytes);
    states[slot] = CHANGED;
    if (!mark) return;
    facts.marked[index] += found;
    facts.tableSums[index] = sumOf(slotAt(tableSlot), wordBytes);
    states[tableSlot] = CHANGED;
  }

  return (task) => {
    const { workers, spin, cells, blocks, portions, slots } = task;
    shard = shards[slots.buffer];
    buffer = buffers[slots.buffer];
    toTable = slots.tablesEnd - slots.tablesBegin;
    const kept = new Map<number, KeptStates>();
    const fault = checkSlots(task);
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
          advanceTarget(task, cells[unit % cells.length], blocks[number], keptOfPortion);
        }
      }
    }
    return { first: new Map([...kept].map(([portion, states]) => [portion, states.observed()])), fault };
  };
}
