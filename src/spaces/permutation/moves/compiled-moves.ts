/**
 * Moves in the form of the kernel. A move takes a block to a block by a *row*, which takes each word to a word and permutes its bits. A few
 * rows and a few permutations of bits serve all blocks.
 *
 * Because of the order of a word's bits, a permutation is one exchange of bytes and a few exchanges of bits within each
 * byte: see bit-permutations.ts.
 */

import type { ColouringBlocks, ColouringWords } from '../colourings/numbering.js';

/** Number of bits and bytes of a word. */
export const WORD_BITS = 128;
export const WORD_BYTES = 16;

/** Stands for the bit to which a bit is taken if it is not used. */
export const UNUSED = 255;

/** Number of bits for the permutation in a row's entry; the target word is above them. */
export const PERMUTATION_BITS = 12;

export interface CompiledMoves {
  readonly blocks: number;
  /** Number of words of a block. */
  readonly words: number;
  /** Number of moves of each block. */
  readonly moves: number;
  /** [target * moves + move]: the block from which the move leads. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: the row by which it leads. */
  readonly sourceRows: Uint32Array;
  /** [row * words + word]: the target word << PERMUTATION_BITS | the permutation of its bits. */
  readonly rows: Uint32Array;
  /** Permutations of bits. */
  readonly permutations: BitPermutations;
  /** [permutation * WORD_BITS + bit]: the bit to which it is taken, UNUSED if it stands for no state. */
  readonly bitMaps: Uint8Array;
  /** Bits of a word that stand for states, 16 bytes. */
  readonly used: Uint8Array;
  readonly places: WordPlaces;
}

/**
 * - `three`: an exchange of bytes, then exchanges of bits at the distances 1, 2, 4. Each permutation takes 16 bytes for the exchange, in the
 *   form of i8x16.swizzle, and 16 bytes of masks for each distance.
 * - `nibbles`: [permutation][nibble][value] 16 bytes each: the bits to which the set bits of a value of this nibble are taken.
 */
export interface BitPermutations {
  readonly kind: 'three' | 'nibbles';
  readonly count: number;
  readonly bytes: Uint8Array;
}

/*
 * Places of states in planes of bits: block, word and bit of each number. Numbers run through a block word by word, and through a word
 * in the order of places. The bits of a word are in another order, which its bit type determines.
 */

/** Plain data. */
export interface WordPlaces {
  /** Number of words of each block. */
  readonly words: number;
  /** Number of states of each block, and of each word. */
  readonly statesPerBlock: number;
  readonly statesPerWord: number;
  /** [block]: its type. */
  readonly typeOf: Uint8Array;
  /** [type * words + word]: its bit type. */
  readonly bitTypes: Uint8Array;
  /** [bit type * statesPerWord + place]: the bit of a place. */
  readonly bits: Uint8Array;
}

/** Returns the places of a numbering. @param bits [bit type * states of a word + place]: the bit of a place */
export function wordPlaces(blocks: ColouringBlocks, words: ColouringWords, bits: Uint8Array): WordPlaces {
  const { states: statesPerBlock, types, typeOf } = blocks;
  const bitTypes = new Uint8Array(types * words.count);
  for (const [type, ofWords] of words.bitTypeOf.entries()) bitTypes.set(ofWords, type * words.count);
  return { words: words.count, statesPerBlock, statesPerWord: words.states, typeOf, bitTypes, bits };
}

/** Returns the place of a state in the planes. @param state its number */
export function placeOfState(places: WordPlaces, state: number) {
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

/** Returns a function for the number of a bit's state. It takes the bit's number among those of all words of all blocks. */
export function statesOfBits(places: WordPlaces): (bit: number) => number {
  const { words, statesPerBlock, statesPerWord } = places;
  const placeAtBit = placesOfBits(places);
  return (bit) => {
    const ofAll = Math.floor(bit / WORD_BITS);
    const block = Math.floor(ofAll / words);
    const word = ofAll - block * words;
    const place = placeAtBit[bitTypeOf(places, block, word) * WORD_BITS + (bit % WORD_BITS)];
    return block * statesPerBlock + word * statesPerWord + place;
  };
}
