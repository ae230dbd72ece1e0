/** The manifest of a layer: the complete layers, and the files that the next layer is made from. */

import { syncFolder } from '../../base/storage/folder.js';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type State, stateOf } from '../../spaces/board/numbering/numbering.js';
import type { SavedRun } from '../saved/manifest.js';
import { layerManifestPath, writeSavedRun } from '../saved/saved-run.js';
import { named } from './files/transfers.js';
import type { DiskDetails } from './layer-files.js';
import { portionOfGoal } from './plant-goal.js';
import type { PortionStore } from './portion-store.js';

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
