/** The folder of a run on disk, and everything that is needed to make a portion of a layer. */

import { randomBytes } from 'node:crypto';
import { pageMemory } from '../../base/direct-file.js';
import { StorageError } from '../../base/files.js';
import { cellsAtDepth } from '../../engines/boards/board-plan.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { numberOf, type State, stateAt } from '../../spaces/board/numbering.js';
import { BLANK } from '../../spaces/board/position.js';
import { layerManifestPath, type SavedRun } from '../exploration/saved-run.js';
import { allocateBuffers, divideMemory, type SharedMemory, type SlotRun } from './buffers.js';
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
import { Portions } from './portions.js';
import { choosePortions, type DiskBoard, diskBoard, headBytesOfRun, placesOfPortion } from './stage.js';
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

export class PortionStore {
  readonly folder: string;
  /** Name of the run, 16 hexadecimal digits. */
  readonly run: string;
  /** Maximum number of first states of a layer that are kept. */
  readonly most: number;
  readonly board: DiskBoard;
  readonly portions: Portions;
  readonly shared: SharedMemory;
  /** Milliseconds to wait for files of other processes; 0 if there are no other processes. */
  readonly patience: number;
  /** The files of the complete layers, from which the next one is made. */
  readonly files: Readonly<Record<Bitset, Layers>>;
  /** Memory for checking files, in whole pages. It takes no space until it is used. */
  readonly pages: Uint8Array;

  /**
   * Divides the blocks into portions, divides the memory, and allocates it. A resumed run keeps its portions.
   * @throws MemoryError, StorageError
   */
  constructor({ search, request, threads, goal }: BoardEnginePlan, work: DiskWork) {
    const { folder, memory, isShared, saved, limits } = work;
    const { table, first } = request;
    const board = diskBoard(search);
    const cells = (depth: number) => cellsAtDepth(search.geometry.board, 'single', goal.indexOf(BLANK), depth);
    const colours = [cells(0), cells(1)] as const;
    const { count } = board.blocks;
    const details = saved && detailsOf(folder, saved, count);
    const places = details?.places ?? placesOfPortion(board, limits?.portionBytes);
    const headBytes = headBytesOfRun(board, places, first);
    const sharing = { table, memory, threads, headBytes, shared: isShared };
    const division = divideMemory(board, sharing, limits?.mostBufferBytes);
    this.folder = folder;
    this.run = details?.run ?? randomBytes(8).toString('hex');
    this.most = first;
    this.board = board;
    this.portions =
      details === undefined
        ? choosePortions(board, places, colours, division, table ? 2 : 1).portions
        : new Portions({ count, outer: details.outer, low: details.low }, places, colours);
    this.shared = allocateBuffers(board, division, table);
    this.patience = isShared ? (limits?.patience ?? PATIENCE) : 0;
    const none = () => new Array<number>(this.portions.count).fill(-1);
    this.files = { [VISITED]: [none(), none()], [TABLE]: [none(), none()] };
    this.pages = pageMemory(Math.max(TRANSFER_BYTES, board.slotBytes));
  }

  get hasTable(): boolean {
    return this.shared.layout.table !== 0;
  }

  headBytes(colour: number, portion: number): number {
    return headBytesOf(this.portions.slotsOf(colour, portion), this.most);
  }

  /** Returns the bytes of a portion's file. */
  fileBytes(bitset: Bitset, colour: number, portion: number): number {
    return this.#headOf(bitset, colour, portion) + this.portions.slotsOf(colour, portion) * this.board.slotBytes;
  }

  /** Returns the expected properties of a file of this run. */
  expected(portion: number, layer: number): ExpectedPortion {
    const colour = layer % 2;
    return {
      run: this.run,
      portion,
      layer,
      slots: this.portions.slotsOf(colour, portion),
      headBytes: this.headBytes(colour, portion),
      slotBytes: this.board.slotBytes,
      table: this.hasTable,
    };
  }

  path(bitset: Bitset, portion: number, layer: number): string {
    return portionPath(this.folder, bitset, portion, layer);
  }

  /** Returns the locations of runs of slots in their files. @param layer layer of the file; by default the complete one */
  fileRuns(bitset: Bitset, runs: readonly SlotRun[], layer?: number): FileRun[] {
    const { slotBytes } = this.board;
    return runs.map(({ colour, portion, slot, count, address }) => ({
      path: this.path(bitset, portion, layer ?? this.files[bitset][colour][portion]),
      offset: this.#headOf(bitset, colour, portion) + slot * slotBytes,
      address,
      bytes: count * slotBytes,
    }));
  }

  /** Returns the number of states that the blocks of a portion hold. */
  heldBy(colour: number, portion: number): number {
    const { held } = this.shared.facts;
    const { begin, end } = this.portions.keysOf(colour, portion);
    let states = 0;
    for (let key = begin; key < end; key++) states += held[this.portions.indexOf(key)];
    return states;
  }

  /** Returns the facts of a portion's blocks for its header. */
  blocksOf(colour: number, portion: number): PortionBlocks {
    const { held, marked, visitedSums, tableSums, gained } = this.shared.facts;
    const indices = this.portions.indicesOf(colour, portion);
    const packed = (values: Uint32Array) =>
      new Uint8Array(Uint32Array.from(values.length === 0 ? [] : indices, (index) => values[index]).buffer);
    return {
      held: packed(held),
      marked: packed(marked),
      visitedSums: packed(visitedSums),
      tableSums: packed(tableSums),
      gained: Uint8Array.from(indices, (index) => gained[index]),
    };
  }

  /**
   * Takes over the facts of a portion's blocks from its header.
   * @param isLatest true if the portion belongs to the last layer; otherwise none of its blocks has gained states
   */
  take({ layer, portion, tableLayer, blocks }: PortionHeader, isLatest: boolean): void {
    if (blocks === null) return;
    const colour = layer % 2;
    this.files[VISITED][colour][portion] = layer;
    this.files[TABLE][colour][portion] = tableLayer;
    const { facts } = this.shared;
    const indices = this.portions.indicesOf(colour, portion);
    for (const name of ['held', 'marked', 'visitedSums', 'tableSums'] as const) {
      const { buffer, byteOffset, length } = blocks[name];
      const view = new DataView(buffer, byteOffset, length);
      for (let slot = 0; 4 * slot < length; slot++) facts[name][indices[slot]] = view.getUint32(4 * slot, true);
    }
    for (const [slot, index] of indices.entries()) facts.gained[index] = isLatest ? blocks.gained[slot] : 0;
  }

  numbers(states: readonly State[]): number[] {
    return states.map((state) => numberOf(this.board.geometry, state));
  }

  states(numbers: readonly number[]): State[] {
    return numbers.map((number) => stateAt(this.board.geometry, number));
  }

  #headOf(bitset: Bitset, colour: number, portion: number): number {
    return bitset === VISITED ? this.headBytes(colour, portion) : 0;
  }
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
