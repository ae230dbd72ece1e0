/** The folder of a run on disk, and everything that is needed to make a portion of a layer. */

import type { State } from '../../spaces/board/numbering/numbering.js';
import { numberOf, stateAt } from '../../spaces/board/numbering/numbering.js';
import { type Bitset, type ExpectedPortion, headBytesOf, portionPath, VISITED } from './files/portion-header.js';
import type { FileRun } from './files/transfers.js';
import type { SlotRun } from './lanes/lane-slots.js';
import type { Portions } from './lanes/portions.js';
import type { SharedStaging } from './lanes/shared-staging.js';
import type { StagedBoard } from './lanes/staging.js';
import { type LayerFiles, noFiles } from './layer-files.js';

export interface PortionStoreParts {
  readonly folder: string;
  /** Name of the run. */
  readonly run: string;
  /** Maximum number of first states of a layer that are kept. */
  readonly most: number;
  readonly staged: StagedBoard;
  readonly portions: Portions;
  readonly staging: SharedStaging;
  /** Milliseconds to wait for files of other processes; 0 if there are no other processes. */
  readonly patience: number;
}

export class PortionStore implements PortionStoreParts {
  readonly folder: string;
  readonly run: string;
  readonly most: number;
  readonly staged: StagedBoard;
  readonly portions: Portions;
  readonly staging: SharedStaging;
  readonly patience: number;
  /** The files of the complete layers. */
  readonly files: LayerFiles;

  constructor({ folder, run, most, staged, portions, staging, patience }: PortionStoreParts) {
    this.folder = folder;
    this.run = run;
    this.most = most;
    this.staged = staged;
    this.portions = portions;
    this.staging = staging;
    this.patience = patience;
    this.files = noFiles(portions);
  }

  get hasTable(): boolean {
    return this.staging.layout.table !== 0;
  }

  headBytes(colour: number, portion: number): number {
    return headBytesOf(this.portions.slotsOf(colour, portion), this.most);
  }

  /** Returns the bytes of a portion's file. */
  fileBytes(bitset: Bitset, colour: number, portion: number): number {
    return this.#headOf(bitset, colour, portion) + this.portions.slotsOf(colour, portion) * this.staged.slotBytes;
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
      slotBytes: this.staged.slotBytes,
      table: this.hasTable,
    };
  }

  path(bitset: Bitset, portion: number, layer: number): string {
    return portionPath(this.folder, bitset, portion, layer);
  }

  /** Returns the locations of runs of slots in their files. @param layer layer of the file; by default the complete one */
  fileRuns(bitset: Bitset, runs: readonly SlotRun[], layer?: number): FileRun[] {
    const { slotBytes } = this.staged;
    const layers = bitset === VISITED ? this.files.visited : this.files.table;
    const paths = new Map<number, string>();
    const pathOf = (portion: number, layerOfFile: number) => {
      const key = layerOfFile * this.portions.count + portion;
      const path = paths.get(key) ?? this.path(bitset, portion, layerOfFile);
      paths.set(key, path);
      return path;
    };
    return runs.map(({ colour, portion, slot, count, address }) => ({
      path: pathOf(portion, layer ?? layers[colour][portion]),
      offset: this.#headOf(bitset, colour, portion) + slot * slotBytes,
      address,
      bytes: count * slotBytes,
    }));
  }

  /** Returns the location of all slots of a file. */
  slotsOf(bitset: Bitset, portion: number, layer: number): Pick<FileRun, 'path' | 'offset' | 'bytes'> {
    const colour = layer % 2;
    return {
      path: this.path(bitset, portion, layer),
      offset: this.#headOf(bitset, colour, portion),
      bytes: this.portions.slotsOf(colour, portion) * this.staged.slotBytes,
    };
  }

  /** Returns the number of states that the blocks of a portion hold. */
  heldBy(colour: number, portion: number): number {
    const { held } = this.staging.facts;
    const { begin, end } = this.portions.keysOf(colour, portion);
    let states = 0;
    for (let key = begin; key < end; key++) states += held[this.portions.indexOf(key)];
    return states;
  }

  numbers(states: readonly State[]): number[] {
    return states.map((state) => numberOf(this.staged.geometry, state));
  }

  states(numbers: readonly number[]): State[] {
    return numbers.map((number) => stateAt(this.staged.geometry, number));
  }

  #headOf(bitset: Bitset, colour: number, portion: number): number {
    return bitset === VISITED ? this.headBytes(colour, portion) : 0;
  }
}
