/** A portion of a layer while it is made: its files under temporary names, and the contents of its header. */

import type { State } from '../../spaces/board/numbering/numbering.js';
import { NewFile } from './files/new-file.js';
import { type Bitset, putHeader, TABLE, VISITED } from './files/portion-header.js';
import { runsToWrite, type SlotRun, type StageInLane } from './lanes/lane-slots.js';
import { blocksOfHeader } from './layer-files.js';
import type { PortionStore } from './portion-store.js';

/** The layer of a portion. */
export interface LayerOfPortion {
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
    const { run, portions, files, staging } = this.#store;
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
      blocks: fresh === 0 ? null : blocksOfHeader(staging.facts, portions.indicesOf(this.#colour, portion)),
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
