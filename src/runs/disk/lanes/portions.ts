/**
 * Portions: fixed ranges of the blocks of one colour, each with files of its own. A portion has all cells of its colour, and the
 * blocks at places begin..end-1 of an order. Its file has a slot for each of them, [cell][place].
 *
 * Blocks are meant by their *index*, cell * count + block, or by their *key*, which numbers them as they lie in the files:
 * colour by colour, portion by portion, slot by slot. Blocks with consecutive keys of one portion lie side by side in its file.
 */

import { type BlockOrder, blockAt, placeOfBlock } from './block-order.js';

/** The place of a block among the files. */
export interface FilePlace {
  /** 0 for the cells of even depths, 1 for those of odd ones. */
  readonly colour: number;
  readonly portion: number;
  readonly slot: number;
}

export class Portions {
  readonly order: BlockOrder;
  /** Places of a portion; the last one may have fewer. */
  readonly places: number;
  /** Portions of a colour. */
  readonly count: number;
  /** Cells of even and of odd depths, ascending. */
  readonly colours: readonly [readonly number[], readonly number[]];
  /** Of each cell: its colour, and its number among the cells of that. */
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

  /** The place at which a portion ends. */
  endOf(portion: number): number {
    return Math.min(this.order.count, (portion + 1) * this.places);
  }

  portionOf(place: number): number {
    return Math.floor(place / this.places);
  }

  portionOfBlock(block: number): number {
    return this.portionOf(placeOfBlock(this.order, block));
  }

  /** Slots of a portion's file. */
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

  /** The inverse of keyOf. */
  indexOf(key: number): number {
    const colour = this.#colourOfKey(key);
    const portion = this.#portionOfKey(key, colour);
    const places = this.#placesOf(portion);
    const slot = key - this.#firstKey(colour, portion);
    const cell = this.colours[colour][Math.floor(slot / places)];
    return cell * this.order.count + blockAt(this.order, portion * this.places + (slot % places));
  }

  /** The keys of a portion: the first one, and behind the last one. */
  keysOf(colour: number, portion: number): { readonly begin: number; readonly end: number } {
    const begin = this.#firstKey(colour, portion);
    return { begin, end: begin + this.slotsOf(colour, portion) };
  }

  /** Indices of all blocks of a portion, by their slots. */
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
