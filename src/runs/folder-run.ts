/**
 * A run in a shared folder, in which processes make portions for a coordinating process. The manifests in the folder determine the run
 * and its layers, so a layer and a portion number identify a portion. If two processes make the same portion, both make the same file.
 */

import { stat } from 'node:fs/promises';
import { BoardEnginePlan } from '../engines/boards/engine.js';
import { StorageError } from '../files/files.js';
import { type LayerDriver, layerDriver } from './disk/layer-driver.js';
import { checkCurrent, missingPortions, removeUnused, unlessComplete } from './disk/made-portions.js';
import { DamagedError, parsePortionFile } from './disk/portion-file.js';
import type { Traffic } from './disk/portion-search.js';
import { type DiskDetails, type DiskWork, PATIENCE } from './disk/portion-store.js';
import { inRunFolder, named } from './disk/run-folder.js';
import { latestDepth, layerManifestPath, readSavedRun, type SavedRun } from './disk/saved-run.js';
import { whenVisible } from './disk/work-files.js';
import type { PlanOptions } from './exploration/exploration.js';
import { planOfSaved } from './resumed-run.js';

export interface FolderRunOptions extends Pick<PlanOptions, 'threads' | 'signal'>, Pick<DiskWork, 'limits'> {
  /** Bytes of memory that the run may allocate. */
  readonly memory: number;
}

/** Outcome of finishing a layer: the portions of the next layer, or the portions that are missing or damaged. */
type Finishing =
  | { readonly outcome: 'finished'; readonly fresh: number; readonly next: readonly number[] }
  | { readonly outcome: 'missing'; readonly portions: readonly number[] };

export type FolderRun = Awaited<ReturnType<typeof folderRun>>;

/**
 * Opens the run that a folder holds.
 * @throws StorageError if the folder holds no run, or a damaged one; InputError, MemoryError
 */
export async function openFolderRun(folder: string, options: FolderRunOptions): Promise<FolderRun> {
  const { threads, memory, signal, limits } = options;
  const saved = await latestRun(folder, limits?.patience);
  if (saved?.store !== 'disk') throw new StorageError(`${folder} holds no exploration on disk`);
  const plan = await planOfSaved(saved, folder, { threads, signal });
  if (!(plan instanceof BoardEnginePlan)) throw new StorageError(`${folder} holds no exploration of a board`);
  return folderRun(layerDriver(plan, { folder, memory, saved, isShared: true, limits }), signal);
}

/**
 * Begins a run in a folder, which is created if it does not exist. `finish(0)` must follow.
 * @param output folder for the results
 * @throws StorageError if the folder holds a run or files of one; MemoryError
 */
export async function beginFolderRun(
  folder: string,
  plan: BoardEnginePlan,
  output: string | null,
  { memory, signal, limits }: Omit<FolderRunOptions, 'threads'>,
): Promise<FolderRun> {
  const work = { folder, output, memory, saved: undefined, isShared: true, limits };
  return inRunFolder(folder, undefined, () => folderRun(layerDriver(plan, work), signal, true), true);
}

/** Returns the name of the run in a folder; undefined if there is none. @throws StorageError if the run is damaged */
export async function runNameIn(folder: string): Promise<string | undefined> {
  const { details } = (await readSavedRun(folder)) ?? {};
  const { run } = (details ?? {}) as Partial<DiskDetails>;
  return run;
}

/** Waits until the threads are ready, and prepares a new run. Ends the threads if that fails. */
async function folderRun(driver: LayerDriver, signalOfRun: AbortSignal | undefined, isNew = false) {
  const { folder } = driver.store;
  try {
    await driver.ready();
    if (isNew) await driver.prepare(true);
  } catch (error) {
    driver.close();
    throw error;
  }
  /** True after a failure while making portions. Threads may have ended, and buffers may be in use. */
  let isBroken = false;

  /** Performs an action for a layer, from the facts of the layer before. @throws its errors; LayerCompleteError if the layer is complete */
  function beforeLayer<Outcome>(layer: number, action: () => Promise<Outcome>): Promise<Outcome> {
    return unlessComplete(folder, layer - 1, async () => {
      checkCurrent(folder, layer - 1);
      if (isBroken) await driver.renew();
      isBroken = false;
      await driver.goTo(layer - 1);
      return action();
    });
  }

  /**
   * Returns the portions that a layer may add states to, all of which must be made.
   * @param layer 1 or more; the previous layer is complete
   * @throws StorageError; LayerCompleteError if the layer is complete
   */
  const portionsOf = (layer: number): Promise<readonly number[]> => beforeLayer(layer, () => driver.portionsOf(layer));

  /**
   * Makes portions of a layer, except for those that are made already. Calls must not overlap.
   * @param layer 1 or more
   * @param portions in ascending order
   * @throws LayerCompleteError if the layer or the whole run is complete; DamagedError if a source file of the layer is damaged or
   * missing; StorageError if this process cannot read or write; WorkerError; the signal's reason
   */
  async function make(layer: number, portions: readonly number[], signal = signalOfRun): Promise<Traffic> {
    try {
      const request = { layer, portions, complete: Promise.resolve() };
      return await beforeLayer(layer, () => driver.make(request, signal));
    } catch (error) {
      isBroken = true;
      const { code, path } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      const file = code === 'ENOENT' && path !== undefined ? parsePortionFile(path) : undefined;
      if (!(error instanceof StorageError) || file === undefined) throw error;
      throw new DamagedError(`${path} is missing; begin again in an empty folder`, file);
    }
  }

  /**
   * Checks the headers of all portions of a layer, and writes the layer's manifest. If the layer has no states, the run is complete,
   * and no manifest is written.
   * @param onWait called with missing portions before waiting for them
   * @returns the portions of the next layer
   * @throws StorageError; LayerCompleteError if the layer is complete
   */
  async function finish(layer: number, onWait?: (portions: readonly number[]) => void): Promise<Finishing> {
    if (layer === 0) {
      await driver.writeGoal();
      return { outcome: 'finished', fresh: 1, next: await portionsOf(1) };
    }
    const portions = await portionsOf(layer);
    const taken = await beforeLayer(layer, async () => {
      const missing = await missingPortions(driver.store, layer, portions, onWait);
      if (missing.length > 0) return { missing };
      const saved = await driver.manifest(layer - 1);
      return { saved, made: await driver.take(layer, portions) };
    });
    if (taken.missing !== undefined) return { outcome: 'missing', portions: taken.missing };
    const { saved, made } = taken;
    const { fresh, first } = made;
    if (fresh === 0) return { outcome: 'finished', fresh, next: [] };
    await unlessComplete(folder, layer - 1, async () => {
      // As if the search of this layer had begun immediately after the last one. The clocks of machines may differ.
      const path = layerManifestPath(folder, layer - 1);
      const { mtimeMs } = await named(path, 'read', () => stat(path));
      const seconds = saved.seconds + Math.max(0, (Date.now() - mtimeMs) / 1000);
      await driver.save({ histogram: [...saved.histogram, fresh], first, seconds });
    });
    await removeUnused(driver.store, layer);
    return { outcome: 'finished', fresh, next: await portionsOf(layer + 1) };
  }

  return { driver, portionsOf, make, finish };
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
