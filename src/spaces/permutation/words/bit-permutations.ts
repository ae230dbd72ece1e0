/**
 * Permutations of the bits of a 128-bit word, in the kernel's form. Each one is proved: every bit is followed through its
 * steps, once for all bytes that are alike.
 */

import { ANY_SOURCE, FIVE_DISTANCES, fiveExchanges, THREE_DISTANCES, threeExchanges } from './byte-permutations.js';
import { type BitPermutations, WORD_BITS, WORD_BYTES } from './compiled-moves.js';

const NIBBLES = 2 * WORD_BYTES;

/** Stands for the bit to which a bit is taken if it is not used. */
export const UNUSED = 255;
/** Stands for the bit to which a bit is taken if there are several. */
const TWICE = 254;
/** Stands for the byte from which a byte comes if it is 0. i8x16.swizzle treats any number above 15 so. */
const ZERO_BYTE = 128;
/** Stands for the byte from which a byte comes if there are several. */
const SEVERAL = -1;

/**
 * Returns permutations of bits in the form of a kind.
 * @param maps each [bit]: the bit to which it is taken, UNUSED if it is not used; all maps use the same bits
 * @returns null if the steps of this kind cannot make one of them
 */
export function compilePermutations(
  kind: 'three' | 'five' | 'nibbles',
  maps: readonly Uint8Array[],
): BitPermutations | null {
  const size = bytesOf(kind);
  const permutations = { kind, count: maps.length, bytes: new Uint8Array(maps.length * size) };
  const masksOf: MasksOfBytes = new Map();
  const made = maps.every((map, i) => {
    const bytes = permutations.bytes.subarray(i * size, (i + 1) * size);
    if (kind !== 'nibbles') return writeExchanges(kind, map, bytes, masksOf);
    writeNibbles(map, bytes);
    return true;
  });
  return made ? permutations : null;
}

/** Returns the number of bytes of one permutation. */
function bytesOf(kind: 'three' | 'five' | 'nibbles'): number {
  if (kind === 'nibbles') return NIBBLES * 16 * WORD_BYTES;
  return (1 + distancesOf(kind).length) * WORD_BYTES;
}

function distancesOf(kind: 'three' | 'five'): readonly number[] {
  return kind === 'three' ? THREE_DISTANCES : FIVE_DISTANCES;
}

/** Masks of bytes by the sources of their bits: permutations have few different bytes. */
type MasksOfBytes = Map<number, readonly number[] | null>;

/**
 * Writes the exchange of bytes, and then the masks of each distance. Returns false if these cannot make the permutation: if bits of a byte
 * come from several bytes or go to several, or cannot be exchanged.
 */
function writeExchanges(kind: 'three' | 'five', map: Uint8Array, bytes: Uint8Array, masksOf: MasksOfBytes): boolean {
  const sources = sourcesOf(map);
  let taken = 0;
  for (let byte = 0; byte < WORD_BYTES; byte++) {
    const from = sourceByte(sources, byte);
    if (from === SEVERAL) return false;
    bytes[byte] = from;
    if (from !== ZERO_BYTE) {
      if ((taken >> from) & 1) return false;
      taken |= 1 << from;
    }
    const key = keyOfByte(sources, byte);
    let masks = masksOf.get(key);
    if (masks === undefined) {
      masks = masksOfByte(kind, sources.subarray(8 * byte, 8 * byte + 8));
      masksOf.set(key, masks);
    }
    if (masks === null) return false;
    for (let k = 0; k < masks.length; k++) bytes[(k + 1) * WORD_BYTES + byte] = masks[k];
  }
  return true;
}

/** Returns the bit from which each bit takes its value. */
function sourcesOf(map: Uint8Array): Uint8Array {
  const sources = new Uint8Array(WORD_BITS).fill(ANY_SOURCE);
  for (let bit = 0; bit < WORD_BITS; bit++) if (map[bit] !== UNUSED) sources[map[bit]] = bit;
  return sources;
}

/** Returns the byte from which the bits of a byte take their values: ZERO_BYTE if none does, SEVERAL if there is more than one. */
function sourceByte(sources: Uint8Array, byte: number): number {
  let from = ZERO_BYTE;
  for (let target = 8 * byte, end = target + 8; target < end; target++) {
    const source = sources[target];
    if (source === ANY_SOURCE) continue;
    if (from !== ZERO_BYTE && from !== source >> 3) return SEVERAL;
    from = source >> 3;
  }
  return from;
}

/** Returns a number that identifies the sources of a byte's bits within that byte. */
function keyOfByte(sources: Uint8Array, byte: number): number {
  let key = 0;
  for (let target = 8 * byte, end = target + 8; target < end; target++) {
    const source = sources[target];
    key = key * 9 + (source === ANY_SOURCE ? 8 : source & 7);
  }
  return key;
}

/** Returns the masks by which a byte's bits take their values, null if there are none. @param sources of its bits */
function masksOfByte(kind: 'three' | 'five', sources: Uint8Array): readonly number[] | null {
  const within = sources.map((source) => (source === ANY_SOURCE ? ANY_SOURCE : source & 7));
  const masks = kind === 'three' ? threeExchanges(within) : fiveExchanges(completed(within));
  const distances = distancesOf(kind);
  const isMade = (source: number, bit: number) =>
    source === ANY_SOURCE || (masks !== null && source === sourceBy(distances, masks, bit));
  return within.every(isMade) ? masks : null;
}

/** Returns the bit of a byte from which exchanges take a bit's value. @param masks of each distance */
function sourceBy(distances: readonly number[], masks: readonly number[], target: number): number {
  let bit = target;
  for (let k = distances.length - 1; k >= 0; k--) if ((masks[k] >> (bit & ~distances[k])) & 1) bit ^= distances[k];
  return bit;
}

/** Returns sources in which the bits with any value take the remaining sources. */
function completed(sources: Uint8Array): Uint8Array {
  const left = [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => !sources.includes(bit));
  return sources.map((source) => (source === ANY_SOURCE ? (left.shift() as number) : source));
}

/** Writes [nibble][value]: the word of the bits to which the set bits of the value are taken. */
function writeNibbles(map: Uint8Array, bytes: Uint8Array): void {
  for (let bit = 0; bit < WORD_BITS; bit++) {
    const target = map[bit];
    if (target === UNUSED) continue;
    for (let value = 0; value < 16; value++) {
      if (!(value & (1 << (bit & 3)))) continue;
      bytes[((bit >> 2) * 16 + value) * WORD_BYTES + (target >> 3)] |= 1 << (target & 7);
    }
  }
}

/**
 * Returns the bit to which the steps take each bit of a word: UNUSED if it is lost, TWICE if there are several.
 * @param permutations not scattered
 */
export function imagesOfBits({ kind, bytes }: BitPermutations, index: number): Uint8Array {
  if (kind === 'scattered') throw new RangeError('scattered states have no permutations of bits');
  const own = bytes.subarray(index * bytesOf(kind), (index + 1) * bytesOf(kind));
  return kind === 'nibbles' ? imagesByNibbles(own) : imagesByExchanges(distancesOf(kind), own);
}

/** Follows each bit back to the one that it takes its value from. */
function imagesByExchanges(distances: readonly number[], steps: Uint8Array): Uint8Array {
  const images = new Uint8Array(WORD_BITS).fill(UNUSED);
  for (let byte = 0; byte < WORD_BYTES; byte++) {
    if (steps[byte] === ZERO_BYTE) continue;
    const masks = distances.map((_, k) => steps[(k + 1) * WORD_BYTES + byte]);
    for (let bit = 0; bit < 8; bit++) {
      const source = 8 * steps[byte] + sourceBy(distances, masks, bit);
      images[source] = images[source] === UNUSED ? 8 * byte + bit : TWICE;
    }
  }
  return images;
}

function imagesByNibbles(tables: Uint8Array): Uint8Array {
  const images = new Uint8Array(WORD_BITS).fill(UNUSED);
  for (let bit = 0; bit < WORD_BITS; bit++) {
    const start = ((bit >> 2) * 16 + (1 << (bit & 3))) * WORD_BYTES;
    for (let target = 0; target < WORD_BITS; target++) {
      if ((tables[start + (target >> 3)] >> (target & 7)) & 1) images[bit] = images[bit] === UNUSED ? target : TWICE;
    }
  }
  return images;
}
