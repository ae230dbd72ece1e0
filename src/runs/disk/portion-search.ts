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
import { type BufferedStage, leave, occupy, runsToRead, runsToWrite } from './buffers.js';
import { BITSETS, type Bitset, DamagedError, putHeader, TABLE, VISITED } from './portion-file.js';
import type { PortionStore } from './portion-store.js';
import { cutStage, type LayerBlocks, type Stage } from './stage.js';
import type { BlockFault, StageResult, StageTask } from './stage-advancer.js';
import { NewFile, OpenFiles } from './work-files.js';

/** Portions of a layer to make. */
interface LayerToSearch {
  readonly store: PortionStore;
  readonly pool: WorkerPool<StageTask, StageResult>;
  readonly signal: AbortSignal | undefined;
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
export async function makePortions(asked: LayerToSearch): Promise<Traffic> {
  const layer = new LayerInPortions(asked);
  try {
    return await layer.run();
  } finally {
    await layer.settled();
  }
}

class LayerInPortions {
  readonly #asked: LayerToSearch;
  readonly #portions: readonly PortionInProgress[];
  readonly #isAsked: ReadonlySet<number>;
  readonly #files = new OpenFiles();
  #bytesRead = 0;
  #bytesWritten = 0;
  /** Place in the order of the blocks at which the next stage begins. */
  #next = 0;
  #stages = 0;
  #reading: Promise<BufferedStage | undefined> | undefined;
  /** Work of each stage in order, as one chain of promises. */
  readonly #stored: Promise<void>[] = [];
  /** Portions that have been written, and are being synced. */
  readonly #completed: Promise<void>[] = [];

  constructor(asked: LayerToSearch) {
    const { store, replaced } = asked;
    this.#asked = asked;
    this.#portions = asked.portions.map(
      (portion) => new PortionInProgress(store, portion, asked, replaced.has(portion)),
    );
    this.#isAsked = new Set(asked.portions);
  }

  async run(): Promise<Traffic> {
    const { buffers } = this.#asked.store.staging;
    this.#read();
    for (;;) {
      const stage = await this.#reading;
      if (stage === undefined) break;
      if (buffers.length > 1) this.#read();
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
      if (buffers.length === 1) this.#read();
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

  async #readStage(number: number): Promise<BufferedStage | undefined> {
    const { store, signal, blocks, mark } = this.#asked;
    const { staging } = store;
    const buffers = staging.buffers.length;
    const slots = staging.buffers[0].occupants.length;
    // The buffer is free when its previous stage is stored.
    if (number >= buffers) await this.#stored[number - buffers];
    signal?.throwIfAborted();
    if (this.#next === store.portions.order.count) return undefined;
    const cut = cutStage(blocks, this.#next, slots, mark ? 2 : 1, (portion) => this.#isAsked.has(portion));
    this.#next = cut.end;
    const stage = occupy(staging, store.portions, cut, number % buffers, mark);
    const runs = BITSETS.flatMap((bitset) =>
      store.fileRuns(bitset, runsToRead(staging, store.portions, stage, bitset)),
    );
    this.#bytesRead += await this.#files.read(this.#memoryOf(stage), runs);
    return stage;
  }

  async #search(stage: BufferedStage): Promise<void> {
    const { store, pool, signal, depth, mark, blocks } = this.#asked;
    // The blocks after the last one that gains states may leave nothing to search or to keep.
    if (stage.blocks.length === 0) return;
    const { staging } = store;
    const { threads } = pool;
    const { buffer, tablesBegin, tablesEnd, slotsEnd } = stage;
    beginRounds(staging.counters);
    const task: StageTask = {
      staging,
      slots: { buffer, tablesBegin, tablesEnd, slotsEnd },
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
  async #store(stage: BufferedStage): Promise<void> {
    const { store } = this.#asked;
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

  #memoryOf({ buffer }: BufferedStage): Uint8Array {
    return new Uint8Array(this.#asked.store.staging.buffers[buffer].memory.buffer);
  }

  #errorOf({ bitset, index }: BlockFault): DamagedError {
    const { store } = this.#asked;
    const { portions, files } = store;
    const { count } = portions.order;
    const { colour, portion } = portions.placeOfKey(portions.keyOf(index));
    const layer = files[bitset][colour][portion];
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

export class PortionInProgress {
  readonly portion: number;
  /** First place of the portion in the order of the blocks, and the place after its last one. */
  readonly begin: number;
  readonly end: number;
  /** First states of the layer that the portion has gained so far. */
  first: readonly State[] = [];
  readonly #store: PortionStore;
  readonly #layer: Pick<LayerToSearch, 'depth' | 'mark'>;
  readonly #colour: number;
  readonly #heldBefore: number;
  readonly #replaces: boolean;
  readonly #files = new Map<Bitset, NewFile>();

  /** @param replaces true to replace existing files; by default they are kept, because they are the same */
  constructor(store: PortionStore, portion: number, layer: Pick<LayerToSearch, 'depth' | 'mark'>, replaces = false) {
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
  async write(memory: Uint8Array, stage: BufferedStage): Promise<number> {
    const isWhole = stage.begin <= this.begin && this.end <= stage.end;
    if (isWhole && this.#fresh() === 0) return 0;
    const { staging, portions } = this.#store;
    let bytes = 0;
    for (const bitset of BITSETS) {
      const runs = runsToWrite(staging, portions, stage, bitset, { colour: this.#colour, portion: this.portion });
      if (runs.length === 0) continue;
      const file = await this.#file(bitset);
      bytes += await file.write(memory, this.#store.fileRuns(bitset, runs, this.#layer.depth));
    }
    return bytes;
  }

  /**
   * Writes the header when all blocks are written.
   * @param memory memory of a buffer
   * @returns the bytes written
   * @throws StorageError
   */
  async writeHeader(memory: Uint8Array): Promise<number> {
    const { run, files, staging } = this.#store;
    const { depth, mark } = this.#layer;
    const { portion } = this;
    const fresh = this.#fresh();
    const headBytes = this.#store.headBytes(this.#colour, portion);
    if (fresh === 0) await this.discard();
    const file = await this.#file(VISITED, fresh === 0 ? headBytes : undefined);
    const { head } = staging;
    putHeader(memory.subarray(head, head + headBytes), {
      run,
      layer: depth,
      portion,
      fresh,
      first: this.#store.numbers(this.first),
      tableLayer: mark && fresh > 0 ? depth : files[TABLE][this.#colour][portion],
      blocks: fresh === 0 ? null : this.#store.blocksOf(this.#colour, portion),
    });
    const path = this.#store.path(VISITED, portion, depth);
    return file.write(memory, [{ path, offset: 0, address: head, bytes: headBytes }]);
  }

  /** Waits until its files are on the disk, and renames them: `visited` last, because its header implies that both files exist. */
  async complete(): Promise<void> {
    for (const bitset of BITSETS.toReversed()) await this.#files.get(bitset)?.complete(this.#replaces);
  }

  /** Removes incomplete files. */
  async discard(): Promise<void> {
    for (const file of this.#files.values()) await file.discard();
    this.#files.clear();
  }

  #fresh(): number {
    return this.#store.heldBy(this.#colour, this.portion) - this.#heldBefore;
  }

  /** Returns the file of a bitset, which is created if necessary. @param bytes its length; by default with all blocks */
  async #file(bitset: Bitset, bytes = this.#store.fileBytes(bitset, this.#colour, this.portion)): Promise<NewFile> {
    const { portion } = this;
    const path = this.#store.path(bitset, portion, this.#layer.depth);
    const file = this.#files.get(bitset) ?? (await NewFile.create(path, bytes));
    this.#files.set(bitset, file);
    return file;
  }
}
