/** A layer of a run on disk: the blocks that it searches, the manifest that completes it, and the first layer, that of the goal. */

import { syncFolder } from '../../base/files.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { isMarked } from '../../engines/boards/layers.js';
import { type State, stateOf } from '../../spaces/board/numbering.js';
import { layerManifestPath, type SavedRun, writeSavedRun } from '../exploration/saved-run.js';
import { CHANGED, isStored, leave, occupy } from './lanes.js';
import { portionsToMake, takeMadeLayer } from './made-portions.js';
import { sumOf, wordBytesOf } from './portion-file.js';
import { PortionInProgress } from './portion-search.js';
import type { DiskDetails, PortionStore } from './portion-store.js';
import { placeOfBlock } from './portions.js';
import type { LayerBlocks } from './stage.js';
import { named } from './work-files.js';

/** Returns true if the states of a layer are marked in the table. */
export function isMarkedBy({ hasTable }: PortionStore, depth: number): boolean {
  return hasTable && isMarked(depth);
}

/** Returns the blocks that the stages of a layer are cut from. */
export function blocksOfLayer(store: PortionStore, depth: number): LayerBlocks {
  const { staged, staging, portions } = store;
  const { moves, sources, blocks } = staged;
  const { held, gained, marked } = staging.facts;
  const mark = isMarkedBy(store, depth);
  return {
    portions,
    cells: portions.colours[depth % 2],
    moves,
    sources,
    frontier: {
      takes: (target) => held[target] < blocks.states,
      gives: (source) => gained[source] === 1,
      stays: (target) => isStored(staging, target) || (mark && marked[target] > 0),
      isRead: (source) => isStored(staging, source),
    },
  };
}

/** Prepares the facts for a layer, in which no block has gained anything yet. */
export function beginLayer({ staging, portions, staged }: PortionStore, depth: number): void {
  const { count } = staged.blocks;
  for (const cell of portions.colours[depth % 2]) staging.facts.gained.fill(0, cell * count, (cell + 1) * count);
}

/** The manifest of a layer: the complete layers, and the files that the next layer is made from. */

/** The complete layers. */
export interface Reached {
  readonly histogram: readonly number[];
  readonly first: readonly State[];
  readonly seconds: number;
}

/** Returns the complete layers at the beginning of a run: only the goal. */
export function startOf({ search, goal }: BoardEnginePlan): Reached {
  return { histogram: [1], first: [stateOf(search.geometry, goal, goal)], seconds: 0 };
}

/**
 * Writes the manifest of the last layer of `reached`. An existing manifest is kept, because it has the same contents.
 * @param output folder of the results, for the manifest
 * @throws StorageError
 */
export async function saveLayer(
  { engine, facts, need }: BoardEnginePlan,
  store: PortionStore,
  output: string | null,
  { histogram, first, seconds }: Reached,
): Promise<void> {
  const { run, portions, files, folder } = store;
  const { order, places } = portions;
  const { outer, low } = order;
  const depth = histogram.length - 1;
  const layers: DiskDetails['layers'] = [[...files.visited[0]], [...files.visited[1]]];
  // The file of the goal is written after a manifest that refers to it.
  if (depth === 0) layers[0][portionOfGoal(store, first[0])] = 0;
  const details: DiskDetails = { run, outer, low, places, layers };
  const saved: SavedRun = {
    store: 'disk',
    engine,
    facts,
    table: need.table,
    antipodes: need.antipodes ?? need.first,
    output,
    histogram,
    first: store.numbers(first.slice(0, need.first)),
    seconds,
    details,
  };
  await named(layerManifestPath(folder, depth), 'written', async () => {
    // The names of its files are on the disk before the name of the manifest.
    await syncFolder(folder);
    await writeSavedRun(folder, saved);
  });
}

/** The first file of a run: the portion of its goal, in layer 0. */

/** Returns the portion of the goal. */
function portionOfGoal({ staged, portions }: PortionStore, goal: State): number {
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
