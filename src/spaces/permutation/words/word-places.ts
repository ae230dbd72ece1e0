/**
 * Places of states in planes of bits: block, word and bit of each number. Numbers run through a block word by word, and through a word
 * in the order of places. The bits of a word are in another order, which its bit type determines.
 */

import type { BlockNumbering } from '../colourings/puzzle-numbering.js';
import { type CompiledMoves, WORD_BITS } from './compiled-moves.js';

/** Plain data. */
export interface WordPlaces {
  /** Number of words of each block. */
  readonly words: number;
  /** Number of states of each block, and of each word; the last word of a block may have fewer. */
  readonly statesPerBlock: number;
  readonly statesPerWord: number;
  /** [block]: its type. */
  readonly typeOf: Uint8Array;
  /** [type * words + word]: its bit type. */
  readonly bitTypes: Uint8Array;
  /** [bit type * statesPerWord + place]: the bit of a place. */
  readonly bits: Uint8Array;
}

/** A state's place in the planes. */
export interface BitPlace {
  readonly block: number;
  readonly word: number;
  readonly bit: number;
}

/** Returns the places of a numbering. */
export function wordPlaces({ blocks, words }: BlockNumbering, { words: count, bits }: CompiledMoves): WordPlaces {
  const bitTypes = new Uint8Array(blocks.types * count);
  for (const [type, ofWords] of (words?.bitTypeOf ?? []).entries()) bitTypes.set(ofWords, type * count);
  return {
    words: count,
    statesPerBlock: blocks.states,
    statesPerWord: words?.states ?? WORD_BITS,
    typeOf: blocks.typeOf,
    bitTypes,
    bits: words === null ? Uint8Array.from({ length: WORD_BITS }, (_, bit) => bit) : bits,
  };
}

/** Returns the place of a state. @param state its number */
export function placeOfState(places: WordPlaces, state: number): BitPlace {
  const { statesPerBlock, statesPerWord, bits } = places;
  const block = Math.floor(state / statesPerBlock);
  const inBlock = state % statesPerBlock;
  const word = Math.floor(inBlock / statesPerWord);
  const bit = bits[bitTypeOf(places, block, word) * statesPerWord + (inBlock % statesPerWord)];
  return { block, word, bit };
}

/** Returns the bit type of a word. */
export function bitTypeOf({ words, typeOf, bitTypes }: WordPlaces, block: number, word: number): number {
  return bitTypes[typeOf[block] * words + word];
}

/** Returns the places of bits: [bit type * WORD_BITS + bit]. Bits without a place have 0. */
export function placesOfBits({ bits, statesPerWord }: WordPlaces): Uint8Array {
  const places = new Uint8Array((bits.length / statesPerWord) * WORD_BITS);
  for (const [index, bit] of bits.entries()) {
    const bitType = Math.floor(index / statesPerWord);
    places[bitType * WORD_BITS + bit] = index % statesPerWord;
  }
  return places;
}

/** Finds the numbers of states from their bits. */
export class StateNumbers {
  readonly #places: WordPlaces;
  /** [bit type * WORD_BITS + bit]: the place that has it. */
  readonly #placeOf: Uint8Array;

  constructor(places: WordPlaces) {
    this.#places = places;
    this.#placeOf = placesOfBits(places);
  }

  /**
   * Returns the numbers of a word's states, ascending.
   * @param set bits of the states, 32 in each of four numbers
   */
  ofWord(block: number, word: number, set: ArrayLike<number>): number[] {
    const { statesPerBlock, statesPerWord } = this.#places;
    const first = block * statesPerBlock + word * statesPerWord;
    const bitType = bitTypeOf(this.#places, block, word);
    const numbers: number[] = [];
    for (let quarter = 0; quarter < 4; quarter++) {
      for (let rest = set[quarter]; rest !== 0; rest &= rest - 1) {
        const bit = 32 * quarter + 31 - Math.clz32(rest & -rest);
        numbers.push(first + this.#placeOf[bitType * WORD_BITS + bit]);
      }
    }
    return numbers.sort((one, other) => one - other);
  }
}
