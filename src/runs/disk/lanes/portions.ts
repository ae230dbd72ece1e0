/**
 * Portions: fixed ranges of the blocks of one colour, each with its own files. A portion covers all cells of its colour, and the blocks
 * at places begin..end-1 of an order. Its file has a slot for each of them, [cell][place].
 *
 * Blocks are identified by their *index*, cell * count + block, or by their *key*. Keys number the blocks in the order of the files: by
 * colour, portion and slot. Blocks of a portion with consecutive keys are adjacent in its file.
 */

import { type BlockOrder, blockAt, placeOfBlock } from './block-order.js';

/** The location of a block in the files. */
export interface FilePlace {
  /** 0 for the cells of even depths, 1 for the cells of odd depths. */
  readonly colour: number;
  readonly portion: number;
  readonly slot: number;
}

export class Portions {
  readonly order: BlockOrder;
  /** Number of places in a portion; the last portion may have fewer. */
  readonly places: number;
  /** Number of portions of each colour. */
  readonly count: number;
  /** Cells of even and of odd depths, in ascending order. */
  readonly colours: readonly [readonly number[], readonly number[]];
  /** Colour of each cell, and its number among the cells of the colour. */
  readonly #colourOf: number[] = [];
  readonly #rankOf: number[] = [];

  constructor(order: BlockOrder, places: number, colours: readonly [readonly number[], readonly number[]]) {
    this.order = order;
    this.places = places;
    this.count = Math.ceil(order.count / places);
    this.colours = colours;
    for (const [colour, cells] of colours.entries()) {
      for (const [rank, cell] of cells.entries()) {
        this.#colourOf[cell] = colour;
        this.#rankOf[cell] = rank;
      }
    }
  }

  /** Returns the place after the last one of a portion. */
  endOf(portion: number): number {
    return Math.min(this.order.count, (portion + 1) * this.places);
  }

  portionOf(place: number): number {
    return Math.floor(place / this.places);
  }

  portionOfBlock(block: number): number {
    return this.portionOf(placeOfBlock(this.order, block));
  }

  /** Returns the number of slots in a portion's file. */
  slotsOf(colour: number, portion: number): number {
    return this.colours[colour].length * this.#placesOf(portion);
  }

  keyOf(index: number): number {
    const cell = Math.floor(index / this.order.count);
    const place = placeOfBlock(this.order, index % this.order.count);
    const portion = this.portionOf(place);
    const slot = this.#rankOf[cell] * this.#placesOf(portion) + (place - portion * this.places);
    return this.#firstKey(this.#colourOf[cell], portion) + slot;
  }

  placeOfKey(key: number): FilePlace {
    const colour = this.#colourOfKey(key);
    const portion = this.#portionOfKey(key, colour);
    return { colour, portion, slot: key - this.#firstKey(colour, portion) };
  }

  /** Inverse of keyOf: returns the index of a block. */
  indexOf(key: number): number {
    const colour = this.#colourOfKey(key);
    const portion = this.#portionOfKey(key, colour);
    const places = this.#placesOf(portion);
    const slot = key - this.#firstKey(colour, portion);
    const cell = this.colours[colour][Math.floor(slot / places)];
    return cell * this.order.count + blockAt(this.order, portion * this.places + (slot % places));
  }

  /** Returns the first key of a portion, and the key after its last one. */
  keysOf(colour: number, portion: number): { readonly begin: number; readonly end: number } {
    const begin = this.#firstKey(colour, portion);
    return { begin, end: begin + this.slotsOf(colour, portion) };
  }

  /** Returns the indices of all blocks of a portion, by their slots. */
  indicesOf(colour: number, portion: number): Uint32Array {
    const { begin } = this.keysOf(colour, portion);
    return new Uint32Array(this.slotsOf(colour, portion)).map((_, slot) => this.indexOf(begin + slot));
  }

  #colourOfKey(key: number): number {
    return key < this.#firstKey(1, 0) ? 0 : 1;
  }

  #portionOfKey(key: number, colour: number): number {
    return Math.floor((key - this.#firstKey(colour, 0)) / (this.places * this.colours[colour].length));
  }

  #placesOf(portion: number): number {
    return this.endOf(portion) - portion * this.places;
  }

  #firstKey(colour: number, portion: number): number {
    const before = colour === 0 ? 0 : this.colours[0].length * this.order.count;
    return before + portion * this.places * this.colours[colour].length;
  }
}
