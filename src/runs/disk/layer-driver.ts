/**
 * The layers of a run in a folder, step by step: the portions that a layer may add states to, their files, the sum of their headers, and
 * the manifest that completes the layer. Whoever makes the portions, the steps are the same: a process that has the folder for itself
 * (disk-run.ts), batch jobs and workers of a queue (folder-run.ts), or a coordinator that hands portions out (the queue).
 */

import { bytesText } from '../../base/text.js';
import { WorkerPool } from '../../base/worker-pool.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { isMarked } from '../../engines/boards/layers.js';
import { StorageError, syncFolder } from '../../files/files.js';
import { CHANGED, isStored } from './buffers.js';
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
import { type DiskDetails, type DiskWork, detailsOf, portionStore } from './portion-store.js';
import { placeOfBlock } from './portions.js';
import { checkSpace, named } from './run-folder.js';
import {
  layerManifestPath,
  readSavedRun,
  runOfPlan,
  type SavedLayers,
  type SavedRun,
  writeSavedRun,
} from './saved-run.js';
import { bytesOfFiles, type LayerBlocks, portionsWithWork } from './stage.js';
import type { StageResult, StageTask } from './stage-advancer.js';
import { whenVisible } from './work-files.js';

export type LayerDriver = ReturnType<typeof layerDriver>;

/** Allocates the memory, and starts the threads, which run until `close()`. @throws MemoryError, StorageError */
export function layerDriver(plan: BoardEnginePlan, work: DiskWork) {
  const store = portionStore(plan, work);
  const { board, shared, portions, folder, hasTable } = store;
  const { blocks } = board;
  const { request, facts: space } = plan;
  const output = work.saved === undefined ? (work.output ?? null) : work.saved.output;
  const [goal] = store.states(space.starts);
  const portionOfGoal = portions.portionOfBlock(Math.floor(goal.word / blocks.words));
  /** Maximum bytes of the run's files. */
  const fileBytes = bytesOfFiles(board, portions, request);
  /** The complete layers at the beginning of a run: only the goal. */
  const start: SavedLayers = { histogram: [1], first: space.starts.slice(0, request.first), seconds: 0 };
  let pool = newPool(plan.threads);
  /** The layer whose facts of all blocks are in memory; undefined if they match none. */
  let depthOfFacts: number | undefined;
  /** Portions of the next layer that this process has made, so that the facts of their blocks may have changed. */
  const touched = new Set<number>();

  const detailsIn = (saved: SavedRun): DiskDetails => detailsOf(folder, saved, blocks.count);
  /** Returns true if the states of a layer are marked in the table. */
  const marks = (layer: number) => hasTable && isMarked(layer);

  /** Returns the blocks that the stages of a layer are cut from. */
  function blocksOf(layer: number): LayerBlocks {
    const { held, gained, marked } = shared.facts;
    const mark = marks(layer);
    return {
      portions,
      cells: portions.colours[layer % 2],
      moves: board.moves,
      sources: board.sources,
      frontier: {
        takes: (target) => held[target] < blocks.states,
        gives: (source) => gained[source] === 1,
        stays: (target) => isStored(shared, target) || (mark && marked[target] > 0),
        isRead: (source) => isStored(shared, source),
      },
    };
  }

  /** Returns the manifest of a layer of this run. @throws StorageError; LayerNotReadyError, LayerCompleteError as goTo */
  async function manifest(depth: number): Promise<SavedRun> {
    const read = () => readSavedRun(folder, depth);
    const saved = await whenVisible(read, store.patience, () => checkCurrent(folder, depth));
    const path = layerManifestPath(folder, depth);
    if (saved === undefined) throw new LayerNotReadyError(path);
    if (detailsIn(saved).run !== store.run) throw new StorageError(`${path} belongs to another run`);
    return saved;
  }

  /**
   * Writes the manifest of the last complete layer. An existing manifest is kept, because it has the same contents.
   * @throws StorageError
   */
  async function save({ histogram, first, seconds }: SavedLayers): Promise<void> {
    const { order, places } = portions;
    const { outer, low } = order;
    const depth = histogram.length - 1;
    const [even, odd] = store.files[VISITED];
    const layers: DiskDetails['layers'] = [[...even], [...odd]];
    // The file of the goal is written after a manifest that refers to it.
    if (depth === 0) layers[0][portionOfGoal] = 0;
    const details = { run: store.run, outer, low, places, layers } satisfies DiskDetails;
    const saved = runOfPlan(plan, { store: 'disk', output, histogram, first, seconds, details });
    await named(layerManifestPath(folder, depth), 'written', async () => {
      // The names of its files are on the disk before the name of the manifest.
      await syncFolder(folder);
      await writeSavedRun(folder, saved);
    });
  }

  return {
    plan,
    store,
    fileBytes,
    start,
    manifest,
    save,
    /** Waits until all threads have started. @throws WorkerError */
    ready: async () => pool.ready(),
    /** Ends the threads, or makes them ready for another search, while the caller continues. */
    close(): void {
      void pool.leave(shared.memoryBytes);
    },
    /** Checks the disk space, and writes the manifest of a new run. @throws StorageError */
    async prepare(isNew: boolean): Promise<void> {
      await checkSpace(folder, fileBytes, (more) => `the work files take up to ${bytesText(more)} more`);
      if (isNew) await save(start);
    },
    /**
     * Prepares for another attempt after a failure in the middle of a layer, with new threads in the same memory. The facts of the
     * portions that were being made are reread.
     * @throws WorkerError
     */
    async renew(): Promise<void> {
      await pool.destroy();
      shared.counters.fill(0);
      // An interrupted stage has not left its buffer.
      for (const { blockSlots } of shared.buffers) blockSlots.fill(0);
      pool = newPool(pool.threads);
      await pool.ready();
    },
    /**
     * Reads the facts of all blocks after a layer, unless they are in memory.
     * @throws StorageError; LayerNotReadyError if the layer is not complete, LayerCompleteError if a later layer is complete
     */
    async goTo(depth: number): Promise<void> {
      if (depthOfFacts === depth) return;
      const saved = await manifest(depth);
      depthOfFacts = undefined;
      await takeLayers(store, detailsIn(saved).layers, depth);
      touched.clear();
      depthOfFacts = depth;
    },
    /** Returns the portions that a layer may add states to, all of which must be made. The facts are those of the layer before. */
    async portionsOf(layer: number): Promise<readonly number[]> {
      // A block that was filled in this layer counts as having work.
      for (const portion of touched) await retakePortion(store, layer, portion);
      touched.clear();
      return portionsWithWork(blocksOf(layer));
    },
    /**
     * Makes portions by this process, except for those that are made already. The facts are those of the layer before.
     * @throws StorageError; WorkerError; the signal's reason
     */
    async make(portionRequest: PortionRequest, signal = request.signal): Promise<Traffic> {
      const { layer } = portionRequest;
      const others = await portionsToMake(store, layer, portionRequest.portions);
      for (const portion of others.portions) {
        if (touched.has(portion)) await retakePortion(store, layer, portion);
        touched.add(portion);
      }
      const [mark, layerBlocks] = [marks(layer), blocksOf(layer)];
      return makePortions({ ...portionRequest, ...others, store, pool, signal, mark, blocks: layerBlocks });
    },
    /**
     * Adds up a layer whose portions are all made. The facts are then those of the layer.
     * @throws DamagedError that names a missing or damaged file; LayerCompleteError
     */
    async take(layer: number, madePortions: readonly number[]): Promise<MadeLayer> {
      const made = await takeMadeLayer(store, layer, madePortions);
      touched.clear();
      depthOfFacts = layer;
      // In the next layer no block has gained anything yet.
      const { count } = blocks;
      for (const cell of portions.colours[(layer + 1) % 2]) {
        shared.facts.gained.fill(0, cell * count, (cell + 1) * count);
      }
      return made;
    },
    /**
     * Writes the first file of a run, the portion of its goal in layer 0, unless it exists. Of processes that begin in the same folder at
     * the same time, only the one whose manifest was kept may write it.
     * @returns the bytes written
     * @throws StorageError
     */
    async writeGoal(): Promise<number> {
      checkCurrent(folder, 0);
      await manifest(0);
      const { facts, buffers, slotsBegin, slotBytes } = shared;
      const { words, count } = blocks;
      depthOfFacts = undefined;
      const toMake = await portionsToMake(store, 0, [portionOfGoal]);
      if (toMake.portions.length === 0) return 0;
      const block = Math.floor(goal.word / words);
      const index = goal.cell * count + block;
      const place = placeOfBlock(portions.order, block);
      // This process may have written the goal before.
      facts.held[index] = 0;
      const isReplaced = toMake.replaced.has(portionOfGoal);
      const portion = portionInProgress(store, portionOfGoal, { layer: 0, mark: false }, isReplaced);
      const cut = { begin: place, end: place + 1, blocks: [block], targets: [portions.keyOf(index)], sources: [] };
      const stage = store.stages.occupy(cut, 0, false);
      const [buffer] = buffers;
      const slot = buffer.blockSlots[index] - 1;
      const memory = new Uint8Array(buffer.memory.buffer);
      const bytes = memory.subarray(slotsBegin + slot * slotBytes, slotsBegin + (slot + 1) * slotBytes);
      bytes.fill(0);
      bytes[8 * (goal.word % words) + (goal.bit >> 3)] = 1 << (goal.bit & 7);
      buffer.states[slot] = CHANGED;
      facts.held[index] = 1;
      facts.gained[index] = 1;
      facts.visitedSums[index] = sumOf(bytes, wordBytesOf(blocks));
      portion.keepFirst([[goal]]);
      const written = (await portion.write(memory, stage)) + (await portion.writeHeader(memory));
      await portion.complete();
      store.stages.leave(stage);
      return written;
    },
  };
}

function newPool(threads: number): WorkerPool<StageTask, StageResult> {
  return new WorkerPool('advance-stages', threads);
}
