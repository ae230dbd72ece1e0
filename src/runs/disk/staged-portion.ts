/**
 * A worker's share of a portion: first the slots that were read are checked, then the targets are advanced, and what changed is
 * sealed.
 *
 * A layer that was broken off is done again with all its sources. A target may then have been written, or half written, already:
 *
 *     visited   what a slot holds beyond the last complete layer are states of this one. A slot that was torn is emptied: its
 *               sources bring all its states again. How many are fresh is what it holds then less what it held before.
 *     table     was on the disk before the visited bits were written, so it has the states of this layer
 *               either all or, if the visited bits have none of them, not at all.
 */

import { breakOff, claim, endRound, join } from '../../base/threads/rounds.js';
import type { Marks } from '../../engines/bits/kernel/memory.js';
import { type Keeping, KeptStates } from '../../engines/bits/run/kept-states.js';
import { BlockAdvancer } from '../../engines/bits/single/colour-layers.js';
import type { State } from '../../spaces/board/numbering/numbering.js';
import { onesOfSlot, type SlotName, sealSlot, TABLE, VISITED } from './files/slots.js';
import { LanePlaces } from './lane-places.js';
import type { SlotRanges } from './lane-slots.js';
import { CHANGED, EMPTY, READ, type SharedStaging, TORN } from './shared-staging.js';

export interface PortionTask {
  readonly staging: SharedStaging;
  readonly slots: SlotRanges;
  readonly depth: number;
  /** Cells of the layer, ascending. */
  readonly cells: readonly number[];
  /** Numbers of the blocks that have targets, ascending. */
  readonly blocks: readonly number[];
  /** True if the layer is marked in the table: the targets' tables are there. */
  readonly mark: boolean;
  /** A bit for each block number, set if visited bits may have been written since the layer was broken off; none if it was not. */
  readonly begun: Uint8Array | null;
  readonly keeping: Keeping;
  /** If true, a claim is a block of all cells, else of one. */
  readonly claimWholeBlocks: boolean;
  readonly workers: number;
  /** True if there is a processor for each of them. */
  readonly spin: boolean;
}

/** A fault of a slot. */
export interface SlotFault extends SlotName {
  readonly fault: 'damaged' | 'ahead';
}

export interface PortionResult {
  /** States of this depth among the targets. */
  readonly fresh: number;
  /** First states of those that were found now. */
  readonly first: readonly State[];
  readonly fault: SlotFault | null;
}

/** Slots that are checked at a time. */
const SLOTS_OF_A_CLAIM = 8;

let attached: { readonly id: string; readonly worker: StagedPortions } | undefined;

/** Lets go of the exploration that this worker took part in. */
export function releasePortions(): void {
  attached = undefined;
}

/** @returns what this worker found */
export function advancePortion(task: PortionTask): PortionResult {
  const { staging, workers } = task;
  if (attached?.id !== staging.id) {
    const worker = join(staging.counters);
    // A worker that took the place of a dead one would have no scratch space of its own.
    if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
    attached = { id: staging.id, worker: new StagedPortions(staging, worker) };
  }
  return attached.worker.advance(task);
}

class StagedPortions {
  readonly #staging: SharedStaging;
  readonly #places: LanePlaces;
  readonly #advancer: BlockAdvancer;

  constructor(staging: SharedStaging, worker: number) {
    this.#staging = staging;
    const { layout, gained, counts } = staging;
    const marks: Marks = { gained, held: counts.held, swept: [new Uint8Array(0), new Uint8Array(0)] };
    this.#places = new LanePlaces(staging);
    this.#advancer = new BlockAdvancer(layout, this.#places, marks, worker);
  }

  advance(task: PortionTask): PortionResult {
    const { counters, layout } = this.#staging;
    const { workers, spin } = task;
    this.#places.enter(task.slots);
    let fault = this.#checkSlots(task);
    if (fault !== null) {
      breakOff(counters);
      return { fresh: 0, first: [], fault };
    }
    if (!endRound(counters, workers, spin, true, () => true)) return { fresh: 0, first: [], fault: null };
    const kept = new KeptStates(layout, task.keeping, task.depth);
    const cellsOfClaim = task.claimWholeBlocks ? task.cells.length : 1;
    const units = task.blocks.length * task.cells.length;
    let fresh = 0;
    for (;;) {
      const begin = claim(counters) * cellsOfClaim;
      if (begin >= units || fault !== null) return { fresh, first: kept.observed(), fault };
      for (let unit = begin; unit < begin + cellsOfClaim; unit++) {
        const cell = task.cells[unit % task.cells.length];
        const block = task.blocks[Math.floor(unit / task.cells.length)];
        const count = this.#advanceTarget(task, cell, block, kept);
        if (count === undefined) fault = { bitset: task.mark ? TABLE : VISITED, cell, block, fault: 'damaged' };
        else fresh += count;
      }
    }
  }

  /** @returns what is wrong with one of the slots that this worker checked */
  #checkSlots(task: PortionTask): SlotFault | null {
    const { counters, layout } = this.#staging;
    const { occupants, states } = this.#places.lane;
    const { tablesBegin, tablesEnd, end } = task.slots;
    for (;;) {
      const begin = claim(counters) * SLOTS_OF_A_CLAIM;
      if (begin >= end) return null;
      for (let slot = begin; slot < Math.min(begin + SLOTS_OF_A_CLAIM, end); slot++) {
        if (states[slot] !== READ) continue;
        const index = occupants[slot];
        const { count } = layout.blocks;
        const bitset = slot >= tablesBegin && slot < tablesEnd ? TABLE : VISITED;
        const name = { bitset, cell: Math.floor(index / count), block: index % count };
        const fault = this.#checkSlot(task, slot, name, index);
        if (fault !== null) return { ...name, fault };
      }
    }
  }

  #checkSlot({ cells, begun }: PortionTask, slot: number, name: SlotName, index: number): SlotFault['fault'] | null {
    const { counts, before } = this.#staging;
    const bytes = this.#places.slot(slot);
    const ones = onesOfSlot(bytes, name);
    const counted = name.bitset === TABLE ? counts.marked : counts.held;
    const isTarget = cells.includes(name.cell);
    if (begun === null || !isTarget) return ones === counted[index] ? null : 'damaged';
    const least = (name.bitset === TABLE ? before.marked : before.held)[index];
    const hasBegun = (begun[name.block >> 3] & (1 << (name.block & 7))) !== 0;
    if (ones === undefined && name.bitset === VISITED && hasBegun) {
      bytes.fill(0);
      this.#places.lane.states[slot] = TORN;
      counted[index] = 0;
      return null;
    }
    if (ones === undefined || ones < least) return 'damaged';
    if (name.bitset === VISITED && ones > least && !hasBegun) return 'ahead';
    counted[index] = ones;
    return null;
  }

  /** @returns how many states of this depth there are; undefined if slots contradict each other */
  #advanceTarget(task: PortionTask, cell: number, block: number, kept: KeptStates): number | undefined {
    const { layout, counts, before, gained } = this.#staging;
    const { places, states } = this.#places.lane;
    const index = cell * layout.blocks.count + block;
    const slot = places[index] - 1;
    // Sources have places too, but on cells of the other colour.
    if (slot < 0) return 0;
    const { mark, begun } = task;
    const tableSlot = slot + task.slots.tablesBegin;
    const table = mark ? this.#places.slot(tableSlot) : undefined;
    if (table !== undefined && states[tableSlot] === EMPTY) table.fill(0);
    const isTorn = states[slot] === TORN;
    this.#places.tables = !isTorn;
    const found = this.#advancer.advance(cell, block, mark && !isTorn, isTorn ? undefined : kept);
    const held = counts.held[index];
    if (found > 0) {
      sealSlot(this.#places.slot(slot), { bitset: VISITED, cell, block }, held);
      states[slot] = CHANGED;
    }
    const fresh = begun === null ? found : held - before.held[index];
    if (fresh < 0) return undefined;
    gained[index] = fresh > 0 ? 1 : 0;
    if (table === undefined) return fresh;
    const marked = (begun === null ? counts.marked : before.marked)[index] + fresh;
    if (counts.marked[index] === marked) return fresh;
    // None of them is there, so all of them have to be found now.
    if (begun !== null && (isTorn || found !== fresh || counts.marked[index] !== before.marked[index]))
      return undefined;
    counts.marked[index] = marked;
    sealSlot(table, { bitset: TABLE, cell, block }, marked);
    states[tableSlot] = CHANGED;
    return fresh;
  }
}
