/**
 * A run in a shared folder, in which processes make portions for a coordinating process. The manifests in the folder determine the run
 * and its layers, so a layer and a portion number identify a portion. If two processes make the same portion, both make the same file.
 */

import { stat } from 'node:fs/promises';
import { StorageError } from '../base/files.js';
import { BoardEnginePlan } from '../engines/boards/engine.js';
import { LayerDriver } from './disk/layer-driver.js';
import { checkCurrent, missingPortions, unlessComplete } from './disk/made-portions.js';
import { DamagedError, LayerCompleteError, type PortionFile, portionFileOf } from './disk/portion-file.js';
import type { Traffic } from './disk/portion-search.js';
import { type DiskDetails, type DiskLimits, PATIENCE } from './disk/portion-store.js';
import { whenVisible } from './disk/work-files.js';
import { checkUnused, makeRunFolder, named } from './exploration/run-folder.js';
import { latestDepth, layerManifestPath, readSavedRun, type SavedRun } from './exploration/saved-run.js';
import { planOfSaved } from './resumed-run.js';

export interface FolderRunOptions {
  /** Maximum number of worker threads, 1..256. @default the number of processors */
  readonly threads?: number | undefined;
  /** Bytes of memory that the run may allocate. */
  readonly memory: number;
  readonly signal?: AbortSignal | undefined;
  /** @internal */
  readonly limits?: DiskLimits | undefined;
}

/** Outcome of finishing a layer: the portions of the next layer, or the portions that are missing or damaged. */
type Finishing =
  | { readonly outcome: 'finished'; readonly fresh: number; readonly next: readonly number[] }
  | { readonly outcome: 'missing'; readonly portions: readonly number[] };

export class FolderRun {
  readonly driver: LayerDriver;
  readonly #signal: AbortSignal | undefined;
  /** True after a failure while making portions. Threads may have ended, and buffers may be in use. */
  #isBroken = false;

  private constructor(driver: LayerDriver, signal: AbortSignal | undefined) {
    this.driver = driver;
    this.#signal = signal;
  }

  /**
   * Opens the run that a folder holds.
   * @throws StorageError if the folder holds no run, or a damaged one; InputError, MemoryError
   */
  static async open(folder: string, options: FolderRunOptions): Promise<FolderRun> {
    const { threads, memory, signal, limits } = options;
    const saved = await latestRun(folder, limits?.patience);
    if (saved?.store !== 'disk') throw new StorageError(`${folder} holds no exploration on disk`);
    const plan = await planOfSaved(saved, folder, { threads, signal });
    if (!(plan instanceof BoardEnginePlan)) throw new StorageError(`${folder} holds no exploration of a board`);
    const driver = new LayerDriver(plan, { folder, memory, saved, isShared: true, limits });
    return new FolderRun(driver, signal).#ifReady(async () => {});
  }

  /** Returns the name of the run in a folder; undefined if there is none. @throws StorageError if the run is damaged */
  static async nameIn(folder: string): Promise<string | undefined> {
    const { details } = (await readSavedRun(folder)) ?? {};
    const { run } = (details ?? {}) as Partial<DiskDetails>;
    return run;
  }

  /**
   * Begins a run in a folder, which is created if it does not exist. `finish(0)` must follow.
   * @param output folder for the results
   * @throws StorageError if the folder holds a run or files of one; MemoryError
   */
  static async begin(
    folder: string,
    plan: BoardEnginePlan,
    output: string | null,
    { memory, signal, limits }: Omit<FolderRunOptions, 'threads'>,
  ): Promise<FolderRun> {
    await makeRunFolder(folder);
    await checkUnused(folder);
    const driver = new LayerDriver(plan, { folder, output, memory, saved: undefined, isShared: true, limits });
    return new FolderRun(driver, signal).#ifReady(() => driver.prepare(true));
  }

  /** Prepares the run; ends its threads if that fails. */
  async #ifReady(prepare: () => Promise<void>): Promise<this> {
    try {
      await this.driver.ready();
      await prepare();
      return this;
    } catch (error) {
      this.driver.close();
      throw error;
    }
  }

  /**
   * Makes portions of a layer, except for those that are made already. Calls must not overlap.
   * @param layer 1 or more
   * @param portions in ascending order
   * @throws StorageError if this process cannot read or write; WorkerError; the signal's reason
   */
  async make(layer: number, portions: readonly number[], signal = this.#signal): Promise<Making> {
    try {
      const traffic = await this.#unlessComplete(layer, () =>
        this.driver.make({ layer, portions, complete: Promise.resolve() }, signal),
      );
      return { outcome: 'made', ...traffic };
    } catch (error) {
      this.#isBroken = true;
      return makingOf(error);
    }
  }

  /**
   * Returns the portions that a layer may add states to, all of which must be made.
   * @param layer 1 or more; the previous layer is complete
   * @throws StorageError; LayerCompleteError if the layer is complete
   */
  async portionsOf(layer: number): Promise<readonly number[]> {
    return this.#unlessComplete(layer, () => this.driver.portionsOf(layer));
  }

  /**
   * Checks the headers of all portions of a layer, and writes the layer's manifest. If the layer has no states, the run is complete,
   * and no manifest is written.
   * @param onWait called with missing portions before waiting for them
   * @returns the portions of the next layer
   * @throws StorageError; LayerCompleteError if the layer is complete
   */
  async finish(layer: number, onWait?: (portions: readonly number[]) => void): Promise<Finishing> {
    const driver = this.driver;
    if (layer === 0) {
      // Another process may have begun a run in the same folder at the same time.
      checkCurrent(this.driver.store.folder, 0);
      await driver.manifest(0);
      await driver.writeGoal();
      return { outcome: 'finished', fresh: 1, next: await this.portionsOf(1) };
    }
    const portions = await this.portionsOf(layer);
    const taken = await this.#unlessComplete(layer, async () => {
      const missing = await missingPortions(driver.store, layer, portions, onWait);
      if (missing.length > 0) return { missing };
      const saved = await driver.manifest(layer - 1);
      return { saved, made: await driver.take(layer, portions) };
    });
    if (taken.missing !== undefined) return { outcome: 'missing', portions: taken.missing };
    const { saved, made } = taken;
    const { fresh, first } = made;
    if (fresh === 0) return { outcome: 'finished', fresh, next: [] };
    await unlessComplete(this.driver.store.folder, layer - 1, async () => {
      const seconds = await secondsSince(saved, this.driver.store.folder);
      await driver.save({ histogram: [...saved.histogram, fresh], first, seconds });
    });
    await driver.removeUnused(layer);
    return { outcome: 'finished', fresh, next: await this.portionsOf(layer + 1) };
  }

  /** Performs an action for a layer, from the facts of the layer before. @throws its errors; LayerCompleteError if the layer is complete */
  async #unlessComplete<Outcome>(layer: number, action: () => Promise<Outcome>): Promise<Outcome> {
    return unlessComplete(this.driver.store.folder, layer - 1, async () => {
      checkCurrent(this.driver.store.folder, layer - 1);
      if (this.#isBroken) await this.driver.renew();
      this.#isBroken = false;
      await this.driver.goTo(layer - 1);
      return action();
    });
  }
}

/**
 * Returns the seconds that a run has taken, if the search of the next layer began immediately after the last one. @throws StorageError
 */
async function secondsSince({ seconds, histogram }: SavedRun, folder: string): Promise<number> {
  const path = layerManifestPath(folder, histogram.length - 1);
  const { mtimeMs } = await named(path, 'read', () => stat(path));
  // The clocks of machines may differ.
  return seconds + Math.max(0, (Date.now() - mtimeMs) / 1000);
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

/* The outcome of making portions of a layer, as reported to another process. */

export type Making =
  | ({ readonly outcome: 'made' } & Traffic)
  /** The layer or the whole run is complete already. */
  | { readonly outcome: 'complete' }
  /** A source file of the layer is damaged or missing. */
  | ({ readonly outcome: 'damaged'; readonly message: string } & PortionFile);

/** Converts a failure to an outcome. @throws the failure if it is a failure of this process */
function makingOf(error: unknown): Making {
  if (!(error instanceof StorageError)) throw error;
  if (error instanceof LayerCompleteError) return { outcome: 'complete' };
  if (error instanceof DamagedError) return { outcome: 'damaged', ...error.file, message: error.message };
  const { code, path } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const file = code === 'ENOENT' && path !== undefined ? portionFileOf(path) : undefined;
  if (file === undefined) throw error;
  return { outcome: 'damaged', ...file, message: `${path} is missing; begin again in an empty folder` };
}
