/**
 * A layer on disk, portion by portion: one is read while another is searched by the workers and a third is written.
 *
 * What is written of a portion, and in which order, is what makes a layer that was broken off possible to do again: its table bits
 * to the journal, and when they are safe there to their places; which of its blocks are begun, and the first states of the layer;
 * and when all that is on the disk, the visited bits.
 */

import { availableParallelism } from 'node:os';
import { StorageError } from '../../base/storage/errors.js';
import { beginRounds } from '../../base/threads/rounds.js';
import type { WorkerPool } from '../../base/threads/worker-pool.js';
import { BLOCKS_FOR_LARGE_CLAIMS } from '../../engines/bits/run/board-search.js';
import { firstOf } from '../../engines/bits/run/kept-states.js';
import type { State } from '../../spaces/board/numbering/numbering.js';
import { writeJournal } from './files/journal.js';
import { type LayerProgress, writeProgress } from './files/layer-progress.js';
import { TABLE } from './files/slots.js';
import type { SlotRun } from './files/work-file.js';
import type { WorkFiles } from './files/work-folder.js';
import { leave, occupy, runsToRead, runsToWrite, type StagedPortion } from './lane-slots.js';
import { cutPortion, type LayerBlocks } from './portion.js';
import type { SharedStaging } from './shared-staging.js';
import type { PortionResult, PortionTask, SlotFault } from './staged-portion.js';

/** The parts that the search of every layer uses. */
export interface PortionSearch {
  readonly staging: SharedStaging;
  /** Of each lane. */
  readonly slots: number;
  readonly files: WorkFiles;
  readonly pool: WorkerPool<PortionTask, PortionResult>;
  /** The number of first states of a layer that are kept. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

export interface DiskLayer {
  readonly depth: number;
  /** True if its states are marked in the table. */
  readonly mark: boolean;
  /** The frontier that portions are cut from. */
  readonly blocks: LayerBlocks;
  /** Its progress, if it was broken off; else undefined. */
  readonly brokenOff: LayerProgress | undefined;
  /** When it ends, the layer before is on the disk: nothing is written before that. */
  readonly complete: Promise<void>;
}

export interface SearchedLayer {
  readonly fresh: number;
  readonly first: readonly State[];
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/** @throws StorageError, WorkerError, and the signal's reason if that aborts */
export async function searchLayer(search: PortionSearch, layer: DiskLayer): Promise<SearchedLayer> {
  const portions = new LayerInPortions(search, layer);
  try {
    return await portions.run();
  } finally {
    await portions.settled();
  }
}

class LayerInPortions {
  readonly #with: PortionSearch;
  readonly #layer: DiskLayer;
  readonly #begun: Uint8Array;
  #first: readonly State[];
  #fresh = 0;
  #bytesRead = 0;
  #bytesWritten = 0;
  /** Place in the order of the blocks at which the next portion begins. */
  #next = 0;
  #portions = 0;
  #reading: Promise<StagedPortion | undefined> | undefined;
  /** Of each portion in turn; they follow one another. */
  readonly #stored: Promise<void>[] = [];

  constructor(search: PortionSearch, layer: DiskLayer) {
    this.#with = search;
    this.#layer = layer;
    const { brokenOff } = layer;
    this.#begun = brokenOff?.begun.slice() ?? new Uint8Array(Math.ceil(search.staging.layout.blocks.count / 8));
    this.#first = brokenOff?.first ?? [];
  }

  async run(): Promise<SearchedLayer> {
    const { lanes } = this.#with.staging;
    this.#read();
    for (;;) {
      const portion = await this.#reading;
      if (portion === undefined) break;
      if (lanes.length > 1) this.#read();
      const first = await this.#search(portion);
      const before = this.#stored.at(-1);
      const stored = (async () => {
        await before;
        await this.#store(portion, first);
      })();
      // It is waited for later.
      stored.catch(() => {});
      this.#stored.push(stored);
      if (lanes.length === 1) this.#read();
    }
    await this.#stored.at(-1);
    return {
      fresh: this.#fresh,
      first: this.#first,
      bytesRead: this.#bytesRead,
      bytesWritten: this.#bytesWritten,
    };
  }

  /** Waits until nothing is read or written any more, whatever came of it. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#reading, ...this.#stored.slice(-1)]);
  }

  /** Begins to read the next portion. */
  #read(): void {
    const number = this.#portions++;
    this.#reading = this.#readPortion(number);
    // It is waited for later.
    this.#reading.catch(() => {});
  }

  async #readPortion(number: number): Promise<StagedPortion | undefined> {
    const { staging, slots, files, signal } = this.#with;
    const { blocks, mark, brokenOff } = this.#layer;
    const lanes = staging.lanes.length;
    // The lane is free when what was in it is stored.
    if (number >= lanes) await this.#stored[number - lanes];
    signal?.throwIfAborted();
    const cut = cutPortion(blocks, this.#next, slots, mark ? 2 : 1);
    this.#next = cut.end;
    if (cut.blocks.length === 0) return undefined;
    const portion = occupy(staging, cut, number % lanes, mark, brokenOff !== undefined);
    const { visited, table } = runsToRead(staging, portion);
    const memory = this.#memoryOf(portion);
    this.#bytesRead += await files.visited.read(memory, visited);
    if (table.length > 0) this.#bytesRead += (await files.table?.read(memory, table)) ?? 0;
    return portion;
  }

  /** @returns the first states of the layer, as far as it is searched now */
  async #search(portion: StagedPortion): Promise<readonly State[]> {
    const { staging, pool, most, signal } = this.#with;
    const { depth, mark, blocks, brokenOff } = this.#layer;
    const { threads } = pool;
    const { lane, tablesBegin, tablesEnd, end } = portion;
    beginRounds(staging.counters);
    const task: PortionTask = {
      staging,
      slots: { lane, tablesBegin, tablesEnd, end },
      depth,
      cells: blocks.cells,
      blocks: portion.blocks,
      mark,
      begun: brokenOff === undefined ? null : brokenOff.begun,
      keeping: { most },
      claimWholeBlocks: portion.blocks.length >= BLOCKS_FOR_LARGE_CLAIMS * threads,
      workers: threads,
      spin: threads <= availableParallelism(),
    };
    const results = await pool.runOnAll(task, 'in the middle of a layer', signal);
    for (const { fault } of results) if (fault !== null) throw this.#errorOf(fault);
    this.#fresh += results.reduce((sum, { fresh }) => sum + fresh, 0);
    const found = results.flatMap(({ first }) => first);
    this.#first = firstOf([this.#first, withoutThose(found, brokenOff?.first ?? [])], staging.layout, most);
    return this.#first;
  }

  async #store(portion: StagedPortion, first: readonly State[]): Promise<void> {
    const { staging, files } = this.#with;
    const { depth, complete } = this.#layer;
    const { visited, table } = runsToWrite(staging, portion);
    const memory = this.#memoryOf(portion);
    if (visited.length > 0) {
      for (const block of portion.blocks) this.#begun[block >> 3] |= 1 << (block & 7);
      await complete;
      await allDone([
        this.#storeTable(memory, table),
        writeProgress(files.folder, { depth, first, begun: this.#begun }),
      ]);
      this.#bytesWritten += await files.visited.write(memory, visited);
    }
    leave(staging, portion);
  }

  async #storeTable(memory: Uint8Array, runs: readonly SlotRun[]): Promise<void> {
    const { staging, files } = this.#with;
    const { table, journal } = files;
    if (runs.length === 0 || table === undefined || journal === undefined) return;
    this.#bytesWritten += await writeJournal(journal, this.#layer.depth, memory, runs, staging.slotBytes);
    this.#bytesWritten += await table.write(memory, runs);
    await table.sync();
  }

  #memoryOf({ lane }: StagedPortion): Uint8Array {
    return new Uint8Array(this.#with.staging.lanes[lane].memory.buffer);
  }

  #errorOf({ bitset, cell, block, fault }: SlotFault): StorageError {
    const { files } = this.#with;
    const path = (bitset === TABLE ? files.table : files.visited)?.path;
    const where = `${path}: blank cell ${cell}, block ${block}`;
    if (fault === 'ahead') {
      return new StorageError(
        `${where} is further than the progress of its layer tells; begin again in an empty folder`,
      );
    }
    return new StorageError(`${where} is damaged; begin again in an empty folder`);
  }
}

/** Waits for all promises, also if one fails. @throws the error of the first one that failed */
async function allDone(actions: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(actions)) if (outcome.status === 'rejected') throw outcome.reason;
}

/** A layer that is done again finds states again. */
function withoutThose(states: readonly State[], known: readonly State[]): readonly State[] {
  if (known.length === 0) return states;
  const key = ({ cell, word, bit }: State) => `${cell} ${word} ${bit}`;
  const keys = new Set(known.map(key));
  return states.filter((state) => !keys.has(key(state)));
}
