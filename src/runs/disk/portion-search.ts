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
import type { BufferedStage } from './buffers.js';
import { BITSETS, type Bitset, DamagedError, putHeader, TABLE, VISITED } from './portion-file.js';
import type { PortionStore } from './portion-store.js';
import { cutStage, type LayerBlocks, type Stage } from './stage.js';
import type { BlockFault, StageResult, StageTask } from './stage-advancer.js';
import { type NewFile, newFile, OpenFiles } from './work-files.js';

/** Portions of a layer to make. */
export interface PortionRequest {
  /** 1 or more. */
  readonly layer: number;
  /** Numbers of the portions, in ascending order. */
  readonly portions: readonly number[];
  /** Resolves when the previous layer is on the disk. Nothing is written before that. */
  readonly complete: Promise<void>;
}

/** The portions that are not made yet, and what makes them. */
interface LayerToSearch extends PortionRequest {
  readonly store: PortionStore;
  readonly pool: WorkerPool<StageTask, StageResult>;
  readonly signal: AbortSignal | undefined;
  /** True if the layer's states are marked in the table. */
  readonly mark: boolean;
  /** Blocks that stages are cut from. */
  readonly blocks: LayerBlocks;
  /** The portions among them whose existing files are not intact. */
  readonly replaced: ReadonlySet<number>;
}

/** Bytes read from and written to files. */
export type Traffic = { readonly bytesRead: number; readonly bytesWritten: number };

/**
 * Makes the files of portions, and waits until they are on the disk.
 * @throws StorageError, WorkerError, the signal's reason if it aborts
 */
export async function makePortions(search: LayerToSearch): Promise<Traffic> {
  const { layer, complete, store, pool, signal, mark, blocks, replaced } = search;
  const { shared, most } = store;
  const { buffers } = shared;
  const isRequested = new Set(search.portions);
  const portions = search.portions.map((portion) => portionInProgress(store, portion, search, replaced.has(portion)));
  const files = new OpenFiles();
  const traffic = { bytesRead: 0, bytesWritten: 0 };
  /** Place in the order of the blocks at which the next stage begins. */
  let next = 0;
  let stages = 0;
  let reading: Promise<BufferedStage | undefined> | undefined;
  /** Work of each stage in order, as one chain of promises. */
  const stored: Promise<void>[] = [];
  /** Portions that have been written, and are being synced. */
  const completed: Promise<void>[] = [];

  const memoryOf = ({ buffer }: BufferedStage) => new Uint8Array(buffers[buffer].memory.buffer);
  const portionsIn = ({ begin, end }: Stage) =>
    portions.filter((portion) => portion.end > begin && portion.begin < end);

  /** Begins to read the next stage. */
  function read(): void {
    reading = awaitedLater(readStage(stages++));
  }

  async function readStage(number: number): Promise<BufferedStage | undefined> {
    // The buffer is free when its previous stage is stored.
    if (number >= buffers.length) await stored[number - buffers.length];
    signal?.throwIfAborted();
    if (next === store.portions.order.count) return undefined;
    const slots = buffers[0].occupants.length;
    const cut = cutStage(blocks, next, slots, mark ? 2 : 1, (portion) => isRequested.has(portion));
    next = cut.end;
    const stage = store.stages.occupy(cut, number % buffers.length, mark);
    const runs = BITSETS.flatMap((bitset) => store.fileRuns(bitset, store.stages.runsToRead(stage, bitset)));
    traffic.bytesRead += await files.read(memoryOf(stage), runs);
    return stage;
  }

  async function advance(stage: BufferedStage): Promise<void> {
    // The blocks after the last one that gains states may leave nothing to search or to keep.
    if (stage.blocks.length === 0) return;
    const { threads } = pool;
    const { buffer, tablesBegin, tablesEnd, slotsEnd } = stage;
    beginRounds(shared.counters);
    const task: StageTask = {
      shared,
      slots: { buffer, tablesBegin, tablesEnd, slotsEnd },
      depth: layer,
      cells: blocks.cells,
      blocks: stage.blocks,
      portions: stage.blocks.map((block) => store.portions.portionOfBlock(block)),
      mark,
      keeping: { most },
      claimWholeBlocks: takesWholeBlocks({ count: stage.blocks.length }, threads),
      workers: threads,
      spin: threads <= availableParallelism(),
    };
    const results = await pool.runOnAll(task, 'in the middle of a layer', signal);
    for (const { fault } of results) if (fault !== null) throw damageError(store, fault);
    for (const portion of portionsIn(stage)) {
      portion.keepFirst(results.map(({ first }) => first.get(portion.portion) ?? []));
    }
  }

  /** Writes the parts of portions in a stage, when the stage before is written, and completes the portions that end in it. */
  async function write(stage: BufferedStage, before: Promise<void> | undefined): Promise<void> {
    await before;
    await complete;
    const memory = memoryOf(stage);
    for (const portion of portionsIn(stage)) {
      traffic.bytesWritten += await portion.write(memory, stage);
      if (portion.end > stage.end) continue;
      traffic.bytesWritten += await portion.writeHeader(memory);
      completed.push(awaitedLater(portion.complete()));
    }
    store.stages.leave(stage);
  }

  try {
    read();
    for (;;) {
      const stage = await reading;
      if (stage === undefined) break;
      if (buffers.length > 1) read();
      await advance(stage);
      stored.push(awaitedLater(write(stage, stored.at(-1))));
      if (buffers.length === 1) read();
    }
    await stored.at(-1);
    await Promise.all(completed);
    return traffic;
  } finally {
    // All reads and writes end, even if they failed, before incomplete files are removed.
    await Promise.allSettled([reading, ...stored.slice(-1)]);
    await Promise.allSettled(completed);
    await Promise.all([files.close(), ...portions.map((portion) => portion.discard())]);
  }
}

/** Returns the error of a block with a wrong checksum. */
export function damageError(store: PortionStore, { bitset, index }: BlockFault): DamagedError {
  const { portions, files } = store;
  const { count } = portions.order;
  const { colour, portion } = portions.placeOfKey(portions.keyOf(index));
  const layer = files[bitset][colour][portion];
  const path = store.path(bitset, portion, layer);
  const message = `${path}: blank cell ${Math.floor(index / count)}, block ${index % count} is damaged; begin again in an empty folder`;
  return new DamagedError(message, { bitset, portion, layer });
}

/** Marks a promise as awaited later, so that it may reject before that. */
export function awaitedLater<Outcome>(promise: Promise<Outcome>): Promise<Outcome> {
  promise.catch(() => {});
  return promise;
}

/* A portion of a layer while it is made: its files under temporary names, and the contents of its header. */

/** @param replaces true to replace existing files; by default they are kept, because they are the same */
export function portionInProgress(
  store: PortionStore,
  portion: number,
  { layer, mark }: Pick<LayerToSearch, 'layer' | 'mark'>,
  replaces = false,
) {
  const { run, shared, portions, most } = store;
  const colour = layer % 2;
  const [begin, end] = [portion * portions.places, portions.endOf(portion)];
  const heldBefore = store.heldBy(colour, portion);
  const files = new Map<Bitset, NewFile>();
  /** First states of the layer that the portion has gained so far. */
  let first: readonly State[] = [];

  const gained = () => store.heldBy(colour, portion) - heldBefore;

  /** Returns the file of a bitset, which is created if necessary. @param bytes its length; by default with all blocks */
  async function fileFor(bitset: Bitset, bytes = store.fileBytes(bitset, colour, portion)): Promise<NewFile> {
    const file = files.get(bitset) ?? (await newFile(store.path(bitset, portion, layer), bytes));
    files.set(bitset, file);
    return file;
  }

  /** Removes incomplete files. */
  async function discard(): Promise<void> {
    for (const file of files.values()) await file.discard();
    files.clear();
  }

  return {
    portion,
    /** First place of the portion in the order of the blocks, and the place after its last one. */
    begin,
    end,
    discard,
    /** Keeps the first of the states that the portion gains. */
    keepFirst(found: readonly (readonly State[])[]): void {
      first = firstOf([first, ...found], shared.layout, most);
    },
    /**
     * Writes the part of the portion in a stage. If the stage has all of the portion, writes it only if it gained states.
     * @returns the bytes written
     * @throws StorageError
     */
    async write(memory: Uint8Array, stage: BufferedStage): Promise<number> {
      const isWhole = stage.begin <= begin && end <= stage.end;
      if (isWhole && gained() === 0) return 0;
      let bytes = 0;
      for (const bitset of BITSETS) {
        const runs = store.stages.runsToWrite(stage, bitset, colour, portion);
        if (runs.length === 0) continue;
        const file = await fileFor(bitset);
        bytes += await file.write(memory, store.fileRuns(bitset, runs, layer));
      }
      return bytes;
    },
    /**
     * Writes the header when all blocks are written.
     * @param memory memory of a buffer
     * @returns the bytes written
     * @throws StorageError
     */
    async writeHeader(memory: Uint8Array): Promise<number> {
      const fresh = gained();
      const bytes = store.headBytes(colour, portion);
      if (fresh === 0) await discard();
      const file = await fileFor(VISITED, fresh === 0 ? bytes : undefined);
      const { head } = shared;
      putHeader(memory.subarray(head, head + bytes), {
        run,
        layer,
        portion,
        fresh,
        first: store.numbers(first),
        tableLayer: mark && fresh > 0 ? layer : store.files[TABLE][colour][portion],
        blocks: fresh === 0 ? null : store.blocksOf(colour, portion),
      });
      const path = store.path(VISITED, portion, layer);
      return file.write(memory, [{ path, offset: 0, address: head, bytes }]);
    },
    /** Waits until its files are on the disk, and renames them: `visited` last, because its header implies that both files exist. */
    async complete(): Promise<void> {
      for (const bitset of BITSETS.toReversed()) await files.get(bitset)?.complete(replaces);
    },
  };
}
