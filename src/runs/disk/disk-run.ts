/** A run with its bitsets in files, layer by layer. */

import { closeSync, openSync, readSync } from 'node:fs';
import { reasonOf, StorageError } from '../../base/files.js';
import { type BoardEnginePlan, contentsOf, textsOf } from '../../engines/boards/engine.js';
import type { FoundLayer, LayerRun } from '../../engines/engine.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import type { TableContents } from '../../table/files/contents.js';
import { StoppedError } from '../exploration/exploration.js';
import { beginLayer, blocksOfLayer, isMarkedBy, plantGoal, type Reached, saveLayer, startOf } from './layer.js';
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
import { type OpenedSearch, openSearch, type SearchWork } from './opened-search.js';
import { DamagedError, sumOf, TABLE, wordBytesOf } from './portion-file.js';
import { type AskedPortions, makePortions, type PortionSearch, type Traffic } from './portion-search.js';
import { detailsOf, type PortionStore } from './portion-store.js';
import type { FilePlace } from './portions.js';
import { portionsWithWork } from './stage.js';
import { checkWorkRoom } from './work-files.js';

/** Lets other processes make portions, and waits until they are on the disk. @throws StorageError; the signal's reason */
export type HandOut = (search: PortionSearch, asked: AskedPortions) => Promise<Traffic>;

/** Folder and resources of an exploration on disk. */
interface DiskWork extends Omit<SearchWork, 'shared'> {
  /** Folder of the results, for the manifest. */
  readonly output: string | null;
  readonly stop: AbortSignal | undefined;
  /** Makes portions by other processes that share the folder. By default this process makes them alone. */
  readonly handOut?: HandOut | undefined;
  /** Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
}

/** The layers of a board with its bitsets in files. Each layer is safely on the disk before the next one begins. */
export class DiskRun implements LayerRun {
  readonly bytes: number;
  readonly #plan: BoardEnginePlan;
  readonly #work: DiskWork;
  readonly #search: OpenedSearch;
  readonly #begin: number;
  #seconds = 0;
  /** Resolves when the files that the last layers have replaced are removed. */
  #removed = Promise.resolve();

  private constructor(plan: BoardEnginePlan, work: DiskWork, search: OpenedSearch, begin: number) {
    this.#plan = plan;
    this.#work = work;
    this.#search = search;
    this.#begin = begin;
    this.bytes = search.fileBytes;
  }

  /** Starts the threads, and allocates the memory. @throws MemoryError, StorageError */
  static async open(plan: BoardEnginePlan, work: DiskWork): Promise<DiskRun> {
    const begin = performance.now();
    const search = await openSearch(plan, { ...work, shared: work.handOut && { patience: work.patience } });
    const run = new DiskRun(plan, work, search, begin);
    try {
      await checkWorkRoom(work.folder, search.fileBytes);
      if (work.saved === undefined) await saveLayer(plan, search.store, work.output, startOf(plan));
      return run;
    } catch (error) {
      await run.close();
      throw error;
    }
  }

  get seconds(): number {
    return this.#seconds;
  }

  async *layers(): AsyncGenerator<FoundLayer, void> {
    const { saved, folder } = this.#work;
    const store = this.#store;
    const start = startOf(this.#plan);
    if (saved === undefined || saved.histogram.length === 1) {
      await this.#sweep(0);
      const bytesWritten = await plantGoal(store, start.first[0]);
      // A resumed run has counted the goal already.
      if (saved === undefined) {
        const first = start.first.slice(0, this.#plan.need.first);
        yield this.#found({ ...start, first }, { bytesRead: 0, bytesWritten });
      }
      yield* this.#layersAfter(start);
      return;
    }
    const depth = saved.histogram.length - 1;
    await takeLayers(store, detailsOf(folder, saved, store.staged.blocks.count).layers, depth);
    await this.#sweep(depth);
    yield* this.#layersAfter({ ...saved, first: store.states(saved.first) });
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
    const { pool, memoryBytes } = this.#search;
    // Not awaited: the threads end, or are made ready for another search, while the caller continues.
    void pool.leave(memoryBytes);
  }

  get #store(): PortionStore {
    return this.#search.store;
  }

  #found({ histogram, first, seconds }: Reached, traffic: Traffic): FoundLayer {
    const depth = histogram.length - 1;
    return { depth, fresh: histogram[depth], first: this.#store.numbers(first), seconds, ...traffic, isLatest: true };
  }

  /** Searches the layers that follow the complete ones. */
  async *#layersAfter(from: Reached): AsyncGenerator<FoundLayer, void> {
    const { stop, folder } = this.#work;
    let reached = from;
    /** Resolves when the previous layer is on the disk. */
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
        const searching = this.#searchLayer(depth, reached === from, complete);
        const { fresh, first, ...traffic } = await this.#unlessLate(depth - 1, searching);
        this.#seconds = from.seconds + (performance.now() - this.#begin) / 1000;
        if (fresh === 0) {
          await complete;
          await this.#removed;
          return;
        }
        reached = { histogram: [...reached.histogram, fresh], first, seconds: this.#seconds };
        complete = this.#unlessLate(depth, this.#complete(reached));
        // Awaited before the next layer writes anything.
        complete.catch(() => {});
        yield this.#found(reached, traffic);
      }
    } finally {
      await Promise.allSettled([complete]);
      await Promise.allSettled([this.#removed]);
    }
  }

  /** @param isBegun true if some portions of the layer may exist already */
  async #searchLayer(depth: number, isBegun: boolean, complete: Promise<void>) {
    const store = this.#store;
    const blocks = blocksOfLayer(store, depth);
    const portions = portionsWithWork(blocks);
    const { handOut = makePortions } = this.#work;
    const isOpen = isBegun && handOut === makePortions;
    const toMake = isOpen ? await portionsToMake(store, depth, portions) : { portions };
    beginLayer(store, depth);
    const asked = { depth, mark: isMarkedBy(store, depth), blocks, ...toMake, complete };
    const traffic = await handOut(this.#search, asked);
    return { ...traffic, ...(await this.#takeMade(asked, portions)) };
  }

  /**
   * Adds up a layer. A file of another process that has been damaged or removed since is made again.
   * @param portions all portions of the layer
   * @param again portions that have been made again: a disk that damages them twice does not get a third attempt
   */
  async #takeMade(
    asked: AskedPortions,
    portions: readonly number[],
    again: readonly number[] = [],
  ): Promise<MadeLayer> {
    const { depth } = asked;
    try {
      return await takeMadeLayer(this.#store, depth, portions);
    } catch (error) {
      const { handOut } = this.#work;
      if (handOut === undefined || !(error instanceof DamagedError)) throw error;
      const { portion, layer } = error.file;
      if (layer !== depth || again.includes(portion)) throw error;
      // This process may have made the portion.
      await retakePortion(this.#store, depth, portion);
      await handOut(this.#search, { ...asked, portions: [portion] });
      return this.#takeMade(asked, portions, [...again, portion]);
    }
  }

  /**
   * Converts a failure to LateError if another coordinator was faster and has removed files meanwhile.
   * @param depth depth of the valid manifest
   * @throws LateError; whatever the work throws
   */
  async #unlessLate<Outcome>(depth: number, work: Promise<Outcome>): Promise<Outcome> {
    try {
      return await work;
    } catch (error) {
      const { handOut, folder } = this.#work;
      if (handOut !== undefined && error instanceof StorageError) checkCurrent(folder, depth);
      throw error;
    }
  }

  /** Removes files of a killed process, unless other processes share the folder, which may still be writing. */
  async #sweep(depth: number): Promise<void> {
    if (this.#work.handOut !== undefined) return;
    await removeFiles(this.#store, await unusedFiles(this.#store, depth, true));
  }

  /** Saves a layer whose portions are made, so that a run can resume from it. */
  async #complete(reached: Reached): Promise<void> {
    await saveLayer(this.#plan, this.#store, this.#work.output, reached);
    // The files of only one layer may be waiting to be removed.
    await this.#removed;
    const names = await unusedFiles(this.#store, reached.histogram.length - 1);
    this.#removed = removeFiles(this.#store, names);
    // Awaited before the next files are removed.
    this.#removed.catch(() => {});
  }
}

/** The table of a finished exploration, read from the files of its portions. */

/** Bytes per read. */
const PIECE_BYTES = 4 << 20;

/**
 * Yields the words of a blank cell, in pieces.
 * @throws StorageError that names the file and the block, if a file cannot be read or is damaged
 */
function* tableWordsOnDisk(store: PortionStore, cell: number): Generator<Uint8Array> {
  const { blocks, slotBytes } = store.staged;
  const { marked, tableSums } = store.staging.facts;
  const slots = new Uint8Array(Math.max(1, Math.floor(PIECE_BYTES / slotBytes)) * slotBytes);
  const blockBytes = blocks.words * BYTES_PER_WORD;
  const wordBytes = wordBytesOf(blocks);
  for (let block = 0; block < blocks.count; ) {
    const { path, place, count } = runFrom(store, cell, block, slots.length / slotBytes);
    const words = new Uint8Array(count * blockBytes);
    const indices = Array.from({ length: count }, (_, k) => cell * blocks.count + block + k);
    if (indices.some((index) => marked[index] > 0)) {
      readFully(path, slots.subarray(0, count * slotBytes), place.slot * slotBytes);
      for (const [k, index] of indices.entries()) {
        // Blocks without marks are holes.
        if (marked[index] === 0) continue;
        const slot = slots.subarray(k * slotBytes, (k + 1) * slotBytes);
        if (sumOf(slot, wordBytes) !== tableSums[index]) {
          throw new StorageError(
            `${path}: blank cell ${cell}, block ${block + k} is damaged; begin again in an empty folder`,
          );
        }
        words.set(slot.subarray(0, blockBytes), k * blockBytes);
      }
    }
    yield words;
    block += count;
  }
}

/** Yields runs of blocks that are consecutive both in the table and in a file. @param most maximum number of blocks in a run */
function runFrom(
  store: PortionStore,
  cell: number,
  block: number,
  most: number,
): { readonly path: string; readonly place: FilePlace; readonly count: number } {
  const { portions, files } = store;
  const first = cell * portions.order.count + block;
  const key = portions.keyOf(first);
  const place = portions.placeOfKey(key);
  let count = 1;
  for (; count < most && block + count < portions.order.count; count++) {
    const next = portions.keyOf(first + count);
    if (next !== key + count || portions.placeOfKey(next).portion !== place.portion) break;
  }
  return { path: store.path(TABLE, place.portion, files.table[place.colour][place.portion]), place, count };
}

/** Reads bytes of a file. Bytes beyond its end read as zeros. @throws StorageError */
function readFully(path: string, target: Uint8Array, offset: number): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new StorageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
  try {
    let done = 0;
    while (done < target.length) {
      const bytes = readSync(file, target, done, target.length - done, offset + done);
      if (bytes === 0) break;
      done += bytes;
    }
    target.fill(0, done);
  } finally {
    closeSync(file);
  }
}
