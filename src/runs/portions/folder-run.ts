/**
 * A run in a shared folder, of which a process makes some portions, as another one tells it. The run and its layers are known by
 * their manifests there. So whoever asks for a portion gives two numbers, its layer and its own; if it is made twice, by two
 * processes, both have made the same file.
 */

import { stat } from 'node:fs/promises';
import { StorageError } from '../../base/storage/errors.js';
import { makeFolder } from '../../base/storage/folder.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { DamagedError, EarlyError, LateError, type PortionFile } from '../disk/files/errors.js';
import { portionFileOf } from '../disk/files/portion-header.js';
import { eachOf, named } from '../disk/files/transfers.js';
import { whenVisible } from '../disk/files/when-visible.js';
import { checkWorkRoom } from '../disk/files/work-folder.js';
import {
  checkCurrent,
  removeFiles,
  retakePortion,
  stateOfPortion,
  takeLayers,
  takeMadeLayer,
  unusedFiles,
} from '../disk/finish-layer.js';
import { portionsWithWork } from '../disk/lanes/stage.js';
import { blocksOfLayer, isMarkedBy } from '../disk/layer-blocks.js';
import { type DiskDetails, detailsOf, type Layers } from '../disk/layer-files.js';
import { makePortions, type Traffic } from '../disk/make-portions.js';
import { type OpenedSearch, openSearch, PATIENCE, renewSearch } from '../disk/open-search.js';
import { plantGoal } from '../disk/plant-goal.js';
import type { PortionStore } from '../disk/portion-store.js';
import { portionsToMake } from '../disk/portions-to-make.js';
import { saveLayer, startOf } from '../disk/save-layer.js';
import { planOfSaved } from '../resume-exploration.js';
import type { SavedRun } from '../saved/manifest.js';
import { checkUnused, written } from '../saved/run-folder.js';
import { latestDepth, layerManifestPath, readSavedRun } from '../saved/saved-run.js';

export interface FolderRunOptions {
  /** The most worker threads, 1..256; by default as many as the machine offers. */
  readonly threads?: number | undefined;
  /** Bytes for all that is allocated. */
  readonly memory: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for files that others have written. @default 60,000 */
  readonly patience?: number | undefined;
  /** @internal Of a portion's file, about, bytes; tests take less. */
  readonly portionBytes?: number | undefined;
}

/** What became of portions that were to be made. */
export type Making =
  | ({ readonly outcome: 'made' } & Traffic)
  /** The layer is complete already, or the run is over. */
  | { readonly outcome: 'late' }
  /** A file that the layer is made from is damaged or missing. */
  | { readonly outcome: 'damaged'; readonly file: PortionFile; readonly message: string };

/** What became of a layer that was to be finished. */
export type Finishing =
  | { readonly outcome: 'finished'; readonly fresh: number; readonly next: readonly number[] }
  | { readonly outcome: 'missing'; readonly portions: readonly number[] };

export class FolderRun {
  readonly folder: string;
  readonly #plan: BoardEnginePlan;
  #search: OpenedSearch;
  readonly #signal: AbortSignal | undefined;
  /** The manifest that the facts of the blocks are of. */
  #saved: SavedRun | undefined;
  /** Portions of the layer after it whose facts may have changed since, because they were made here. */
  readonly #touched = new Set<number>();
  /** Portions were not made to the end: threads may have ended, and lanes are not empty. */
  #isBroken = false;

  private constructor(folder: string, plan: BoardEnginePlan, search: OpenedSearch, signal: AbortSignal | undefined) {
    this.folder = folder;
    this.#plan = plan;
    this.#search = search;
    this.#signal = signal;
  }

  /**
   * Opens the run that a folder holds.
   * @throws StorageError if it holds none, or a damaged one; InputError, MemoryError
   */
  static async open(folder: string, options: FolderRunOptions): Promise<FolderRun> {
    const { threads, memory, signal, patience } = options;
    const saved = await latestRun(folder, patience);
    if (saved?.store !== 'disk') {
      throw new StorageError(`${folder} holds no run with its bitsets in files`);
    }
    const plan = await planOfSaved(saved, folder, { threads, signal });
    if (!(plan instanceof BoardEnginePlan)) throw new StorageError(`${folder} holds no run of a board`);
    const search = await openSearch(plan, { folder, memory, saved, shared: { patience } });
    const run = new FolderRun(folder, plan, search, signal);
    return run.#ifReady(() => search.pool.ready());
  }

  /** Returns the name of the run that a folder holds; undefined if it holds none. @throws StorageError if it is damaged */
  static async nameIn(folder: string): Promise<string | undefined> {
    const { details } = (await readSavedRun(folder)) ?? {};
    const { run } = (details ?? {}) as Partial<DiskDetails>;
    return run;
  }

  /**
   * Begins a run in a folder, which is made if it does not exist. Call `finish(0)` next.
   * @param output the folder that results are to be written to
   * @throws StorageError if the folder holds a run or files of one; MemoryError
   */
  static async begin(
    folder: string,
    plan: BoardEnginePlan,
    output: string | null,
    { memory, signal, patience, portionBytes }: Omit<FolderRunOptions, 'threads'>,
  ): Promise<FolderRun> {
    await written(folder, (async () => makeFolder(folder))());
    await checkUnused(folder);
    const search = await openSearch(plan, { folder, memory, saved: undefined, shared: { patience }, portionBytes });
    const run = new FolderRun(folder, plan, search, signal);
    return run.#ifReady(async () => {
      await search.pool.ready();
      await checkWorkRoom(folder, search.fileBytes);
      await saveLayer(plan, search.store, output, startOf(plan));
    });
  }

  /** Returns the run when it is ready; ends its threads if that fails. */
  async #ifReady(prepare: () => Promise<void>): Promise<this> {
    try {
      await prepare();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** The run's name, 16 hexadecimal digits. */
  get run(): string {
    return this.#store.run;
  }

  /** The space's full name. */
  get spaceName(): string {
    return this.#plan.facts.name;
  }

  get threads(): number {
    return this.#plan.threads;
  }

  /** Portions of a colour: those of a layer are among 0..portionCount-1. */
  get portionCount(): number {
    return this.#store.portions.count;
  }

  /**
   * Makes portions of a layer, those that are made already left out. One call at a time.
   * @param layer 1 or more
   * @param portions ascending
   * @throws StorageError if this process cannot read or write; WorkerError; the signal's reason
   */
  async make(layer: number, portions: readonly number[], signal = this.#signal): Promise<Making> {
    try {
      await this.#goTo(layer - 1);
      const store = this.#store;
      const others = await portionsToMake(store, layer, portions);
      for (const portion of others.portions) {
        if (this.#touched.has(portion)) await retakePortion(store, layer, portion);
        this.#touched.add(portion);
      }
      const blocks = blocksOfLayer(store, layer);
      const mark = isMarkedBy(store, layer);
      const asked = { depth: layer, mark, blocks, ...others, complete: Promise.resolve() };
      return { outcome: 'made', ...(await makePortions({ ...this.#search, signal }, asked)) };
    } catch (error) {
      return this.#outcomeOf(error, layer);
    }
  }

  /**
   * Returns the portions that a layer may add states to: all of them have to be made.
   * @param layer 1 or more; the one before is complete
   * @throws StorageError; LateError if it is complete
   */
  async portionsOf(layer: number): Promise<readonly number[]> {
    return this.#unlessLate(layer, async () => {
      await this.#goTo(layer - 1);
      // A block that was filled in this layer had work.
      for (const portion of this.#touched) await retakePortion(this.#store, layer, portion);
      this.#touched.clear();
      return portionsWithWork(blocksOfLayer(this.#store, layer));
    });
  }

  /**
   * Checks that all portions of a layer are made, by their headers, and writes its manifest. If the layer has no states, all layers
   * before it are all that there are, and there is no manifest.
   * @param onWait called with the portions that are missing, if they are waited for
   * @returns the portions of the next layer
   * @throws StorageError; LateError if it is complete
   */
  async finish(layer: number, onWait?: (portions: readonly number[]) => void): Promise<Finishing> {
    const store = this.#store;
    if (layer === 0) {
      await this.#plant();
      return { outcome: 'finished', fresh: 1, next: await this.portionsOf(1) };
    }
    const portions = await this.portionsOf(layer);
    const missing = await this.#unlessLate(layer, () => this.#missingOf(layer, portions, onWait));
    if (missing.length > 0) return { outcome: 'missing', portions: missing };
    const saved = this.#saved as SavedRun;
    // From here on the facts are those of the layer. If its manifest cannot be written, they are taken again.
    this.#saved = undefined;
    const { fresh, first } = await this.#unlessLate(layer, () => takeMadeLayer(store, layer, portions));
    if (fresh === 0) return { outcome: 'finished', fresh, next: [] };
    const histogram = [...saved.histogram, fresh];
    await this.#unlessLate(layer, async () => {
      const seconds = await this.#secondsSince(saved);
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

  /** Goes over to what is complete up to a depth. @throws StorageError; LateError if more is */
  async #goTo(depth: number): Promise<void> {
    checkCurrent(this.folder, depth);
    if (this.#isBroken) {
      this.#search = await renewSearch(this.#search);
      this.#isBroken = false;
    }
    if (this.#saved?.histogram.length === depth + 1) return;
    const { saved, layers } = await this.#manifestOf(depth);
    this.#saved = undefined;
    await takeLayers(this.#store, layers, depth);
    this.#touched.clear();
    this.#saved = saved;
  }

  /** Reads the manifest of a layer, if none is later. @throws StorageError, LateError */
  async #manifestOf(depth: number): Promise<{ readonly saved: SavedRun; readonly layers: Layers }> {
    const { folder } = this;
    const read = () => readSavedRun(folder, depth);
    const saved = await whenVisible(read, this.#store.patience, () => checkCurrent(folder, depth));
    const path = layerManifestPath(folder, depth);
    if (saved === undefined) throw new EarlyError(path);
    const { run, layers } = detailsOf(folder, saved, this.#store.staged.blocks.count);
    if (run !== this.run) throw new StorageError(`${path} is of another run`);
    return { saved, layers };
  }

  /** Writes the file of the goal, unless it is there. @throws StorageError, LateError */
  async #plant(): Promise<void> {
    checkCurrent(this.folder, 0);
    // Another process may have begun a run in the same folder, at the same time.
    await this.#manifestOf(0);
    this.#saved = undefined;
    await plantGoal(this.#store, startOf(this.#plan).first[0]);
  }

  /** Waits for portions that are not visible yet. @returns those that have to be made, again if they are damaged */
  async #missingOf(
    layer: number,
    portions: readonly number[],
    onWait?: (portions: readonly number[]) => void,
  ): Promise<readonly number[]> {
    let isToldOf = false;
    const damaged: number[] = [];
    let missing = portions;
    const look = async () => {
      const still: number[] = [];
      await eachOf(missing, async (portion) => {
        const state = await stateOfPortion(this.#store, layer, portion);
        if (state === 'damaged') damaged.push(portion);
        if (state === 'missing') still.push(portion);
      });
      missing = still;
      return still.length === 0 ? true : undefined;
    };
    await whenVisible(look, this.#store.patience, () => {
      checkCurrent(this.folder, layer - 1);
      if (!isToldOf) onWait?.(missing);
      isToldOf = true;
    });
    return [...damaged, ...missing].sort((a, b) => a - b);
  }

  /** Does something for a layer. @throws what it throws; LateError in place of a StorageError if the layer is complete meanwhile */
  async #unlessLate<Outcome>(layer: number, action: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof StorageError && this.#isOver(layer)) throw new LateError(this.folder, layer);
      throw error;
    }
  }

  /** Returns whether a layer is complete, or the whole run. */
  #isOver(layer: number): boolean {
    const latest = latestDepth(this.folder);
    return latest < 0 || latest >= layer;
  }

  #outcomeOf(error: unknown, layer: number): Making {
    this.#isBroken = true;
    if (!(error instanceof StorageError)) throw error;
    if (error instanceof LateError || this.#isOver(layer)) return { outcome: 'late' };
    if (error instanceof DamagedError) return { outcome: 'damaged', file: error.file, message: error.message };
    const { code, path } = (error.cause ?? {}) as NodeJS.ErrnoException;
    const file = code === 'ENOENT' && path !== undefined ? portionFileOf(path) : undefined;
    if (file === undefined) throw error;
    return { outcome: 'damaged', file, message: `${path} is missing; begin again in an empty folder` };
  }

  /** Seconds that a run has taken, if it began to search the next layer at once. */
  async #secondsSince({ seconds, histogram }: SavedRun): Promise<number> {
    const path = layerManifestPath(this.folder, histogram.length - 1);
    const { mtimeMs } = await named(path, 'read', () => stat(path));
    // Clocks of machines differ.
    return seconds + Math.max(0, (Date.now() - mtimeMs) / 1000);
  }
}

/** Reads the latest manifest of a folder that others may work in; undefined if it has none. @throws StorageError */
export async function latestRun(folder: string, patience = PATIENCE): Promise<SavedRun | undefined> {
  const look = async () => {
    const saved = await readSavedRun(folder);
    // Another process may have removed it for a later one.
    return saved ?? (latestDepth(folder) < 0 ? null : undefined);
  };
  return (await whenVisible(look, patience, () => {})) ?? undefined;
}
