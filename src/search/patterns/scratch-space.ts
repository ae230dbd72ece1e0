/**
 * The scratch space of a thread: the bytes that the kernel writes, described in workers/kernel/pattern-search.ts and
 * pattern-parts.ts.
 */

import { maskOf } from '../../spaces/pattern/geometry.js';
import { onesIn } from '../../spaces/permutation/ones.js';
import { TableError } from '../../table/contents/errors.js';
import type { SearchKernel } from './kernel.js';
import {
  DISTANCE_SHIFT,
  PART_BYTES,
  PART_FIELDS,
  type PatternLayout,
  SCRATCH_PART_OF_TILE,
  SCRATCH_PARTS,
  SCRATCH_STACK,
  SCRATCH_TILES,
  SIDE_BYTES,
} from './layout.js';
import { packedLabels } from './look-ups.js';

/** Allocates memory for threads, and releases it. */
export interface ScratchSpaces {
  /** @returns an address @throws MemoryError */
  takeScratch(): number;
  giveScratch(scratch: number): void;
}

export class ScratchSpace {
  /** Address of the first frame of the stack. */
  readonly stack: number;
  /** The sum of the start's distances on each side. */
  readonly sums: readonly number[];
  readonly #layout: PatternLayout;
  readonly #kernel: SearchKernel;
  readonly #address: number;
  readonly #view: DataView;
  /** The bytes that moves change. */
  readonly #live: Uint8Array;
  /** Their content at the start. */
  readonly #start: Uint8Array;

  /**
   * Places a start, and passes its addresses to the kernel.
   * @param homes the home of the tile on each place; at the blank's place, that place itself
   * @throws TableError if a table is damaged
   */
  constructor(layout: PatternLayout, kernel: SearchKernel, address: number, homes: readonly number[]) {
    const { memory, mirror, patterns, lowBits, highBits } = layout;
    this.#layout = layout;
    this.#kernel = kernel;
    this.#address = address;
    this.#view = new DataView(memory.buffer);
    this.stack = address + SCRATCH_STACK;
    const same = [...homes.keys()];
    const sides = mirror === null ? [same] : [same, mirror];
    this.#live = new Uint8Array(memory.buffer, address, SCRATCH_PARTS + PART_BYTES * sides.length * patterns.length);
    const tiles = address + SCRATCH_TILES;
    for (const [place, home] of homes.entries()) this.#view.setUint8(tiles + place, home);
    kernel.open(lowBits, highBits, tiles, address + SCRATCH_PART_OF_TILE, mirror !== null);
    this.sums = sides.map((images, side) => this.#placeSide(homes, images, side));
    this.#start = this.#live.slice();
  }

  /** Restores the start after moves. */
  restart(): void {
    this.#live.set(this.#start);
  }

  /**
   * Places the parts of one side of the start.
   * @param images the image of each place on this side
   * @returns the sum of their distances
   */
  #placeSide(homes: readonly number[], images: readonly number[], side: number): number {
    const { patterns, goalBlank, blackPlaces, around } = this.#layout;
    const seen = imageOfHomes(homes, images);
    const blank = seen.indexOf(goalBlank);
    let sum = 0;
    for (const [index, { homes: own, fields, name }] of patterns.entries()) {
      const part = this.#address + SCRATCH_PARTS + PART_BYTES * (side * patterns.length + index);
      for (const [field, value] of fields.entries()) this.#view.setUint32(part + PART_FIELDS + 4 * field, value, true);
      const partOfTile = this.#address + SCRATCH_PART_OF_TILE + side * SIDE_BYTES;
      for (const home of own) this.#view.setUint32(partOfTile + 4 * images.indexOf(home), part, true);
      const places = [...seen.keys()].filter((place) => own.includes(seen[place]));
      const set = maskOf(places);
      const labels = packedLabels(places.map((place) => own.indexOf(seen[place])));
      const parity = (onesIn(set & blackPlaces) + onesIn(maskOf(own) & blackPlaces)) % 2;
      this.#writeState(part, set, labels);
      const distance = this.#kernel.distance(part, blank, parity, around);
      if (distance < 0) {
        throw new TableError(
          `the table of the pattern ${name} is damaged: a descent does not end at the goal; make it again`,
        );
      }
      this.#writeState(part, set, labels + (distance % 4) * 2 ** DISTANCE_SHIFT);
      sum += distance;
    }
    return sum;
  }

  #writeState(part: number, set: number, labels: number): void {
    this.#view.setUint32(part, set, true);
    this.#view.setUint32(part + 4, labels, true);
  }
}

/** Returns the image of a position: the image of each tile on the image of its place. */
function imageOfHomes(homes: readonly number[], images: readonly number[]): number[] {
  const image = [...homes];
  for (const [place, home] of homes.entries()) image[images[place]] = images[home];
  return image;
}
