/**
 * The complete layers of a run in a shared folder, by their manifests. Any process may complete a layer. This process reads the facts
 * of all blocks from the files in a manifest, and rereads facts that change while portions are made.
 */

import { StorageError } from '../../base/storage/errors.js';
import { EarlyError, LateError } from '../disk/files/errors.js';
import { whenVisible } from '../disk/files/when-visible.js';
import { checkCurrent, retakePortion, takeLayers } from '../disk/finish-layer.js';
import { detailsOf, type Layers } from '../disk/layer-files.js';
import { PATIENCE } from '../disk/open-search.js';
import type { PortionStore } from '../disk/portion-store.js';
import type { SavedRun } from '../saved/manifest.js';
import { latestDepth, layerManifestPath, readSavedRun } from '../saved/saved-run.js';

export class FollowedLayers {
  readonly #store: PortionStore;
  /** The manifest of the current facts of the blocks; undefined if they match none. */
  #saved: SavedRun | undefined;
  /** Portions of the next layer that this process has made, so that the facts of their blocks may have changed. */
  readonly #touched = new Set<number>();

  constructor(store: PortionStore) {
    this.#store = store;
  }

  /**
   * Updates the facts of all blocks to those after a layer.
   * @throws StorageError; EarlyError if the layer is not complete, LateError if a later layer is complete
   */
  async goTo(depth: number): Promise<void> {
    if (this.#saved?.histogram.length === depth + 1) return;
    const { saved, layers } = await this.#manifestOf(depth);
    this.#saved = undefined;
    await takeLayers(this.#store, layers, depth);
    this.#touched.clear();
    this.#saved = saved;
  }

  /**
   * Checks that the folder holds the manifest of a layer of this run, and no later one.
   * @throws StorageError; EarlyError, LateError
   */
  async check(depth: number): Promise<void> {
    checkCurrent(this.#store.folder, depth);
    await this.#manifestOf(depth);
  }

  /** Rereads the facts of portions that are made again, and marks all given portions as changed. @throws StorageError */
  async prepare(layer: number, portions: readonly number[]): Promise<void> {
    for (const portion of portions) {
      if (this.#touched.has(portion)) await retakePortion(this.#store, layer, portion);
      this.#touched.add(portion);
    }
  }

  /** Rereads the facts of all portions of a layer that this process has made. @throws StorageError */
  async restore(layer: number): Promise<void> {
    for (const portion of this.#touched) await retakePortion(this.#store, layer, portion);
    this.#touched.clear();
  }

  /** Returns the manifest of the facts before they change. The next `goTo` rereads the facts. */
  leave(): SavedRun | undefined {
    const saved = this.#saved;
    this.#saved = undefined;
    return saved;
  }

  async #manifestOf(depth: number): Promise<{ readonly saved: SavedRun; readonly layers: Layers }> {
    const { folder, patience, staged, run: own } = this.#store;
    const read = () => readSavedRun(folder, depth);
    const saved = await whenVisible(read, patience, () => checkCurrent(folder, depth));
    const path = layerManifestPath(folder, depth);
    if (saved === undefined) throw new EarlyError(path);
    const { run, layers } = detailsOf(folder, saved, staged.blocks.count);
    if (run !== own) throw new StorageError(`${path} belongs to another run`);
    return { saved, layers };
  }
}

/**
 * Reads the latest manifest of a folder that other processes may use; undefined if there is none.
 * @param patience milliseconds to wait until it is visible
 * @throws StorageError
 */
export async function latestRun(folder: string, patience = PATIENCE): Promise<SavedRun | undefined> {
  const look = async () => {
    const saved = await readSavedRun(folder);
    // Another process may have replaced it by a later one.
    return saved ?? (latestDepth(folder) < 0 ? null : undefined);
  };
  return (await whenVisible(look, patience, () => {})) ?? undefined;
}

/** Returns true if a layer or the whole run is complete. @throws StorageError */
export function isLayerOver(folder: string, layer: number): boolean {
  const latest = latestDepth(folder);
  return latest < 0 || latest >= layer;
}

/**
 * Performs an action for a layer.
 * @throws the errors of `action`; LateError instead of a StorageError if another process has completed the layer meanwhile
 */
export async function unlessLate<Outcome>(
  folder: string,
  layer: number,
  action: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StorageError && isLayerOver(folder, layer)) throw new LateError(folder, layer);
    throw error;
  }
}
