/** A run with its bitsets in files: layer after layer. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import { type BoardEnginePlan, contentsOf, textsOf } from '../../engines/bits/engine.js';
import { cellsAtDepth } from '../../engines/bits/run/board-search.js';
import { isMarked } from '../../engines/bits/single/colour-layers.js';
import type { FoundLayer, LayerRun } from '../../engines/engine.js';
import { numberOf, type State, stateAt, stateOf } from '../../spaces/board/numbering/numbering.js';
import { BLANK } from '../../spaces/board/position.js';
import type { TableContents } from '../../table/contents/contents.js';
import { StoppedError } from '../exploration/stopped-error.js';
import type { SavedRun } from '../saved/manifest.js';
import { manifestPath, writeSavedRun } from '../saved/saved-run.js';
import { applyJournal } from './files/journal.js';
import { type LayerProgress, readProgress } from './files/layer-progress.js';
import { sealSlot, VISITED } from './files/slots.js';
import { tableWordsOnDisk } from './files/table-words.js';
import { named } from './files/work-file.js';
import { checkWorkRoom, closeWorkFiles, openWorkFiles, type WorkFiles, workTablePath } from './files/work-folder.js';
import { searchLayer } from './layer.js';
import { type DiskDetails, diskDetails, hasFiles, NOTHING_MADE, readCounts } from './manifest-details.js';
import type { LayerBlocks } from './portion.js';
import { allocateStaging, type SharedStaging } from './shared-staging.js';
import type { PortionResult, PortionTask } from './staged-portion.js';
import { chooseOrder, divideMemory, fileBytesOf, type StagedBoard, type Staging, stagedBoard } from './staging.js';

/** Where an exploration on disk works, and with what. */
export interface DiskWork {
  /** A folder that exists, and is locked. */
  readonly folder: string;
  /** Bytes for all that is allocated. */
  readonly memory: number;
  /** For the manifest. */
  readonly output: string | null;
  readonly stop: AbortSignal | undefined;
  /** The contents of the folder; undefined if it is empty. */
  readonly saved: SavedRun | undefined;
  /** Of a lane of memory at most, bytes; tests take less. */
  readonly mostLaneBytes?: number | undefined;
}

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
  readonly #staged: StagedBoard;
  readonly #slots: number;
  readonly #staging: SharedStaging;
  readonly #files: WorkFiles;
  readonly #pool: WorkerPool<PortionTask, PortionResult>;
  readonly #begin: number;
  readonly #memoryBytes: number;
  /** By colour: what its layers' portions are cut from. */
  readonly #blocks: LayerBlocks[] = [];
  #seconds = 0;

  private constructor(
    plan: BoardEnginePlan,
    work: DiskWork,
    staged: StagedBoard,
    division: Staging,
    staging: SharedStaging,
    files: WorkFiles,
    pool: WorkerPool<PortionTask, PortionResult>,
    begin: number,
  ) {
    this.#plan = plan;
    this.#work = work;
    this.#staged = staged;
    this.#slots = division.slots;
    this.#memoryBytes = division.memoryBytes;
    this.#staging = staging;
    this.#files = files;
    this.#pool = pool;
    this.#begin = begin;
    this.bytes = fileBytesOf(staged, division, plan.need.table);
  }

  /** Starts the threads, allocates the memory and opens the files. @throws MemoryError, StorageError */
  static async open(plan: BoardEnginePlan, work: DiskWork): Promise<DiskRun> {
    const { search, need, threads } = plan;
    const { folder, memory, saved, mostLaneBytes } = work;
    const staged = stagedBoard(search);
    const division = divideMemory(staged, { table: need.table, memory, threads }, mostLaneBytes);
    const pool = new WorkerPool<PortionTask, PortionResult>('advance-portions.cjs', threads);
    try {
      await checkWorkRoom(folder, fileBytesOf(staged, division, need.table));
      const begin = performance.now();
      const staging = allocateStaging(staged, division, need.table);
      const isNew = saved === undefined || !hasFiles(saved);
      if (isNew) await saveRun(plan, work, startOf(plan), NOTHING_MADE);
      const mode = isNew ? 'create' : 'update';
      const files = await openWorkFiles(folder, { mode, table: need.table, slotBytes: staged.slotBytes });
      return new DiskRun(plan, work, staged, division, staging, files, pool, begin);
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
    const resumed = saved !== undefined && hasFiles(saved) ? saved : undefined;
    if (resumed !== undefined) {
      const brokenOff = await this.#takeUp(resumed);
      await this.#pool.ready();
      const { geometry } = this.#plan.search;
      const first = resumed.first.map((number) => stateAt(geometry, number));
      yield* this.#search({ ...resumed, first }, brokenOff);
      return;
    }
    const start = startOf(this.#plan);
    await this.#plant(start);
    // Of a run that is resumed, the goal has been counted.
    if (saved === undefined) {
      const bytesWritten = this.#staged.slotBytes;
      yield this.#found(
        { ...start, first: start.first.slice(0, this.#plan.need.first) },
        { bytesRead: 0, bytesWritten },
      );
    }
    await this.#pool.ready();
    yield* this.#search(start, undefined);
  }

  get starts(): readonly string[] {
    return this.#plan.facts.startTexts;
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    return textsOf(this.#plan, states);
  }

  contents(histogram: readonly number[]): TableContents {
    const { blocks, slotBytes } = this.#staged;
    const { marked } = this.#staging.counts;
    const path = workTablePath(this.#work.folder);
    return contentsOf(this.#plan, histogram, (cell) => tableWordsOnDisk(path, blocks, slotBytes, marked, cell));
  }

  async close(): Promise<void> {
    await closeWorkFiles(this.#files);
    // Not awaited: the threads end, or are made ready for another search, while the caller goes on.
    void this.#pool.leave(this.#memoryBytes);
  }

  #found(
    { histogram, first, seconds }: Reached,
    bytes: { readonly bytesRead: number; readonly bytesWritten: number },
  ): FoundLayer {
    const depth = histogram.length - 1;
    const { geometry } = this.#plan.search;
    return {
      depth,
      fresh: histogram[depth],
      first: first.map((state) => numberOf(geometry, state)),
      seconds,
      ...bytes,
      isLatest: true,
    };
  }

  /** Searches the layers that follow on what is complete. @param brokenOff how far the first of them had come */
  async *#search(from: Reached, brokenOff: LayerProgress | undefined): AsyncGenerator<FoundLayer, void> {
    const { table, first: most, signal } = this.#plan.need;
    const { folder, stop } = this.#work;
    const { gained } = this.#staging;
    const search = { staging: this.#staging, slots: this.#slots, files: this.#files, pool: this.#pool, most, signal };
    let reached = from;
    /** The layer before is on the disk. */
    let complete = Promise.resolve();
    try {
      for (;;) {
        const depth = reached.histogram.length;
        if (stop?.aborted) {
          await complete;
          throw new StoppedError(depth - 1, folder);
        }
        const mark = table && isMarked(depth);
        const blocks = this.#blocksOf(depth);
        for (const cell of blocks.cells) {
          gained.fill(0, cell * blocks.order.count, (cell + 1) * blocks.order.count);
        }
        const known = depth === brokenOff?.depth ? brokenOff : undefined;
        const layer = { depth, mark, blocks, brokenOff: known, complete };
        const { fresh, first, bytesRead, bytesWritten } = await searchLayer(search, layer);
        this.#seconds = from.seconds + (performance.now() - this.#begin) / 1000;
        if (fresh === 0) {
          await complete;
          return;
        }
        reached = { histogram: [...reached.histogram, fresh], first, seconds: this.#seconds };
        complete = this.#complete(reached);
        // It is waited for before the next layer writes anything.
        complete.catch(() => {});
        yield this.#found(reached, { bytesRead, bytesWritten });
      }
    } finally {
      await Promise.allSettled([complete]);
    }
  }

  /** Makes a layer, whose slots are written, what is resumed from. */
  async #complete(reached: Reached): Promise<void> {
    // The next layer changes them meanwhile.
    const details = diskDetails(this.#staging.counts);
    await this.#files.visited.sync();
    await saveRun(this.#plan, this.#work, reached, details);
  }

  /** Makes the files of an exploration of which the goal alone is found. */
  async #plant(start: Reached): Promise<void> {
    const { counts, gained, lanes, slotsBegin, slotBytes, layout } = this.#staging;
    const { visited } = this.#files;
    const [{ cell, word, bit }] = start.first;
    const { words, count } = layout.blocks;
    const block = Math.floor(word / words);
    const index = cell * count + block;
    counts.held[index] = 1;
    gained[index] = 1;
    const memory = new Uint8Array(lanes[0].memory.buffer);
    const slot = memory.subarray(slotsBegin, slotsBegin + slotBytes);
    slot[8 * (word % words) + (bit >> 3)] = 1 << (bit & 7);
    sealSlot(slot, { bitset: VISITED, cell, block }, 1);
    await visited.write(memory, [{ first: index, count: 1, address: slotsBegin }]);
    slot.fill(0);
    await visited.sync();
    await saveRun(this.#plan, this.#work, start, diskDetails(counts));
  }

  /** Brings files and counts to a state from which a layer can be done again. @returns the progress of that layer */
  async #takeUp(run: SavedRun): Promise<LayerProgress> {
    const { counts, before, gained, layout, slotBytes } = this.#staging;
    const { folder, journal, table } = this.#files;
    const depth = run.histogram.length;
    const { count } = layout.blocks;
    readCounts(folder, run, counts);
    before.held.set(counts.held);
    before.marked.set(counts.marked);
    for (const [index, held] of counts.held.entries()) gained[index] = held > 0 ? 1 : 0;
    if (journal !== undefined && table !== undefined) await applyJournal(journal, table, depth, slotBytes, count);
    return readProgress(folder, depth, Math.ceil(count / 8));
  }

  #blocksOf(depth: number): LayerBlocks {
    const { search, goal, need } = this.#plan;
    const { moves, sources, blocks } = this.#staged;
    const { counts, gained, isWhole } = this.#staging;
    const colour = depth % 2;
    this.#blocks[colour] ??= (() => {
      const cells = cellsAtDepth(search.geometry.board, 'single', goal.indexOf(BLANK), depth);
      return {
        order: chooseOrder(this.#staged, cells, { isWhole, slots: this.#slots }, need.table ? 2 : 1).order,
        cells,
        moves,
        sources,
        frontier: {
          takes: (target) => counts.held[target] < blocks.states,
          gives: (source) => gained[source] === 1,
        },
      };
    })();
    return this.#blocks[colour];
  }
}

/** Returns what is complete when a run begins: its goal. */
function startOf({ search, goal }: BoardEnginePlan): Reached {
  return { histogram: [1], first: [stateOf(search.geometry, goal, goal)], seconds: 0 };
}

async function saveRun(
  { search, engine, facts, need }: BoardEnginePlan,
  { folder, output }: DiskWork,
  { histogram, first, seconds }: Reached,
  details: DiskDetails,
): Promise<void> {
  const run: SavedRun = {
    store: 'disk',
    engine,
    facts,
    table: need.table,
    antipodes: need.antipodes ?? need.first,
    output,
    histogram,
    first: first.slice(0, need.first).map((state) => numberOf(search.geometry, state)),
    seconds,
    details,
  };
  await named(manifestPath(folder), 'written', () => writeSavedRun(folder, run));
}
