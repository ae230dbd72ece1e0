/**
 * Makes portions of a layer, stage by stage, from the files in the previous manifest. One stage is read while the workers search
 * another and a third is written. Existing files are never changed, so the work can be interrupted at any moment, or done twice.
 */

import { availableParallelism } from 'node:os';
import { beginRounds } from '../../base/threads/rounds.js';
import type { WorkerPool } from '../../base/threads/worker-pool.js';
import { BLOCKS_FOR_LARGE_CLAIMS } from '../../engines/bits/run/board-search.js';
import { firstOf } from '../../engines/bits/run/kept-states.js';
import type { State } from '../../spaces/board/numbering/numbering.js';
import { DamagedError } from './files/errors.js';
import { TABLE, VISITED } from './files/portion-header.js';
import { OpenFiles } from './files/transfers.js';
import type { BlockFault, StageResult, StageTask } from './lanes/advance-stage.js';
import { leave, occupy, runsToRead, type StageInLane } from './lanes/lane-slots.js';
import { cutStage, type LayerBlocks, type Stage } from './lanes/stage.js';
import { PortionInProgress } from './portion-in-progress.js';
import type { PortionStore } from './portion-store.js';

/** The parts that the search of every layer uses. */
export interface PortionSearch {
  readonly store: PortionStore;
  /** Slots per lane. */
  readonly slots: number;
  readonly pool: WorkerPool<StageTask, StageResult>;
  readonly signal: AbortSignal | undefined;
}

/** Portions of a layer to make. */
export interface AskedPortions {
  readonly depth: number;
  /** True if the layer's states are marked in the table. */
  readonly mark: boolean;
  /** Blocks that stages are cut from. */
  readonly blocks: LayerBlocks;
  /** Numbers of the portions, in ascending order. */
  readonly portions: readonly number[];
  /** The portions among them whose existing files are not intact. @default none */
  readonly replaced?: ReadonlySet<number> | undefined;
  /** Resolves when the previous layer is on the disk. Nothing is written before that. */
  readonly complete: Promise<void>;
}

/** Bytes read from and written to files. */
export interface Traffic {
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/**
 * Makes the files of portions, and waits until they are on the disk.
 * @throws StorageError, WorkerError, the signal's reason if it aborts
 */
export async function makePortions(search: PortionSearch, asked: AskedPortions): Promise<Traffic> {
  const layer = new LayerInPortions(search, asked);
  try {
    return await layer.run();
  } finally {
    await layer.settled();
  }
}

class LayerInPortions {
  readonly #with: PortionSearch;
  readonly #asked: AskedPortions;
  readonly #portions: readonly PortionInProgress[];
  readonly #isAsked: ReadonlySet<number>;
  readonly #files = new OpenFiles();
  #bytesRead = 0;
  #bytesWritten = 0;
  /** Place in the order of the blocks at which the next stage begins. */
  #next = 0;
  #stages = 0;
  #reading: Promise<StageInLane | undefined> | undefined;
  /** Work of each stage in order, as one chain of promises. */
  readonly #stored: Promise<void>[] = [];
  /** Portions that have been written, and are being synced. */
  readonly #completed: Promise<void>[] = [];

  constructor(search: PortionSearch, asked: AskedPortions) {
    this.#with = search;
    this.#asked = asked;
    this.#portions = asked.portions.map((portion) => {
      return new PortionInProgress(search.store, portion, asked, asked.replaced?.has(portion));
    });
    this.#isAsked = new Set(asked.portions);
  }

  async run(): Promise<Traffic> {
    const { lanes } = this.#with.store.staging;
    this.#read();
    for (;;) {
      const stage = await this.#reading;
      if (stage === undefined) break;
      if (lanes.length > 1) this.#read();
      await this.#search(stage);
      const before = this.#stored.at(-1);
      this.#stored.push(
        awaitedLater(
          (async () => {
            await before;
            await this.#store(stage);
          })(),
        ),
      );
      if (lanes.length === 1) this.#read();
    }
    await this.#stored.at(-1);
    await Promise.all(this.#completed);
    return { bytesRead: this.#bytesRead, bytesWritten: this.#bytesWritten };
  }

  /** Waits until all reads and writes have ended, even if they failed, and removes incomplete files. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#reading, ...this.#stored.slice(-1)]);
    await Promise.allSettled(this.#completed);
    await Promise.all([this.#files.close(), ...this.#portions.map((portion) => portion.discard())]);
  }

  /** Begins to read the next stage. */
  #read(): void {
    this.#reading = awaitedLater(this.#readStage(this.#stages++));
  }

  async #readStage(number: number): Promise<StageInLane | undefined> {
    const { store, slots, signal } = this.#with;
    const { blocks, mark } = this.#asked;
    const { staging } = store;
    const lanes = staging.lanes.length;
    // The lane is free when its previous stage is stored.
    if (number >= lanes) await this.#stored[number - lanes];
    signal?.throwIfAborted();
    if (this.#next === store.portions.order.count) return undefined;
    const cut = cutStage(blocks, this.#next, slots, mark ? 2 : 1, (portion) => this.#isAsked.has(portion));
    this.#next = cut.end;
    const stage = occupy(staging, store.portions, cut, number % lanes, mark);
    const { visited, table } = runsToRead(staging, store.portions, stage);
    const runs = [...store.fileRuns(VISITED, visited), ...store.fileRuns(TABLE, table)];
    this.#bytesRead += await this.#files.read(this.#memoryOf(stage), runs);
    return stage;
  }

  async #search(stage: StageInLane): Promise<void> {
    const { store, pool, signal } = this.#with;
    const { depth, mark, blocks } = this.#asked;
    // The blocks after the last one that gains states may leave nothing to search or to keep.
    if (stage.blocks.length === 0) return;
    const { staging } = store;
    const { threads } = pool;
    const { lane, tablesBegin, tablesEnd, slotsEnd } = stage;
    beginRounds(staging.counters);
    const task: StageTask = {
      staging,
      slots: { lane, tablesBegin, tablesEnd, slotsEnd },
      depth,
      cells: blocks.cells,
      blocks: stage.blocks,
      portions: stage.blocks.map((block) => store.portions.portionOfBlock(block)),
      mark,
      keeping: { most: store.most },
      claimWholeBlocks: stage.blocks.length >= BLOCKS_FOR_LARGE_CLAIMS * threads,
      workers: threads,
      spin: threads <= availableParallelism(),
    };
    const results = await pool.runOnAll(task, 'in the middle of a layer', signal);
    for (const { fault } of results) if (fault !== null) throw this.#errorOf(fault);
    for (const portion of this.#portionsIn(stage)) {
      const found = results.map(({ first }): readonly State[] => first.get(portion.portion) ?? []);
      portion.first = firstOf([portion.first, ...found], staging.layout, store.most);
    }
  }

  /** Writes the parts of portions in a stage, and completes the portions that end in it. */
  async #store(stage: StageInLane): Promise<void> {
    const { store } = this.#with;
    const memory = this.#memoryOf(stage);
    await this.#asked.complete;
    for (const portion of this.#portionsIn(stage)) {
      this.#bytesWritten += await portion.write(memory, stage);
      if (portion.end > stage.end) continue;
      this.#bytesWritten += await portion.writeHeader(memory);
      this.#completed.push(awaitedLater(portion.complete()));
    }
    leave(store.staging, store.portions, stage);
  }

  #portionsIn({ begin, end }: Stage): readonly PortionInProgress[] {
    return this.#portions.filter((portion) => portion.end > begin && portion.begin < end);
  }

  #memoryOf({ lane }: StageInLane): Uint8Array {
    return new Uint8Array(this.#with.store.staging.lanes[lane].memory.buffer);
  }

  #errorOf({ bitset, index }: BlockFault): DamagedError {
    const { store } = this.#with;
    const { portions, files } = store;
    const { count } = portions.order;
    const { colour, portion } = portions.placeOfKey(portions.keyOf(index));
    const layer = (bitset === TABLE ? files.table : files.visited)[colour][portion];
    const path = store.path(bitset, portion, layer);
    const message = `${path}: blank cell ${Math.floor(index / count)}, block ${index % count} is damaged; begin again in an empty folder`;
    return new DamagedError(message, { bitset, portion, layer });
  }
}

/** Marks a promise as awaited later, so that it may reject before that. */
function awaitedLater<Outcome>(promise: Promise<Outcome>): Promise<Outcome> {
  promise.catch(() => {});
  return promise;
}
