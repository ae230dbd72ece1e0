/** The part of a shard for converting planes to a table: the orders of bits, and space for a piece of the table. */

import { align } from '../../../base/memory.js';
import type { WordPlaces } from '../../../spaces/permutation/words/word-places.js';

/** Approximate bytes of a piece of a table; blocks are not divided. */
export const PIECE_BYTES = 2 ** 19;

/** Bytes of a bit type's places: [byte of a word][value of the byte], 16 bytes each. */
const BYTES_OF_PLACES = 16 * 256 * 16;

/** Addresses of the constants. */
export interface TableConstants {
  /** [type * words + word]: the bit type. */
  readonly bitTypes: number;
  /** [bit type * states of a word + place]: the bit of a place. */
  readonly bits: number;
  /** [bit type]: the places of a word's bits, as a table indexed by bytes. */
  readonly places: number;
  /** Space for a piece of the table. */
  readonly piece: number;
}

/** Returns the addresses of the constants. @param table the address of the first */
export function tableConstantsAt(table: number, places: WordPlaces): TableConstants {
  const bits = align(table + places.bitTypes.length);
  const byValue = align(bits + places.bits.length);
  return { bitTypes: table, bits, places: byValue, piece: byValue + bitTypeCount(places) * BYTES_OF_PLACES };
}

/** Returns the bytes of the constants, without the space for a piece. */
export function tableConstantsBytes(places: WordPlaces): number {
  return tableConstantsAt(0, places).piece;
}

/** Writes the orders of bits. @param bytes the memory */
export function writeTableConstants(bytes: Uint8Array, table: number, places: WordPlaces): void {
  const at = tableConstantsAt(table, places);
  bytes.set(places.bitTypes, at.bitTypes);
  bytes.set(places.bits, at.bits);
  const states = places.statesPerWord;
  for (let bitType = 0; bitType < bitTypeCount(places); bitType++) {
    const ofType = bytes.subarray(at.places + bitType * BYTES_OF_PLACES, at.places + (bitType + 1) * BYTES_OF_PLACES);
    const bits = places.bits.subarray(bitType * states, (bitType + 1) * states);
    for (const [place, bit] of bits.entries()) {
      const mask = 1 << (bit & 7);
      for (let value = mask; value < 256; value = (value + 1) | mask) {
        ofType[(((bit >> 3) << 8) + value) * 16 + (place >> 3)] |= 1 << (place & 7);
      }
    }
  }
}

function bitTypeCount({ bits, statesPerWord }: WordPlaces): number {
  return bits.length / statesPerWord;
}
