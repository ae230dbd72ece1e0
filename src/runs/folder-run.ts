/**
 * A run in a shared folder, in which processes make portions for a coordinating process. The manifests in the folder determine the run
 * and its layers, so a layer and a portion number identify a portion. If two processes make the same portion, both make the same file.
 */

import { stat } from 'node:fs/promises';
import { StorageError } from '../base/files.js';
import { BoardEnginePlan } from '../engines/boards/engine.js';
import { blocksOfLayer, isMarkedBy, plantGoal, saveLayer, startOf } from './disk/layer.js';
import {
  checkCurrent,
  missingPortions,
  portionsToMake,
  removeFiles,
  retakePortion,
  takeLayers,
  takeMadeLayer,
  unusedFiles,
} from './disk/made-portions.js';
import { type OpenedSearch, openSearch, PATIENCE, renewSearch } from './disk/opened-search.js';
import { DamagedError, EarlyError, LateError, type PortionFile, portionFileOf } from './disk/portion-file.js';
import { makePortions, type Traffic } from './disk/portion-search.js';
import { type DiskDetails, detailsOf, type Layers, type PortionStore } from './disk/portion-store.js';
import { portionsWithWork } from './disk/stage.js';
import { checkWorkRoom, named, whenVisible } from './disk/work-files.js';
import { checkUnused, makeRunFolder } from './exploration/run-folder.js';
import { latestDepth, layerManifestPath, readSavedRun, type SavedRun } from './exploration/saved-run.js';
import { planOfSaved } from './resumed-run.js';

export interface FolderRunOptions {
  /** Maximum number of worker threads, 1..256. @default the number of processors */
  readonly threads?: number | undefined;
  /** Bytes of memory that the run may allocate. */
  readonly memory: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
  /** @internal Approximate bytes of a portion's file; tests use less. */
  readonly portionBytes?: number | undefined;
}

/** Outcome of finishing a layer: the portions of the next layer, or the portions that are missing or damaged. */
type Finishing =
  | { readonly outcome: 'finished'; readonly fresh: number; readonly next: readonly number[] }
  | { readonly outcome: 'missing'; readonly portions: readonly number[] };

export class FolderRun {
  readonly folder: string;
  readonly #plan: BoardEnginePlan;
  #search: OpenedSearch;
  readonly #signal: AbortSignal | undefined;
  readonly #layers: FollowedLayers;
  /** True after a failure while making portions. Threads may have ended, and lanes may be in use. */
  #isBroken = false;

  private constructor(folder: string, plan: BoardEnginePlan, search: OpenedSearch, signal: AbortSignal | undefined) {
    this.folder = folder;
    this.#plan = plan;
    this.#search = search;
    this.#signal = signal;
    this.#layers = new FollowedLayers(search.store);
  }

  /**
   * Opens the run that a folder holds.
   * @throws StorageError if the folder holds no run, or a damaged one; InputError, MemoryError
   */
  static async open(folder: string, options: FolderRunOptions): Promise<FolderRun> {
    const { threads, memory, signal, patience } = options;
    const saved = await latestRun(folder, patience);
    if (saved?.store !== 'disk') {
      throw new StorageError(`${folder} holds no exploration on disk`);
    }
    const plan = await planOfSaved(saved, folder, { threads, signal });
    if (!(plan instanceof BoardEnginePlan)) throw new StorageError(`${folder} holds no exploration of a board`);
    const search = await openSearch(plan, { folder, memory, saved, shared: { patience } });
    const run = new FolderRun(folder, plan, search, signal);
    return run.#ifReady(() => search.pool.ready());
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
    { memory, signal, patience, portionBytes }: Omit<FolderRunOptions, 'threads'>,
  ): Promise<FolderRun> {
    await makeRunFolder(folder);
    await checkUnused(folder);
    const search = await openSearch(plan, { folder, memory, saved: undefined, shared: { patience }, portionBytes });
    const run = new FolderRun(folder, plan, search, signal);
    return run.#ifReady(async () => {
      await search.pool.ready();
      await checkWorkRoom(folder, search.fileBytes);
      await saveLayer(plan, search.store, output, startOf(plan));
    });
  }

  /** Prepares the run; ends its threads if that fails. */
  async #ifReady(prepare: () => Promise<void>): Promise<this> {
    try {
      await prepare();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Name of the run, 16 hexadecimal digits. */
  get run(): string {
    return this.#store.run;
  }

  /** Full name of the space. */
  get spaceName(): string {
    return this.#plan.facts.name;
  }

  get threads(): number {
    return this.#plan.threads;
  }

  /** Number of portions of each colour. The portions of a layer are among 0..portionCount-1. */
  get portionCount(): number {
    return this.#store.portions.count;
  }

  /**
   * Makes portions of a layer, except for those that are made already. Calls must not overlap.
   * @param layer 1 or more
   * @param portions in ascending order
   * @throws StorageError if this process cannot read or write; WorkerError; the signal's reason
   */
  async make(layer: number, portions: readonly number[], signal = this.#signal): Promise<Making> {
    try {
      await this.#goTo(layer - 1);
      const store = this.#store;
      const others = await portionsToMake(store, layer, portions);
      await this.#layers.prepare(layer, others.portions);
      const blocks = blocksOfLayer(store, layer);
      const mark = isMarkedBy(store, layer);
      const asked = { depth: layer, mark, blocks, ...others, complete: Promise.resolve() };
      return { outcome: 'made', ...(await makePortions({ ...this.#search, signal }, asked)) };
    } catch (error) {
      this.#isBroken = true;
      return makingOf(error, this.folder, layer);
    }
  }

  /**
   * Returns the portions that a layer may add states to, all of which must be made.
   * @param layer 1 or more; the previous layer is complete
   * @throws StorageError; LateError if the layer is complete
   */
  async portionsOf(layer: number): Promise<readonly number[]> {
    return unlessLate(this.folder, layer, async () => {
      await this.#goTo(layer - 1);
      // A block that was filled in this layer counts as having work.
      await this.#layers.restore(layer);
      return portionsWithWork(blocksOfLayer(this.#store, layer));
    });
  }

  /**
   * Checks the headers of all portions of a layer, and writes the layer's manifest. If the layer has no states, the run is complete,
   * and no manifest is written.
   * @param onWait called with missing portions before waiting for them
   * @returns the portions of the next layer
   * @throws StorageError; LateError if the layer is complete
   */
  async finish(layer: number, onWait?: (portions: readonly number[]) => void): Promise<Finishing> {
    const { folder } = this;
    const store = this.#store;
    if (layer === 0) {
      await this.#plant();
      return { outcome: 'finished', fresh: 1, next: await this.portionsOf(1) };
    }
    const portions = await this.portionsOf(layer);
    const missing = await unlessLate(folder, layer, () => missingPortions(store, layer, portions, onWait));
    if (missing.length > 0) return { outcome: 'missing', portions: missing };
    // From now on the facts are those of the layer. If its manifest cannot be written, they are reread.
    const saved = this.#layers.leave() as SavedRun;
    const { fresh, first } = await unlessLate(folder, layer, () => takeMadeLayer(store, layer, portions));
    if (fresh === 0) return { outcome: 'finished', fresh, next: [] };
    const histogram = [...saved.histogram, fresh];
    await unlessLate(folder, layer, async () => {
      const seconds = await secondsSince(saved, folder);
      await saveLayer(this.#plan, store, saved.output, { histogram, first, seconds });
    });
    await removeFiles(store, await unusedFiles(store, layer));
    return { outcome: 'finished', fresh, next: await this.portionsOf(layer + 1) };
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#search.pool.destroy();
  }

  get #store(): PortionStore {
    return this.#search.store;
  }

  /** Reads the facts of the blocks after a layer. @throws StorageError; LateError if a later layer is complete */
  async #goTo(depth: number): Promise<void> {
    checkCurrent(this.folder, depth);
    if (this.#isBroken) {
      this.#search = await renewSearch(this.#search);
      this.#isBroken = false;
    }
    await this.#layers.goTo(depth);
  }

  /** Writes the file of the goal, unless it exists. @throws StorageError, LateError */
  async #plant(): Promise<void> {
    // Another process may have begun a run in the same folder at the same time.
    await this.#layers.check(0);
    this.#layers.leave();
    await plantGoal(this.#store, startOf(this.#plan).first[0]);
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
 * The complete layers of a run in a shared folder, by their manifests. Any process may complete a layer. This process reads the facts
 * of all blocks from the files in a manifest, and rereads facts that change while portions are made.
 */

class FollowedLayers {
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
function isLayerOver(folder: string, layer: number): boolean {
  const latest = latestDepth(folder);
  return latest < 0 || latest >= layer;
}

/**
 * Performs an action for a layer.
 * @throws the errors of `action`; LateError instead of a StorageError if another process has completed the layer meanwhile
 */
async function unlessLate<Outcome>(folder: string, layer: number, action: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StorageError && isLayerOver(folder, layer)) throw new LateError(folder, layer);
    throw error;
  }
}

/** The outcome of making portions of a layer, as reported to another process. */

export type Making =
  | ({ readonly outcome: 'made' } & Traffic)
  /** The layer or the whole run is complete already. */
  | { readonly outcome: 'late' }
  /** A source file of the layer is damaged or missing. */
  | { readonly outcome: 'damaged'; readonly file: PortionFile; readonly message: string };

/** Converts a failure to an outcome. @throws the failure if it is a failure of this process */
function makingOf(error: unknown, folder: string, layer: number): Making {
  if (!(error instanceof StorageError)) throw error;
  if (error instanceof LateError || isLayerOver(folder, layer)) return { outcome: 'late' };
  if (error instanceof DamagedError) return { outcome: 'damaged', file: error.file, message: error.message };
  const { code, path } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const file = code === 'ENOENT' && path !== undefined ? portionFileOf(path) : undefined;
  if (file === undefined) throw error;
  return { outcome: 'damaged', file, message: `${path} is missing; begin again in an empty folder` };
}
