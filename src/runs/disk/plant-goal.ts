/** The first file of a run: the portion of its goal, in layer 0. */

import type { State } from '../../spaces/board/numbering/numbering.js';
import { sumOf, wordBytesOf } from './files/portion-header.js';
import { takeMadeLayer } from './finish-layer.js';
import { placeOfBlock } from './lanes/block-order.js';
import { leave, occupy } from './lanes/lane-slots.js';
import { CHANGED } from './lanes/shared-staging.js';
import { PortionInProgress } from './portion-in-progress.js';
import type { PortionStore } from './portion-store.js';
import { portionsToMake } from './portions-to-make.js';

/** Returns the portion of the goal. */
export function portionOfGoal({ staged, portions }: PortionStore, goal: State): number {
  return portions.portionOfBlock(Math.floor(goal.word / staged.blocks.words));
}

/**
 * Writes the file of the goal, unless it exists.
 * @returns the bytes written
 * @throws StorageError
 */
export async function plantGoal(store: PortionStore, goal: State): Promise<number> {
  const { staging, portions, staged } = store;
  const { facts, lanes, slotsBegin, slotBytes } = staging;
  const { words, count } = staged.blocks;
  const block = Math.floor(goal.word / words);
  const index = goal.cell * count + block;
  const place = placeOfBlock(portions.order, block);
  const toMake = await portionsToMake(store, 0, [portionOfGoal(store, goal)]);
  if (toMake.portions.length === 0) {
    await takeMadeLayer(store, 0, [portionOfGoal(store, goal)]);
    return 0;
  }
  const [made] = toMake.portions;
  // This process may have planted the goal before.
  facts.held[index] = 0;
  const portion = new PortionInProgress(store, made, { depth: 0, mark: false }, toMake.replaced.has(made));
  const cut = { begin: place, end: place + 1, blocks: [block], targets: [portions.keyOf(index)], sources: [] };
  const stage = occupy(staging, portions, cut, 0, false);
  const [lane] = lanes;
  const slot = lane.places[index] - 1;
  const memory = new Uint8Array(lane.memory.buffer);
  const bytes = memory.subarray(slotsBegin + slot * slotBytes, slotsBegin + (slot + 1) * slotBytes);
  bytes.fill(0);
  bytes[8 * (goal.word % words) + (goal.bit >> 3)] = 1 << (goal.bit & 7);
  lane.states[slot] = CHANGED;
  facts.held[index] = 1;
  facts.gained[index] = 1;
  facts.visitedSums[index] = sumOf(bytes, wordBytesOf(staged.blocks));
  portion.first = [goal].slice(0, store.most);
  const written = (await portion.write(memory, stage)) + (await portion.writeHeader(memory));
  await portion.complete();
  leave(staging, portions, stage);
  await takeMadeLayer(store, 0, [portion.portion]);
  return written;
}
