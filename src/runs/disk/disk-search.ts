/** The bitsets in files: the layers one after the other, each of them safe on the disk before the next one begins. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import { isMarked } from '../../engines/bits/layers/colour-layers.js';
import { cellsAtDepth } from '../../engines/bits/layers/layers.js';
import { type Geometry, geometryOf } from '../../spaces/board/numbering/geometry.js';
import { type State, stateOf } from '../../spaces/board/numbering/numbering.js';
import type { Position } from '../../spaces/board/position.js';
import { StoppedError } from '../errors.js';
import type { Settings } from '../explore.js';
import { manifestPath, type SavedRun, writeSavedRun } from '../saved/saved-run.js';
import type { FoundStates, SearchEvents, StateSearch } from '../state-search.js';
import { applyJournal } from './journal.js';
import { searchLayer } from './layer.js';
import { type LayerProgress, readProgress } from './layer-progress.js';
import { type DiskDetails, detailsOf, hasFiles, NOTHING_MADE, readCounts } from './manifest-details.js';
import type { LayerBlocks } from './portion.js';
import { allocateStaging, type SharedStaging } from './shared-staging.js';
import { sealSlot, VISITED } from './slots.js';
import type { PortionResult, PortionTask } from './staged-portion.js';
import { chooseOrder, divideMemory, fileBytesOf, type StagedBoard, type Staging, stagedBoard } from './staging.js';
import { tableWordsOnDisk } from './table-words.js';
import { named } from './work-file.js';
import { checkRoom, closeWorkFiles, openWorkFiles, tablePath, type WorkFiles } from './work-folder.js';

/** Where an exploration on disk works, and with what. */
export interface DiskWork {
  /** A folder that is there, and is locked. */
  readonly folder: string;
  /** Bytes for all that is allocated. */
  readonly memory: number;
  /** For the manifest. */
  readonly output: string | null;
  readonly stop: AbortSignal | undefined;
  /** What the folder holds; undefined where it is empty. */
  readonly saved: SavedRun | undefined;
  /** Of a lane of memory at most, bytes; tests take less. */
  readonly mostLaneBytes?: number | undefined;
}

/** What is complete. */
interface Reached {
  readonly histogram: readonly number[];
  readonly first: readonly State[];
  readonly seconds: number;
}

export class DiskSearch implements StateSearch {
  readonly geometry: Geometry;
  readonly #settings: Settings;
  readonly #work: DiskWork;
  readonly #staged: StagedBoard;
  readonly #division: Staging;
  readonly #pool: WorkerPool<PortionTask, PortionResult>;
  /** By colour: what its layers' portions are cut from. */
  readonly #blocks: LayerBlocks[] = [];

  /** Starts the threads. @throws InputError where the board is too large to number, MemoryError */
  constructor(settings: Settings, work: DiskWork) {
    const { board, table, threads } = settings;
    this.geometry = geometryOf(board);
    this.#settings = settings;
    this.#work = work;
    this.#staged = stagedBoard(this.geometry);
    this.#division = divideMemory(this.#staged, { table, memory: work.memory, threads }, work.mostLaneBytes);
    this.#pool = new WorkerPool('advance-portions.cjs', threads);
  }

  async run(goal: Position, events: SearchEvents): Promise<FoundStates> {
    const { table } = this.#settings;
    const { folder, saved } = this.#work;
    const { slotBytes, blocks } = this.#staged;
    const fileBytes = fileBytesOf(this.#staged, this.#division, table);
    const resumed = saved !== undefined && hasFiles(saved) ? saved : undefined;
    await checkRoom(folder, fileBytes);
    const begin = performance.now();
    const staging = allocateStaging(this.#staged, this.#division, table);
    const start: Reached = { histogram: [1], first: [stateOf(this.geometry, goal, goal)], seconds: 0 };
    if (resumed === undefined) await this.#save(goal, start, NOTHING_MADE);
    const mode = resumed === undefined ? 'create' : 'update';
    const files = await openWorkFiles(folder, { mode, table, slotBytes });
    try {
      events.onStart(fileBytes);
      const brokenOff = resumed === undefined ? undefined : await this.#takeUp(resumed, staging, files);
      if (resumed === undefined) await this.#plant(goal, start, staging, files, events);
      await this.#pool.ready();
      const { histogram, seconds } = await this.#search(
        goal,
        resumed ?? start,
        brokenOff,
        staging,
        files,
        events,
        begin,
      );
      const words = (cell: number) =>
        tableWordsOnDisk(tablePath(folder), blocks, slotBytes, staging.counts.marked, cell);
      return { histogram, seconds, bytes: fileBytes, words };
    } finally {
      await closeWorkFiles(files);
    }
  }

  end(): void {
    // Not awaited: the threads end, or are made ready for another search, while the caller goes on.
    void this.#pool.leave(this.#division.memoryBytes);
  }

  /** Searches the layers that follow on what is complete. @returns what is complete then */
  async #search(
    goal: Position,
    from: Reached,
    brokenOff: LayerProgress | undefined,
    staging: SharedStaging,
    files: WorkFiles,
    { onLayer }: SearchEvents,
    begin: number,
  ): Promise<Reached> {
    const { antipodes, signal, table } = this.#settings;
    const { folder, stop } = this.#work;
    const { slots } = this.#division;
    const desk = { staging, slots, files, pool: this.#pool, most: antipodes, signal };
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
        const blocks = this.#blocksOf(goal, depth, staging);
        for (const cell of blocks.cells) {
          staging.gained.fill(0, cell * blocks.order.count, (cell + 1) * blocks.order.count);
        }
        const known = depth === brokenOff?.depth ? brokenOff : undefined;
        const { fresh, first, ...bytes } = await searchLayer(desk, { depth, mark, blocks, brokenOff: known, complete });
        const seconds = from.seconds + (performance.now() - begin) / 1000;
        if (fresh === 0) {
          await complete;
          return { ...reached, seconds };
        }
        reached = { histogram: [...reached.histogram, fresh], first, seconds };
        complete = this.#complete(goal, reached, staging, files);
        // It is waited for before the next layer writes anything.
        complete.catch(() => {});
        onLayer({ depth, fresh, first, seconds, ...bytes });
      }
    } finally {
      await Promise.allSettled([complete]);
    }
  }

  /** Makes a layer, whose slots are written, what is gone on from. */
  async #complete(goal: Position, reached: Reached, { counts }: SharedStaging, { visited }: WorkFiles): Promise<void> {
    // The next layer changes them meanwhile.
    const details = detailsOf(counts);
    await visited.sync();
    await this.#save(goal, reached, details);
  }

  /** Makes the files of an exploration of which the goal alone is found. */
  async #plant(
    goal: Position,
    start: Reached,
    { counts, gained, lanes, slotsBegin, slotBytes, layout }: SharedStaging,
    { visited }: WorkFiles,
    { onLayer }: SearchEvents,
  ): Promise<void> {
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
    await this.#save(goal, start, detailsOf(counts));
    // Of a run that is gone on with, the goal has been counted.
    if (this.#work.saved !== undefined) return;
    const first = start.first.slice(0, this.#settings.antipodes);
    onLayer({ depth: 0, fresh: 1, first, seconds: 0, bytesRead: 0, bytesWritten: slotBytes });
  }

  /** Brings files and counts to where a layer can be done again. @returns how far that layer had come */
  async #takeUp(
    run: SavedRun,
    { counts, before, gained, layout, slotBytes }: SharedStaging,
    { folder, journal, table }: WorkFiles,
  ): Promise<LayerProgress> {
    const depth = run.histogram.length;
    const { count } = layout.blocks;
    readCounts(folder, run, counts);
    before.held.set(counts.held);
    before.marked.set(counts.marked);
    for (const [index, held] of counts.held.entries()) gained[index] = held > 0 ? 1 : 0;
    if (journal !== undefined && table !== undefined) await applyJournal(journal, table, depth, slotBytes, count);
    return readProgress(folder, depth, Math.ceil(count / 8));
  }

  async #save(goal: Position, { histogram, first, seconds }: Reached, details: DiskDetails): Promise<void> {
    const { board, metric, table, antipodes } = this.#settings;
    const { folder, output } = this.#work;
    const run: SavedRun = {
      store: 'disk',
      board,
      goal,
      metric,
      table,
      antipodes,
      output,
      histogram,
      first: first.slice(0, antipodes),
      seconds,
      details,
    };
    await named(manifestPath(folder), 'written', () => writeSavedRun(folder, run));
  }

  #blocksOf(goal: Position, depth: number, { counts, gained }: SharedStaging): LayerBlocks {
    const { board, table } = this.#settings;
    const { moves, sources, blocks } = this.#staged;
    const colour = depth % 2;
    this.#blocks[colour] ??= (() => {
      const cells = cellsAtDepth(board, 'single', goal.indexOf(0), depth);
      return {
        order: chooseOrder(this.#staged, cells, this.#division, table ? 2 : 1).order,
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
