/**
 * Makes portions of a layer, stage by stage, from the files in the previous manifest. One stage is read while the workers search
 * another and a third is written. Existing files are never changed, so the work can be interrupted at any moment, or done twice.
 */

import { availableParallelism } from 'node:os';
import { beginRounds } from '../../base/threads.js';
import type { WorkerPool } from '../../base/worker-pool.js';
import { takesWholeBlocks } from '../../engines/boards/board-plan.js';
import { firstOf } from '../../engines/boards/observers.js';
import type { State } from '../../spaces/board/numbering.js';
import { leave, occupy, runsToRead, runsToWrite, type SlotRun, type StageInLane } from './lanes.js';
import { type Bitset, DamagedError, putHeader, TABLE, VISITED } from './portion-file.js';
import type { PortionStore } from './portion-store.js';
import { cutStage, type LayerBlocks, type Stage } from './stage.js';
import type { BlockFault, StageResult, StageTask } from './stage-advancer.js';
import { NewFile, OpenFiles } from './work-files.js';

/** The parts that the search of every layer uses. */
export interface PortionSearch {
  readonly store: PortionStore;
  readonly pool: WorkerPool<StageTask, StageResult>;
  readonly signal: AbortSignal | undefined;
}

/** Portions of a layer to make. */
interface LayerToSearch {
  readonly depth: number;
  /** True if the layer's states are marked in the table. */
  readonly mark: boolean;
  /** Blocks that stages are cut from. */
  readonly blocks: LayerBlocks;
  /** Numbers of the portions, in ascending order. */
  readonly portions: readonly number[];
  /** The portions among them whose existing files are not intact. */
  readonly replaced: ReadonlySet<number>;
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
export async function makePortions(search: PortionSearch, asked: LayerToSearch): Promise<Traffic> {
  const layer = new LayerInPortions(search, asked);
  try {
    return await layer.run();
  } finally {
    await layer.settled();
  }
}

class LayerInPortions {
  readonly #with: PortionSearch;
  readonly #asked: LayerToSearch;
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

  constructor(search: PortionSearch, asked: LayerToSearch) {
    this.#with = search;
    this.#asked = asked;
    this.#portions = asked.portions.map((portion) => {
      return new PortionInProgress(search.store, portion, asked, asked.replaced.has(portion));
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
    const { store, signal } = this.#with;
    const { blocks, mark } = this.#asked;
    const { staging } = store;
    const lanes = staging.lanes.length;
    const slots = staging.lanes[0].occupants.length;
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
      claimWholeBlocks: takesWholeBlocks({ count: stage.blocks.length }, threads),
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

/* A portion of a layer while it is made: its files under temporary names, and the contents of its header. */

/** The layer of a portion. */
interface LayerOfPortion {
  readonly depth: number;
  /** True if the layer's states are marked in the table. */
  readonly mark: boolean;
}

export class PortionInProgress {
  readonly portion: number;
  /** First place of the portion in the order of the blocks, and the place after its last one. */
  readonly begin: number;
  readonly end: number;
  /** First states of the layer that the portion has gained so far. */
  first: readonly State[] = [];
  readonly #store: PortionStore;
  readonly #layer: LayerOfPortion;
  readonly #colour: number;
  readonly #heldBefore: number;
  readonly #replaces: boolean;
  #visited: NewFile | undefined;
  #table: NewFile | undefined;

  /** @param replaces true to replace existing files; by default they are kept, because they are the same */
  constructor(store: PortionStore, portion: number, layer: LayerOfPortion, replaces = false) {
    this.portion = portion;
    this.begin = portion * store.portions.places;
    this.end = store.portions.endOf(portion);
    this.#store = store;
    this.#layer = layer;
    this.#colour = layer.depth % 2;
    this.#heldBefore = store.heldBy(this.#colour, portion);
    this.#replaces = replaces;
  }

  /**
   * Writes the part of the portion in a stage. If the stage has all of the portion, writes it only if it gained states.
   * @returns the bytes written
   * @throws StorageError
   */
  async write(memory: Uint8Array, stage: StageInLane): Promise<number> {
    const isWhole = stage.begin <= this.begin && this.end <= stage.end;
    if (isWhole && this.#fresh() === 0) return 0;
    const { staging, portions } = this.#store;
    const { visited, table } = runsToWrite(staging, portions, stage, { colour: this.#colour, portion: this.portion });
    let bytes = 0;
    if (visited.length > 0) {
      this.#visited ??= await this.#create(VISITED);
      bytes += await this.#visited.write(memory, this.#runs(VISITED, visited));
    }
    if (table.length > 0) {
      this.#table ??= await this.#create(TABLE);
      bytes += await this.#table.write(memory, this.#runs(TABLE, table));
    }
    return bytes;
  }

  /**
   * Writes the header when all blocks are written.
   * @param memory memory of a lane
   * @returns the bytes written
   * @throws StorageError
   */
  async writeHeader(memory: Uint8Array): Promise<number> {
    const { run, files, staging } = this.#store;
    const { depth, mark } = this.#layer;
    const { portion } = this;
    const fresh = this.#fresh();
    const headBytes = this.#store.headBytes(this.#colour, portion);
    if (fresh === 0) {
      await this.discard();
      this.#visited = await NewFile.create(this.#path(VISITED), headBytes);
    }
    this.#visited ??= await this.#create(VISITED);
    const { head } = staging;
    putHeader(memory.subarray(head, head + headBytes), {
      run,
      layer: depth,
      portion,
      fresh,
      first: this.#store.numbers(this.first),
      tableLayer: mark && fresh > 0 ? depth : files.table[this.#colour][portion],
      blocks: fresh === 0 ? null : this.#store.blocksOf(this.#colour, portion),
    });
    const path = this.#path(VISITED);
    return this.#visited.write(memory, [{ path, offset: 0, address: head, bytes: headBytes }]);
  }

  /** Waits until its files are on the disk, and renames them: `visited` last, because its header implies that both files exist. */
  async complete(): Promise<void> {
    await this.#table?.complete(this.#replaces);
    await this.#visited?.complete(this.#replaces);
  }

  /** Removes incomplete files. */
  async discard(): Promise<void> {
    await this.#visited?.discard();
    await this.#table?.discard();
    this.#visited = undefined;
    this.#table = undefined;
  }

  #fresh(): number {
    return this.#store.heldBy(this.#colour, this.portion) - this.#heldBefore;
  }

  #create(bitset: Bitset): Promise<NewFile> {
    return NewFile.create(this.#path(bitset), this.#store.fileBytes(bitset, this.#colour, this.portion));
  }

  #runs(bitset: Bitset, runs: readonly SlotRun[]) {
    return this.#store.fileRuns(bitset, runs, this.#layer.depth);
  }

  #path(bitset: Bitset): string {
    return this.#store.path(bitset, this.portion, this.#layer.depth);
  }
}
