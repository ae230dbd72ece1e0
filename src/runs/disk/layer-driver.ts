/**
 * The layers of a run in a folder, step by step: the portions that a layer may add states to, their files, the sum of their headers, and
 * the manifest that completes the layer. Whoever makes the portions, the steps are the same: a process that has the folder for itself
 * (disk-run.ts), batch jobs and workers of a queue (folder-run.ts), or a coordinator that hands portions out (the queue).
 */

import { randomBytes } from 'node:crypto';
import { StorageError, syncFolder } from '../../base/files.js';
import { bytesText } from '../../base/text.js';
import { WorkerPool } from '../../base/worker-pool.js';
import { cellsAtDepth } from '../../engines/boards/board-plan.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { isMarked } from '../../engines/boards/layers.js';
import { type State, stateOf } from '../../spaces/board/numbering.js';
import { BLANK } from '../../spaces/board/position.js';
import { checkSpace, named } from '../exploration/run-folder.js';
import { layerManifestPath, readSavedRun, runOfPlan, type SavedRun, writeSavedRun } from '../exploration/saved-run.js';
import { allocateBuffers, CHANGED, divideMemory, isStored, leave, type MemoryDivision, occupy } from './buffers.js';
import {
  checkCurrent,
  type MadeLayer,
  portionsToMake,
  removeFiles,
  retakePortion,
  takeLayers,
  takeMadeLayer,
  unusedFiles,
} from './made-portions.js';
import { LayerNotReadyError, sumOf, VISITED, wordBytesOf } from './portion-file.js';
import { makePortions, PortionInProgress, type Traffic } from './portion-search.js';
import { type DiskDetails, detailsOf, PortionStore } from './portion-store.js';
import { Portions, placeOfBlock } from './portions.js';
import {
  choosePortions,
  fileBytesOf,
  headBytesOfRun,
  type LayerBlocks,
  placesOfPortion,
  portionsWithWork,
  type StagedBoard,
  stagedBoard,
} from './stage.js';
import type { StageResult, StageTask } from './stage-advancer.js';
import { whenVisible } from './work-files.js';

/** Milliseconds to wait for a file of another process: twice the time for which network file systems cache folders. */
export const PATIENCE = 60_000;

/** Limits for tests. */
export interface DiskLimits {
  /** Maximum bytes of a buffer of memory, and approximate bytes of a portion's file. */
  readonly mostBufferBytes?: number | undefined;
  readonly portionBytes?: number | undefined;
  /** Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
}

/** The folder and the resources of a run on disk. */
export interface DiskWork {
  /** An existing folder, which is locked unless it is shared. */
  readonly folder: string;
  /** Bytes of memory that the search may allocate. */
  readonly memory: number;
  /** True if other processes make portions in the folder, too. */
  readonly isShared: boolean;
  /** Saved contents of the folder; undefined if it is empty. */
  readonly saved: SavedRun | undefined;
  /** Folder of the results of a new run, for its manifests. */
  readonly output?: string | null | undefined;
  readonly limits?: DiskLimits | undefined;
}

/** The complete layers. */
export interface Reached {
  readonly histogram: readonly number[];
  readonly first: readonly State[];
  readonly seconds: number;
}

/** Portions of a layer to make. */
export interface AskedPortions {
  /** 1 or more. */
  readonly layer: number;
  /** Numbers of the portions, in ascending order. */
  readonly portions: readonly number[];
  /** Resolves when the previous layer is on the disk. Nothing is written before that. */
  readonly complete: Promise<void>;
}

export class LayerDriver {
  readonly folder: string;
  readonly plan: BoardEnginePlan;
  readonly store: PortionStore;
  readonly #memoryBytes: number;
  readonly #output: string | null;
  #pool: WorkerPool<StageTask, StageResult>;
  /** The layer whose facts of all blocks are in memory; undefined if they match none. */
  #depth: number | undefined;
  /** Portions of the next layer that this process has made, so that the facts of their blocks may have changed. */
  readonly #touched = new Set<number>();

  /** Starts the threads, which run until `close()`, and allocates the memory. @throws MemoryError, StorageError */
  constructor(plan: BoardEnginePlan, work: DiskWork) {
    const { folder, output, saved, isShared, limits } = work;
    const { need, threads } = plan;
    const staged = stagedBoard(plan.search);
    const { run, portions, division } = dividedRun(plan, work, staged);
    this.folder = folder;
    this.plan = plan;
    this.#memoryBytes = division.memoryBytes;
    this.#output = saved === undefined ? (output ?? null) : saved.output;
    this.#pool = newPool(threads);
    try {
      const staging = allocateBuffers(staged, division, need.table);
      const patience = isShared ? (limits?.patience ?? PATIENCE) : 0;
      this.store = new PortionStore({ folder, run, most: need.first, staged, portions, staging, patience });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Waits until all threads have started. @throws WorkerError */
  async ready(): Promise<void> {
    await this.#pool.ready();
  }

  /** Ends the threads, or makes them ready for another search, while the caller continues. */
  close(): void {
    void this.#pool.leave(this.#memoryBytes);
  }

  /** Maximum bytes of the run's files. */
  get fileBytes(): number {
    return fileBytesOf(this.store.staged, this.store.portions, this.plan.need);
  }

  /** The complete layers at the beginning of a run: only the goal. */
  get start(): Reached {
    const { search, goal } = this.plan;
    return { histogram: [1], first: [stateOf(search.geometry, goal, goal)], seconds: 0 };
  }

  /** Checks the disk space, and writes the manifest of a new run. @throws StorageError */
  async prepare(isNew: boolean): Promise<void> {
    await checkSpace(this.folder, this.fileBytes, (more) => `the work files take up to ${bytesText(more)} more`);
    if (isNew) await this.save(this.start);
  }

  /**
   * Prepares for another attempt after a failure in the middle of a layer, with new threads in the same memory. The facts of the
   * portions that were being made are reread.
   * @throws WorkerError
   */
  async renew(): Promise<void> {
    await this.#pool.destroy();
    const { counters, buffers } = this.store.staging;
    counters.fill(0);
    // An interrupted stage has not left its buffer.
    for (const { places } of buffers) places.fill(0);
    this.#pool = newPool(this.#pool.threads);
    await this.#pool.ready();
  }

  /**
   * Reads the facts of all blocks after a layer, unless they are in memory.
   * @throws StorageError; LayerNotReadyError if the layer is not complete, LayerCompleteError if a later layer is complete
   */
  async goTo(depth: number): Promise<void> {
    if (this.#depth === depth) return;
    const saved = await this.manifest(depth);
    this.#depth = undefined;
    await takeLayers(this.store, this.#details(saved).layers, depth);
    this.#touched.clear();
    this.#depth = depth;
  }

  /** Returns the manifest of a layer of this run. @throws StorageError; LayerNotReadyError, LayerCompleteError as goTo */
  async manifest(depth: number): Promise<SavedRun> {
    const { folder, patience, run } = this.store;
    const read = () => readSavedRun(folder, depth);
    const saved = await whenVisible(read, patience, () => checkCurrent(folder, depth));
    const path = layerManifestPath(folder, depth);
    if (saved === undefined) throw new LayerNotReadyError(path);
    if (this.#details(saved).run !== run) throw new StorageError(`${path} belongs to another run`);
    return saved;
  }

  /** Returns the portions that a layer may add states to, all of which must be made. The facts are those of the layer before. */
  async portionsOf(layer: number): Promise<readonly number[]> {
    // A block that was filled in this layer counts as having work.
    for (const portion of this.#touched) await retakePortion(this.store, layer, portion);
    this.#touched.clear();
    return portionsWithWork(this.#blocks(layer));
  }

  /**
   * Makes portions by this process, except for those that are made already. The facts are those of the layer before.
   * @throws StorageError; WorkerError; the signal's reason
   */
  async make({ layer, portions, complete }: AskedPortions, signal = this.plan.need.signal): Promise<Traffic> {
    const { store } = this;
    const others = await portionsToMake(store, layer, portions);
    for (const portion of others.portions) {
      if (this.#touched.has(portion)) await retakePortion(store, layer, portion);
      this.#touched.add(portion);
    }
    const [mark, blocks] = [this.#isMarked(layer), this.#blocks(layer)];
    return makePortions({ store, pool: this.#pool, signal, depth: layer, mark, blocks, ...others, complete });
  }

  /**
   * Adds up a layer whose portions are all made. The facts are then those of the layer.
   * @throws DamagedError that names a missing or damaged file; LayerCompleteError
   */
  async take(layer: number, portions: readonly number[]): Promise<MadeLayer> {
    const { store } = this;
    const made = await takeMadeLayer(store, layer, portions);
    this.#touched.clear();
    this.#depth = layer;
    // In the next layer no block has gained anything yet.
    const { count } = store.staged.blocks;
    for (const cell of store.portions.colours[(layer + 1) % 2]) {
      store.staging.facts.gained.fill(0, cell * count, (cell + 1) * count);
    }
    return made;
  }

  /**
   * Writes the manifest of the last layer of `reached`. An existing manifest is kept, because it has the same contents.
   * @throws StorageError
   */
  async save({ histogram, first, seconds }: Reached): Promise<void> {
    const { run, portions, files, folder } = this.store;
    const { order, places } = portions;
    const { outer, low } = order;
    const depth = histogram.length - 1;
    const layers: DiskDetails['layers'] = [[...files[VISITED][0]], [...files[VISITED][1]]];
    // The file of the goal is written after a manifest that refers to it.
    if (depth === 0) layers[0][this.#portionOfGoal(first[0])] = 0;
    const saved = runOfPlan(this.plan, {
      store: 'disk',
      output: this.#output,
      histogram,
      first: this.store.numbers(first.slice(0, this.plan.need.first)),
      seconds,
      details: { run, outer, low, places, layers } satisfies DiskDetails,
    });
    await named(layerManifestPath(folder, depth), 'written', async () => {
      // The names of its files are on the disk before the name of the manifest.
      await syncFolder(folder);
      await writeSavedRun(folder, saved);
    });
  }

  /**
   * Removes the files that a complete layer has replaced.
   * @param isAlone true to remove those of a killed process too
   * @throws StorageError
   */
  async removeUnused(depth: number, isAlone = false): Promise<void> {
    await removeFiles(this.store, await unusedFiles(this.store, depth, isAlone));
  }

  /**
   * Writes the first file of a run, the portion of its goal in layer 0, unless it exists.
   * @returns the bytes written
   * @throws StorageError
   */
  async writeGoal(): Promise<number> {
    const { store } = this;
    const { staging, portions, staged } = store;
    const { facts, buffers, slotsBegin, slotBytes } = staging;
    const { words, count } = staged.blocks;
    const [goal] = this.start.first;
    this.#depth = undefined;
    const made = this.#portionOfGoal(goal);
    const toMake = await portionsToMake(store, 0, [made]);
    if (toMake.portions.length === 0) return 0;
    const block = Math.floor(goal.word / words);
    const index = goal.cell * count + block;
    const place = placeOfBlock(portions.order, block);
    // This process may have written the goal before.
    facts.held[index] = 0;
    const portion = new PortionInProgress(store, made, { depth: 0, mark: false }, toMake.replaced.has(made));
    const cut = { begin: place, end: place + 1, blocks: [block], targets: [portions.keyOf(index)], sources: [] };
    const stage = occupy(staging, portions, cut, 0, false);
    const [buffer] = buffers;
    const slot = buffer.places[index] - 1;
    const memory = new Uint8Array(buffer.memory.buffer);
    const bytes = memory.subarray(slotsBegin + slot * slotBytes, slotsBegin + (slot + 1) * slotBytes);
    bytes.fill(0);
    bytes[8 * (goal.word % words) + (goal.bit >> 3)] = 1 << (goal.bit & 7);
    buffer.states[slot] = CHANGED;
    facts.held[index] = 1;
    facts.gained[index] = 1;
    facts.visitedSums[index] = sumOf(bytes, wordBytesOf(staged.blocks));
    portion.first = [goal].slice(0, store.most);
    const written = (await portion.write(memory, stage)) + (await portion.writeHeader(memory));
    await portion.complete();
    leave(staging, portions, stage);
    return written;
  }

  #portionOfGoal({ word }: State): number {
    const { staged, portions } = this.store;
    return portions.portionOfBlock(Math.floor(word / staged.blocks.words));
  }

  #details(saved: SavedRun): DiskDetails {
    return detailsOf(this.folder, saved, this.store.staged.blocks.count);
  }

  /** Returns true if the states of a layer are marked in the table. */
  #isMarked(layer: number): boolean {
    return this.store.hasTable && isMarked(layer);
  }

  /** Returns the blocks that the stages of a layer are cut from. */
  #blocks(layer: number): LayerBlocks {
    const { staged, staging, portions } = this.store;
    const { moves, sources, blocks } = staged;
    const { held, gained, marked } = staging.facts;
    const mark = this.#isMarked(layer);
    return {
      portions,
      cells: portions.colours[layer % 2],
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
}

function newPool(threads: number): WorkerPool<StageTask, StageResult> {
  return new WorkerPool('advance-stages.cjs', threads);
}

/** Divides the memory, and divides the blocks into portions. A resumed run keeps its portions. @throws MemoryError, StorageError */
function dividedRun(
  { search, need, threads, goal }: BoardEnginePlan,
  { folder, memory, isShared, saved, limits }: DiskWork,
  staged: StagedBoard,
): { readonly run: string; readonly portions: Portions; readonly division: MemoryDivision } {
  const { board } = search.geometry;
  const { count } = staged.blocks;
  const [even, odd] = [0, 1].map((depth) => cellsAtDepth(board, 'single', goal.indexOf(BLANK), depth));
  const details = saved && detailsOf(folder, saved, count);
  const places = details?.places ?? placesOfPortion(staged, limits?.portionBytes);
  const headBytes = headBytesOfRun(staged, places, need.first);
  const division = divideMemory(
    staged,
    { table: need.table, memory, threads, headBytes, shared: isShared },
    limits?.mostBufferBytes,
  );
  if (details === undefined) {
    const { portions } = choosePortions(staged, places, [even, odd], division, need.table ? 2 : 1);
    return { run: randomBytes(8).toString('hex'), portions, division };
  }
  const { run, outer, low } = details;
  return { run, portions: new Portions({ count, outer, low }, places, [even, odd]), division };
}
