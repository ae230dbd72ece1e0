/**
 * The layers of a run in a folder, step by step: the portions that a layer may add states to, their files, the sum of their headers, and
 * the manifest that completes the layer. Whoever makes the portions, the steps are the same: a process that has the folder for itself
 * (disk-run.ts), batch jobs and workers of a queue (folder-run.ts), or a coordinator that hands portions out (the queue).
 */

import { StorageError, syncFolder } from '../../base/files.js';
import { bytesText } from '../../base/text.js';
import { WorkerPool } from '../../base/worker-pool.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { isMarked } from '../../engines/boards/layers.js';
import { checkSpace, named } from '../exploration/run-folder.js';
import {
  layerManifestPath,
  readSavedRun,
  runOfPlan,
  type SavedLayers,
  type SavedRun,
  writeSavedRun,
} from '../exploration/saved-run.js';
import { CHANGED, isStored, leave, occupy } from './buffers.js';
import {
  checkCurrent,
  type MadeLayer,
  portionsToMake,
  retakePortion,
  takeLayers,
  takeMadeLayer,
} from './made-portions.js';
import { LayerNotReadyError, sumOf, VISITED, wordBytesOf } from './portion-file.js';
import { makePortions, type PortionRequest, portionInProgress, type Traffic } from './portion-search.js';
import { type DiskDetails, type DiskWork, detailsOf, PortionStore } from './portion-store.js';
import { placeOfBlock } from './portions.js';
import { bytesOfFiles, type LayerBlocks, portionsWithWork } from './stage.js';
import type { StageResult, StageTask } from './stage-advancer.js';
import { whenVisible } from './work-files.js';

export class LayerDriver {
  readonly plan: BoardEnginePlan;
  readonly store: PortionStore;
  readonly #output: string | null;
  #pool: WorkerPool<StageTask, StageResult>;
  /** The layer whose facts of all blocks are in memory; undefined if they match none. */
  #depth: number | undefined;
  /** Portions of the next layer that this process has made, so that the facts of their blocks may have changed. */
  readonly #touched = new Set<number>();

  /** Allocates the memory, and starts the threads, which run until `close()`. @throws MemoryError, StorageError */
  constructor(plan: BoardEnginePlan, work: DiskWork) {
    const { output = null, saved } = work;
    this.plan = plan;
    this.store = new PortionStore(plan, work);
    this.#output = saved === undefined ? output : saved.output;
    this.#pool = newPool(plan.threads);
  }

  /** Waits until all threads have started. @throws WorkerError */
  async ready(): Promise<void> {
    await this.#pool.ready();
  }

  /** Ends the threads, or makes them ready for another search, while the caller continues. */
  close(): void {
    void this.#pool.leave(this.store.shared.memoryBytes);
  }

  /** Maximum bytes of the run's files. */
  get fileBytes(): number {
    return bytesOfFiles(this.store.board, this.store.portions, this.plan.request);
  }

  /** The complete layers at the beginning of a run: only the goal. */
  get start(): SavedLayers {
    const { facts, request } = this.plan;
    return { histogram: [1], first: facts.starts.slice(0, request.first), seconds: 0 };
  }

  /** Checks the disk space, and writes the manifest of a new run. @throws StorageError */
  async prepare(isNew: boolean): Promise<void> {
    await checkSpace(this.store.folder, this.fileBytes, (more) => `the work files take up to ${bytesText(more)} more`);
    if (isNew) await this.save(this.start);
  }

  /**
   * Prepares for another attempt after a failure in the middle of a layer, with new threads in the same memory. The facts of the
   * portions that were being made are reread.
   * @throws WorkerError
   */
  async renew(): Promise<void> {
    await this.#pool.destroy();
    const { counters, buffers } = this.store.shared;
    counters.fill(0);
    // An interrupted stage has not left its buffer.
    for (const { blockSlots } of buffers) blockSlots.fill(0);
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
  async make(request: PortionRequest, signal = this.plan.request.signal): Promise<Traffic> {
    const { store } = this;
    const { layer } = request;
    const others = await portionsToMake(store, layer, request.portions);
    for (const portion of others.portions) {
      if (this.#touched.has(portion)) await retakePortion(store, layer, portion);
      this.#touched.add(portion);
    }
    const [mark, blocks] = [this.#isMarked(layer), this.#blocks(layer)];
    return makePortions({ ...request, ...others, store, pool: this.#pool, signal, mark, blocks });
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
    const { count } = store.board.blocks;
    for (const cell of store.portions.colours[(layer + 1) % 2]) {
      store.shared.facts.gained.fill(0, cell * count, (cell + 1) * count);
    }
    return made;
  }

  /**
   * Writes the manifest of the last complete layer. An existing manifest is kept, because it has the same contents.
   * @throws StorageError
   */
  async save({ histogram, first, seconds }: SavedLayers): Promise<void> {
    const { run, portions, files, folder } = this.store;
    const { order, places } = portions;
    const { outer, low } = order;
    const depth = histogram.length - 1;
    const layers: DiskDetails['layers'] = [[...files[VISITED][0]], [...files[VISITED][1]]];
    // The file of the goal is written after a manifest that refers to it.
    if (depth === 0) layers[0][this.#portionOfGoal()] = 0;
    const saved = runOfPlan(this.plan, {
      store: 'disk',
      output: this.#output,
      histogram,
      first,
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
   * Writes the first file of a run, the portion of its goal in layer 0, unless it exists.
   * @returns the bytes written
   * @throws StorageError
   */
  async writeGoal(): Promise<number> {
    const { store } = this;
    const { shared, portions, board } = store;
    const { facts, buffers, slotsBegin, slotBytes } = shared;
    const { words, count } = board.blocks;
    const [goal] = store.states(this.plan.facts.starts);
    this.#depth = undefined;
    const made = this.#portionOfGoal();
    const toMake = await portionsToMake(store, 0, [made]);
    if (toMake.portions.length === 0) return 0;
    const block = Math.floor(goal.word / words);
    const index = goal.cell * count + block;
    const place = placeOfBlock(portions.order, block);
    // This process may have written the goal before.
    facts.held[index] = 0;
    const portion = portionInProgress(store, made, { layer: 0, mark: false }, toMake.replaced.has(made));
    const cut = { begin: place, end: place + 1, blocks: [block], targets: [portions.keyOf(index)], sources: [] };
    const stage = occupy(shared, portions, cut, 0, false);
    const [buffer] = buffers;
    const slot = buffer.blockSlots[index] - 1;
    const memory = new Uint8Array(buffer.memory.buffer);
    const bytes = memory.subarray(slotsBegin + slot * slotBytes, slotsBegin + (slot + 1) * slotBytes);
    bytes.fill(0);
    bytes[8 * (goal.word % words) + (goal.bit >> 3)] = 1 << (goal.bit & 7);
    buffer.states[slot] = CHANGED;
    facts.held[index] = 1;
    facts.gained[index] = 1;
    facts.visitedSums[index] = sumOf(bytes, wordBytesOf(board.blocks));
    portion.keepFirst([[goal]]);
    const written = (await portion.write(memory, stage)) + (await portion.writeHeader(memory));
    await portion.complete();
    leave(shared, portions, stage);
    return written;
  }

  #portionOfGoal(): number {
    const { board, portions } = this.store;
    const [{ word }] = this.store.states(this.plan.facts.starts);
    return portions.portionOfBlock(Math.floor(word / board.blocks.words));
  }

  #details(saved: SavedRun): DiskDetails {
    return detailsOf(this.store.folder, saved, this.store.board.blocks.count);
  }

  /** Returns true if the states of a layer are marked in the table. */
  #isMarked(layer: number): boolean {
    return this.store.hasTable && isMarked(layer);
  }

  /** Returns the blocks that the stages of a layer are cut from. */
  #blocks(layer: number): LayerBlocks {
    const { board, shared, portions } = this.store;
    const { moves, sources, blocks } = board;
    const { held, gained, marked } = shared.facts;
    const mark = this.#isMarked(layer);
    return {
      portions,
      cells: portions.colours[layer % 2],
      moves,
      sources,
      frontier: {
        takes: (target) => held[target] < blocks.states,
        gives: (source) => gained[source] === 1,
        stays: (target) => isStored(shared, target) || (mark && marked[target] > 0),
        isRead: (source) => isStored(shared, source),
      },
    };
  }
}

function newPool(threads: number): WorkerPool<StageTask, StageResult> {
  return new WorkerPool('advance-stages.cjs', threads);
}
