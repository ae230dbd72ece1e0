/** A run with its bitsets in files: layer after layer. */

import { syncFolder } from '../../base/storage/folder.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { type BoardEnginePlan, contentsOf, textsOf } from '../../engines/bits/engine.js';
import { isMarked } from '../../engines/bits/single/colour-layers.js';
import type { FoundLayer, LayerRun } from '../../engines/engine.js';
import { type State, stateOf } from '../../spaces/board/numbering/numbering.js';
import type { TableContents } from '../../table/contents/contents.js';
import { StoppedError } from '../exploration/stopped-error.js';
import type { SavedRun } from '../saved/manifest.js';
import { layerManifestPath, writeSavedRun } from '../saved/saved-run.js';
import { type DiskWork, dealOut } from './deal-out.js';
import { named } from './files/transfers.js';
import { checkWorkRoom } from './files/work-folder.js';
import { isMade, removeFiles, takeLayers, takeMadeLayer, unusedFiles } from './finish-layer.js';
import type { StageResult, StageTask } from './lanes/advance-stage.js';
import { isStored } from './lanes/lane-slots.js';
import { allocateStaging } from './lanes/shared-staging.js';
import { type LayerBlocks, portionsWithWork } from './lanes/stage.js';
import { fileBytesOf, type Staging, stagedBoard } from './lanes/staging.js';
import { type DiskDetails, detailsOf } from './layer-files.js';
import { makePortions, type PortionSearch, type Traffic } from './make-portions.js';
import { plantGoal } from './plant-goal.js';
import { PortionStore } from './portion-store.js';
import { tableWordsOnDisk } from './table-words.js';

/** The layers that are complete. */
interface Reached {
  readonly histogram: readonly number[];
  readonly first: readonly State[];
  readonly seconds: number;
}

/** The layers of a board with its bitsets in files, each of them safe on the disk before the next one begins. */
export class DiskRun implements LayerRun {
  readonly bytes: number;
  readonly #plan: BoardEnginePlan;
  readonly #work: DiskWork;
  readonly #store: PortionStore;
  readonly #search: PortionSearch;
  readonly #begin: number;
  readonly #memoryBytes: number;
  #seconds = 0;
  /** When it ends, the files are gone that the last layers have replaced. */
  #removed = Promise.resolve();

  private constructor(plan: BoardEnginePlan, work: DiskWork, search: PortionSearch, begin: number, division: Staging) {
    this.#plan = plan;
    this.#work = work;
    this.#store = search.store;
    this.#search = search;
    this.#begin = begin;
    this.#memoryBytes = division.memoryBytes;
    this.bytes = fileBytesOf(search.store.staged, search.store.portions, plan.need);
  }

  /** Starts the threads, and allocates the memory. @throws MemoryError, StorageError */
  static async open(plan: BoardEnginePlan, work: DiskWork): Promise<DiskRun> {
    const { need, threads, search } = plan;
    const { folder, saved } = work;
    const staged = stagedBoard(search);
    const { run, portions, division } = dealOut(plan, work, staged);
    const pool = new WorkerPool<StageTask, StageResult>('advance-stages.cjs', threads);
    try {
      await checkWorkRoom(folder, fileBytesOf(staged, portions, need));
      const begin = performance.now();
      const staging = allocateStaging(staged, division, need.table);
      const store = new PortionStore({ folder, run, most: need.first, staged, portions, staging });
      const disk = new DiskRun(
        plan,
        work,
        { store, slots: division.slots, pool, signal: need.signal },
        begin,
        division,
      );
      if (saved === undefined) await disk.#save(startOf(plan));
      return disk;
    } catch (error) {
      void pool.leave(division.memoryBytes);
      throw error;
    }
  }

  get seconds(): number {
    return this.#seconds;
  }

  async *layers(): AsyncGenerator<FoundLayer, void> {
    const { saved } = this.#work;
    const start = startOf(this.#plan);
    if (saved === undefined || saved.histogram.length === 1) {
      await removeFiles(this.#store, await unusedFiles(this.#store, 0));
      const bytesWritten = await plantGoal(this.#store, start.first[0]);
      // Of a run that is resumed, the goal has been counted.
      if (saved === undefined) {
        const first = start.first.slice(0, this.#plan.need.first);
        yield this.#found({ ...start, first }, { bytesRead: 0, bytesWritten });
      }
      yield* this.#layersAfter(start);
      return;
    }
    const { layers } = detailsOf(this.#work.folder, saved, this.#store.staged.blocks.count);
    await takeLayers(this.#store, layers, saved.histogram.length - 1);
    yield* this.#layersAfter({ ...saved, first: this.#store.states(saved.first) });
  }

  get starts(): readonly string[] {
    return this.#plan.facts.startTexts;
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    return textsOf(this.#plan, states);
  }

  contents(histogram: readonly number[]): TableContents {
    return contentsOf(this.#plan, histogram, (cell) => tableWordsOnDisk(this.#store, cell));
  }

  async close(): Promise<void> {
    // Not awaited: the threads end, or are made ready for another search, while the caller goes on.
    void this.#search.pool.leave(this.#memoryBytes);
  }

  #found({ histogram, first, seconds }: Reached, traffic: Traffic): FoundLayer {
    const depth = histogram.length - 1;
    return { depth, fresh: histogram[depth], first: this.#store.numbers(first), seconds, ...traffic, isLatest: true };
  }

  /** Searches the layers that follow on what is complete. */
  async *#layersAfter(from: Reached): AsyncGenerator<FoundLayer, void> {
    const { stop, folder } = this.#work;
    let reached = from;
    /** The layer before is on the disk. */
    let complete = Promise.resolve();
    await this.#search.pool.ready();
    try {
      for (;;) {
        const depth = reached.histogram.length;
        if (stop?.aborted) {
          await complete;
          await this.#removed;
          throw new StoppedError(depth - 1, folder);
        }
        const { fresh, first, ...traffic } = await this.#searchLayer(depth, reached === from, complete);
        this.#seconds = from.seconds + (performance.now() - this.#begin) / 1000;
        if (fresh === 0) {
          await complete;
          await this.#removed;
          return;
        }
        reached = { histogram: [...reached.histogram, fresh], first, seconds: this.#seconds };
        complete = this.#complete(reached);
        // It is waited for before the next layer writes anything.
        complete.catch(() => {});
        yield this.#found(reached, traffic);
      }
    } finally {
      await Promise.allSettled([complete]);
      await Promise.allSettled([this.#removed]);
    }
  }

  /** @param isBegun whether there may be portions of the layer already */
  async #searchLayer(depth: number, isBegun: boolean, complete: Promise<void>) {
    const blocks = this.#blocksOf(depth);
    const portions = portionsWithWork(blocks);
    const made: number[] = [];
    if (isBegun) {
      for (const portion of portions) if (await isMade(this.#store, depth, portion)) made.push(portion);
      await removeFiles(this.#store, await unusedFiles(this.#store, depth - 1, made));
    }
    const { gained } = this.#store.staging.facts;
    const { count } = this.#store.staged.blocks;
    for (const cell of blocks.cells) gained.fill(0, cell * count, (cell + 1) * count);
    const mark = this.#store.hasTable && isMarked(depth);
    const others = portions.filter((portion) => !made.includes(portion));
    const traffic = await makePortions(this.#search, { depth, mark, blocks, portions: others, complete });
    return { ...traffic, ...(await takeMadeLayer(this.#store, depth, portions)) };
  }

  /** Makes a layer, whose portions are made, what is resumed from. */
  async #complete(reached: Reached): Promise<void> {
    await this.#save(reached);
    // No more than the files of one layer are waiting to be removed.
    await this.#removed;
    const names = await unusedFiles(this.#store, reached.histogram.length - 1);
    this.#removed = removeFiles(this.#store, names);
    this.#removed.catch(() => {});
  }

  async #save({ histogram, first, seconds }: Reached): Promise<void> {
    const { engine, facts, need } = this.#plan;
    const { folder, output } = this.#work;
    const { run, portions, files } = this.#store;
    const { order, places } = portions;
    const { outer, low } = order;
    const details: DiskDetails = { run, outer, low, places, layers: [[...files.visited[0]], [...files.visited[1]]] };
    const saved: SavedRun = {
      store: 'disk',
      engine,
      facts,
      table: need.table,
      antipodes: need.antipodes ?? need.first,
      output,
      histogram,
      first: this.#store.numbers(first.slice(0, need.first)),
      seconds,
      details,
    };
    await named(layerManifestPath(folder, histogram.length - 1), 'written', async () => {
      // The files that it names have their names on the disk before it has its own.
      await syncFolder(folder);
      await writeSavedRun(folder, saved);
    });
  }

  #blocksOf(depth: number): LayerBlocks {
    const { staged, staging, portions } = this.#store;
    const { moves, sources, blocks } = staged;
    const { held, gained, marked } = staging.facts;
    const mark = this.#store.hasTable && isMarked(depth);
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
}

/** Returns what is complete when a run begins: its goal. */
function startOf({ search, goal }: BoardEnginePlan): Reached {
  return { histogram: [1], first: [stateOf(search.geometry, goal, goal)], seconds: 0 };
}
