/** Access to the blocks of a stage in the slots of a lane. */

import { type BlockPlaces, instantiate, type Shard } from '../../../engines/bits/kernel/kernel.js';
import { TABLE } from '../files/portion-header.js';
import type { SlotRanges } from './lane-slots.js';
import type { Lane, SharedStaging } from './shared-staging.js';

export class LanePlaces implements BlockPlaces {
  readonly maps: Uint32Array;
  readonly #staging: SharedStaging;
  readonly #shards: readonly Shard[];
  #shard: Shard;
  #lane: Lane;
  /** Distance from a target's slot to its table's slot; 0 if there is no table. */
  #toTable = 0;

  constructor(staging: SharedStaging) {
    this.#staging = staging;
    const { lanes, kernel, layout } = staging;
    this.#shards = lanes.map(({ memory }) => ({
      kernel: instantiate(kernel, memory),
      bytes: new Uint8Array(memory.buffer),
    }));
    this.#shard = this.#shards[0];
    this.#lane = lanes[0];
    this.maps = new Uint32Array(lanes[0].memory.buffer, 0, Math.floor(layout.scratch / 4));
  }

  /** Switches to the blocks of a stage. */
  enter({ lane, tablesBegin, tablesEnd }: SlotRanges): void {
    this.#shard = this.#shards[lane];
    this.#lane = this.#staging.lanes[lane];
    this.#toTable = tablesEnd - tablesBegin;
  }

  get lane(): Lane {
    return this.#lane;
  }

  shardOf(): Shard {
    return this.#shard;
  }

  /** Returns the bytes of a slot. */
  slot(slot: number): Uint8Array {
    const { slotsBegin, slotBytes } = this.#staging;
    const begin = slotsBegin + slot * slotBytes;
    return this.#shard.bytes.subarray(begin, begin + slotBytes);
  }

  /** Full blocks and blocks with nothing new to give are not staged. They can be treated as empty. */
  address(bitset: number, cell: number, block: number): number {
    const { layout, facts, slotsBegin, slotBytes, zeros, ones } = this.#staging;
    const { count, states } = layout.blocks;
    const index = cell * count + block;
    const place = this.#lane.places[index];
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
