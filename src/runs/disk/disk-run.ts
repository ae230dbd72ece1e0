/** The enumeration of a board with its bitsets in files, layer by layer, and the table that is read from them. */

import { closeSync, openSync, readSync } from 'node:fs';
import { freeMemory } from '#machine/machine.js';
import { InputError } from '../../base/text.js';
import { type BoardEnginePlan, contentsOf, stateTexts } from '../../engines/boards/engine.js';
import type { FoundLayer, LayerRun } from '../../engines/engine.js';
import { reasonOf, StorageError } from '../../files/files.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import { type Exploration, exploreRun, StoppedError } from '../exploration/exploration.js';
import { type LayerDriver, layerDriver } from './layer-driver.js';
import { type MadeLayer, removeUnused, unlessComplete } from './made-portions.js';
import { DamagedError, sumOf, TABLE, wordBytesOf } from './portion-file.js';
import { awaitedLater, damageError, type PortionRequest, type Traffic } from './portion-search.js';
import type { DiskLimits, PortionStore } from './portion-store.js';
import { inRunFolder } from './run-folder.js';
import type { SavedLayers, SavedRun, SavedRunHooks } from './saved-run.js';

export interface DiskOptions {
  /** Folder of the work files, created if it does not exist. No other process may use it meanwhile. */
  readonly work: string;
  /** Bytes of memory that the exploration may allocate, without those of Node and its threads. @default 80 % of the free memory */
  readonly memory?: number | undefined;
  /** @internal Lets other processes that share the folder make the portions. */
  readonly handOut?: HandOut | undefined;
  /** @internal */
  readonly limits?: DiskLimits | undefined;
}

/** Share of the free memory that is used by default. */
const SHARE_OF_FREE_MEMORY = 0.8;

/**
 * Explores a board that may be larger than memory. After every layer the run can be resumed from the folder.
 * @param plan in the metric `single`
 * @param saved the run in the folder, if it is resumed
 * @throws the errors of explore; StorageError that names the file and the damaged part, if a file is damaged
 * @internal
 */
export async function exploreOnDisk(
  plan: BoardEnginePlan,
  { work: folder, memory = Math.floor(SHARE_OF_FREE_MEMORY * freeMemory()), handOut, limits }: DiskOptions,
  saved: SavedRun | undefined,
  { output, stop, onEvent }: SavedRunHooks,
): Promise<Exploration> {
  if (!(Number.isSafeInteger(memory) && memory > 0)) {
    throw new InputError(`memory must be a whole number of bytes above 0, found ${memory}`);
  }
  const isShared = handOut !== undefined;
  const explored = async () => {
    const driver = layerDriver(plan, { folder, memory, output, saved, isShared, limits });
    try {
      await driver.prepare(saved === undefined);
      return await exploreRun(plan, diskRun(driver, saved, stop, handOut), onEvent);
    } finally {
      driver.close();
    }
  };
  return inRunFolder(folder, saved, explored, isShared);
}

/** Lets other processes make portions, and waits until they are on the disk. @throws StorageError; the signal's reason */
export type HandOut = (driver: LayerDriver, request: PortionRequest) => Promise<Traffic>;

/**
 * Returns the layers of a board with its bitsets in files. Each layer is safely on the disk before the next one begins to write.
 * @param stop when aborted, ends the run after the layer in progress
 * @param handOut makes portions by other processes that share the folder; by default this process makes them alone
 */
export function diskRun(
  driver: LayerDriver,
  saved: SavedRun | undefined,
  stop?: AbortSignal,
  handOut?: HandOut,
): LayerRun {
  const { store, plan } = driver;
  const begin = performance.now();
  let seconds = 0;
  /** Resolves when the files that the last layers have replaced are removed. */
  let removed = Promise.resolve();

  async function* layers(): AsyncGenerator<FoundLayer, void> {
    const from: SavedLayers = saved ?? driver.start;
    const depth = from.histogram.length - 1;
    if (depth === 0) {
      const bytesWritten = await driver.writeGoal();
      // A resumed run has counted the goal already.
      if (saved === undefined) yield foundLayer(from, { bytesRead: 0, bytesWritten });
    }
    await driver.goTo(depth);
    // Files of a killed process, unless other processes share the folder, which may still be writing.
    if (handOut === undefined) await removeUnused(store, depth, true);
    yield* layersAfter(from);
  }

  /** Searches the layers that follow the complete ones. */
  async function* layersAfter(from: SavedLayers): AsyncGenerator<FoundLayer, void> {
    let reached = from;
    /** Resolves when the previous layer is on the disk. */
    let complete = Promise.resolve();
    await driver.ready();
    try {
      for (;;) {
        const layer = reached.histogram.length;
        if (stop?.aborted) {
          await complete;
          await removed;
          throw new StoppedError(layer - 1, store.folder);
        }
        const search = async () => {
          const request = { layer, portions: await driver.portionsOf(layer), complete };
          const traffic = await (handOut === undefined ? driver.make(request) : handOut(driver, request));
          return { traffic, ...(await take(request)) };
        };
        const { fresh, first, traffic } = await unlessOvertaken(layer - 1, search());
        seconds = from.seconds + (performance.now() - begin) / 1000;
        if (fresh === 0) {
          await complete;
          await removed;
          return;
        }
        reached = { histogram: [...reached.histogram, fresh], first, seconds };
        // Awaited before the next layer writes anything.
        complete = awaitedLater(unlessOvertaken(layer, completed(reached)));
        yield foundLayer(reached, traffic);
      }
    } finally {
      await Promise.allSettled([complete]);
      await Promise.allSettled([removed]);
    }
  }

  /**
   * Adds up a layer. A file of another process that has been damaged or removed since is made again.
   * @param again portions that have been made again: a disk that damages them twice does not get a third attempt
   */
  async function take(request: PortionRequest, again: readonly number[] = []): Promise<MadeLayer> {
    try {
      return await driver.take(request.layer, request.portions);
    } catch (error) {
      if (handOut === undefined || !(error instanceof DamagedError)) throw error;
      const { portion, layer } = error.file;
      if (layer !== request.layer || again.includes(portion)) throw error;
      await handOut(driver, { ...request, portions: [portion] });
      return take(request, [...again, portion]);
    }
  }

  /**
   * Converts a failure to LayerCompleteError if another coordinator was faster and has removed files meanwhile.
   * @param depth depth of the valid manifest
   * @throws LayerCompleteError; whatever the work throws
   */
  async function unlessOvertaken<Outcome>(depth: number, work: Promise<Outcome>): Promise<Outcome> {
    return handOut === undefined ? work : unlessComplete(store.folder, depth, () => work);
  }

  /** Saves a layer whose portions are made, so that a run can resume from it. */
  async function completed(reached: SavedLayers): Promise<void> {
    await driver.save(reached);
    // The files of only one layer may be waiting to be removed.
    await removed;
    // Awaited before the next files are removed.
    removed = awaitedLater(removeUnused(store, reached.histogram.length - 1));
  }

  return {
    bytes: driver.fileBytes,
    starts: plan.facts.startTexts,
    get seconds() {
      return seconds;
    },
    layers,
    texts: async (states) => stateTexts(plan, states),
    contents: (histogram) => contentsOf(plan, histogram, (cell) => tableWordsOnDisk(store, cell)),
    close: async () => driver.close(),
  };
}

function foundLayer({ histogram, first, seconds }: SavedLayers, traffic: Traffic): FoundLayer {
  const depth = histogram.length - 1;
  return { depth, fresh: histogram[depth], first, seconds, ...traffic, isLatest: true };
}

/* The table of a finished exploration, read from the files of its portions. */

/** Bytes per read. */
const PIECE_BYTES = 4 << 20;

/**
 * Yields the words of a blank cell, in pieces.
 * @throws StorageError that names the file and the block, if a file cannot be read or is damaged
 */
function* tableWordsOnDisk(store: PortionStore, cell: number): Generator<Uint8Array> {
  const { blocks, slotBytes } = store.board;
  const { marked, tableSums } = store.shared.facts;
  const slots = new Uint8Array(Math.max(1, Math.floor(PIECE_BYTES / slotBytes)) * slotBytes);
  const blockBytes = blocks.words * BYTES_PER_WORD;
  const wordBytes = wordBytesOf(blocks);
  const { portions } = store;
  for (let block = 0; block < blocks.count; ) {
    const first = cell * blocks.count + block;
    const key = portions.keyOf(first);
    const place = portions.placeOfKey(key);
    // The blocks that follow both in the table and in the file.
    const { end } = portions.keysOf(place.colour, place.portion);
    const most = Math.min(slots.length / slotBytes, blocks.count - block, end - key);
    let count = 1;
    while (count < most && portions.keyOf(first + count) === key + count) count++;
    const words = new Uint8Array(count * blockBytes);
    const indices = Array.from({ length: count }, (_, k) => first + k);
    if (indices.some((index) => marked[index] > 0)) {
      const [{ path, offset, bytes }] = store.fileRuns(TABLE, [{ ...place, count, address: 0 }]);
      readFully(path, slots.subarray(0, bytes), offset);
      for (const [k, index] of indices.entries()) {
        // Blocks without marks are holes.
        if (marked[index] === 0) continue;
        const slot = slots.subarray(k * slotBytes, (k + 1) * slotBytes);
        if (sumOf(slot, wordBytes) !== tableSums[index]) throw damageError(store, { bitset: TABLE, index });
        words.set(slot.subarray(0, blockBytes), k * blockBytes);
      }
    }
    yield words;
    block += count;
  }
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
