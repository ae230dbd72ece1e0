/** The folder of a run on disk, and everything that is needed to make a portion of a layer. */

import { randomBytes } from 'node:crypto';
import { cellsAtDepth } from '../../engines/boards/board-plan.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { pageMemory } from '../../files/direct-file.js';
import { StorageError } from '../../files/files.js';
import { numberOf, type State, stateAt } from '../../spaces/board/numbering.js';
import { BLANK } from '../../spaces/board/position.js';
import { allocateBuffers, divideMemory, type SlotRun, stageSlots } from './buffers.js';
import {
  type Bitset,
  type ExpectedPortion,
  headBytesOf,
  type PortionBlocks,
  type PortionHeader,
  portionPath,
  TABLE,
  VISITED,
} from './portion-file.js';
import { divideBlocks } from './portions.js';
import { layerManifestPath, type SavedRun } from './saved-run.js';
import { choosePortions, diskBoard, headBytesOfRun, placesOfPortion } from './stage.js';
import { type FileRun, TRANSFER_BYTES } from './work-files.js';

/** Milliseconds to wait for a file of another process: twice the time for which network file systems cache folders. */
export const PATIENCE = 60_000;

/** Limits for tests. */
export interface DiskLimits {
  /** Maximum bytes of a buffer of memory, and approximate bytes of a portion's file. */
  readonly mostBufferBytes?: number | undefined;
  readonly portionBytes?: number | undefined;
  /** Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
}

/** The folder and the resources of a run on disk. */
export interface DiskWork {
  /** An existing folder, which is locked unless it is shared. */
  readonly folder: string;
  /** Bytes of memory that the search may allocate. */
  readonly memory: number;
  /** True if other processes make portions in the folder, too. */
  readonly isShared: boolean;
  /** Saved contents of the folder; undefined if it is empty. */
  readonly saved: SavedRun | undefined;
  /** Folder of the results of a new run, for its manifests. */
  readonly output?: string | null | undefined;
  readonly limits?: DiskLimits | undefined;
}

export type PortionStore = ReturnType<typeof portionStore>;

/**
 * Divides the blocks into portions, divides the memory, and allocates it. A resumed run keeps its portions.
 * @throws MemoryError, StorageError
 */
export function portionStore({ search, request, threads, goal }: BoardEnginePlan, work: DiskWork) {
  const { folder, memory, isShared, saved, limits } = work;
  const { table, first: most } = request;
  const board = diskBoard(search);
  const { slotBytes, geometry } = board;
  const cells = (depth: number) => cellsAtDepth(geometry.board, 'single', goal.indexOf(BLANK), depth);
  const colours = [cells(0), cells(1)] as const;
  const { count } = board.blocks;
  const details = saved && detailsOf(folder, saved, count);
  const places = details?.places ?? placesOfPortion(board, limits?.portionBytes);
  const sharing = { table, memory, threads, headBytes: headBytesOfRun(board, places, most), shared: isShared };
  const division = divideMemory(board, sharing, limits?.mostBufferBytes);
  const run = details?.run ?? randomBytes(8).toString('hex');
  const portions =
    details === undefined
      ? choosePortions(board, places, colours, division, table ? 2 : 1).portions
      : divideBlocks({ count, outer: details.outer, low: details.low }, places, colours);
  const shared = allocateBuffers(board, division, table);
  const { facts } = shared;
  const none = () => new Array<number>(portions.count).fill(-1);
  const files: Readonly<Record<Bitset, Layers>> = { [VISITED]: [none(), none()], [TABLE]: [none(), none()] };

  const headBytes = (colour: number, portion: number) => headBytesOf(portions.slotsOf(colour, portion), most);
  const headOf = (bitset: Bitset, colour: number, portion: number) =>
    bitset === VISITED ? headBytes(colour, portion) : 0;
  const path = (bitset: Bitset, portion: number, layer: number) => portionPath(folder, bitset, portion, layer);

  return {
    folder,
    /** Name of the run, 16 hexadecimal digits. */
    run,
    /** Maximum number of first states of a layer that are kept. */
    most,
    board,
    portions,
    shared,
    stages: stageSlots(shared, portions),
    hasTable: table,
    /** Milliseconds to wait for files of other processes; 0 if there are no other processes. */
    patience: isShared ? (limits?.patience ?? PATIENCE) : 0,
    /** The files of the complete layers, from which the next one is made. */
    files,
    /** Memory for checking files, in whole pages. It takes no space until it is used. */
    pages: pageMemory(Math.max(TRANSFER_BYTES, slotBytes)),
    headBytes,
    path,
    /** Returns the bytes of a portion's file. */
    fileBytes: (bitset: Bitset, colour: number, portion: number): number =>
      headOf(bitset, colour, portion) + portions.slotsOf(colour, portion) * slotBytes,
    /** Returns the expected properties of a file of this run. */
    expected(portion: number, layer: number): ExpectedPortion {
      const slots = portions.slotsOf(layer % 2, portion);
      return { run, portion, layer, slots, headBytes: headBytesOf(slots, most), slotBytes, table };
    },
    /** Returns the locations of runs of slots in their files. @param layer layer of the file; by default the complete one */
    fileRuns: (bitset: Bitset, runs: readonly SlotRun[], layer?: number): FileRun[] =>
      runs.map(({ colour, portion, slot, count: slots, address }) => ({
        path: path(bitset, portion, layer ?? files[bitset][colour][portion]),
        offset: headOf(bitset, colour, portion) + slot * slotBytes,
        address,
        bytes: slots * slotBytes,
      })),
    /** Returns the number of states that the blocks of a portion hold. */
    heldBy(colour: number, portion: number): number {
      const { begin, end } = portions.keysOf(colour, portion);
      let states = 0;
      for (let key = begin; key < end; key++) states += facts.held[portions.indexOf(key)];
      return states;
    },
    /** Returns the facts of a portion's blocks for its header. */
    blocksOf(colour: number, portion: number): PortionBlocks {
      const indices = portions.indicesOf(colour, portion);
      const packed = (values: Uint32Array) =>
        new Uint8Array(Uint32Array.from(values.length === 0 ? [] : indices, (index) => values[index]).buffer);
      return {
        held: packed(facts.held),
        marked: packed(facts.marked),
        visitedSums: packed(facts.visitedSums),
        tableSums: packed(facts.tableSums),
        gained: Uint8Array.from(indices, (index) => facts.gained[index]),
      };
    },
    /**
     * Takes over the facts of a portion's blocks from its header.
     * @param isLatest true if the portion belongs to the last layer; otherwise none of its blocks has gained states
     */
    take({ layer, portion, tableLayer, blocks }: PortionHeader, isLatest: boolean): void {
      if (blocks === null) return;
      const colour = layer % 2;
      files[VISITED][colour][portion] = layer;
      files[TABLE][colour][portion] = tableLayer;
      const indices = portions.indicesOf(colour, portion);
      for (const name of ['held', 'marked', 'visitedSums', 'tableSums'] as const) {
        const { buffer, byteOffset, length } = blocks[name];
        const view = new DataView(buffer, byteOffset, length);
        for (let slot = 0; 4 * slot < length; slot++) facts[name][indices[slot]] = view.getUint32(4 * slot, true);
      }
      for (const [slot, index] of indices.entries()) facts.gained[index] = isLatest ? blocks.gained[slot] : 0;
    },
    numbers: (states: readonly State[]): number[] => states.map((state) => numberOf(geometry, state)),
    states: (numbers: readonly number[]): State[] => numbers.map((number) => stateAt(geometry, number)),
  };
}

/* The layers of the files that hold a run's bits, for each portion: in the manifest, and with the facts of the blocks in memory. */

/** [colour][portion]: layer of the portion's file; -1 if it has none, because it holds nothing. */
export type Layers = readonly [number[], number[]];

/** The part of a manifest that only work folders have. Plain data. */
export interface DiskDetails {
  /** Name of the run. */
  readonly run: string;
  /** Order of the blocks, and number of places in a portion. */
  readonly outer: number;
  readonly low: number;
  readonly places: number;
  /** Layers of the files `visited`, whose headers give the layers of the table's files. */
  readonly layers: Layers;
}

/**
 * Reads a manifest's details.
 * @param count number of blocks of a cell
 * @throws StorageError if the details do not match the board
 */
export function detailsOf(folder: string, { histogram, details }: SavedRun, count: number): DiskDetails {
  const found = details as Partial<DiskDetails> | null;
  const { run, outer = 0, low = 0, places = 0, layers } = found ?? {};
  const isLayer = (layer: number) => Number.isInteger(layer) && layer >= -1 && layer < histogram.length;
  const areLayers = (ofColour: unknown) =>
    Array.isArray(ofColour) && ofColour.length === Math.ceil(count / places) && ofColour.every(isLayer);
  const isDivisor = (part: number) => Number.isInteger(part) && part > 0 && count % part === 0;
  const right =
    typeof run === 'string' &&
    isDivisor(outer) &&
    isDivisor(low) &&
    count % (outer * low) === 0 &&
    Number.isInteger(places) &&
    places > 0 &&
    places <= count &&
    Array.isArray(layers) &&
    layers.length === 2 &&
    layers.every(areLayers);
  if (right) return found as DiskDetails;
  const path = layerManifestPath(folder, histogram.length - 1);
  throw new StorageError(`${path}: the portions do not match the exploration; begin again in an empty folder`);
}
