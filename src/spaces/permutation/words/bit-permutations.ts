/**
 * Permutations of the bits of a 128-bit word in the form that the kernel takes them, and the same steps in plain bytes, by which each one is
 * checked.
 *
 * Eight words prove a permutation: the one of all bits that are used, and for each k = 0..6 the one of those whose number has the binary
 * digit k. What they are taken to spells, at each bit, the number of the bit that it came from.
 */

import { ANY_SOURCE, FIVE_DISTANCES, fiveExchanges, THREE_DISTANCES, threeExchanges } from './byte-permutations.js';
import { type BitPermutations, WORD_BITS, WORD_BYTES } from './compiled-moves.js';

const NIBBLES = 2 * WORD_BYTES;

/** In place of the bit that a bit is taken to: it is not used. */
export const UNUSED = 255;
/** In place of the byte that a byte comes from: it is 0. i8x16.swizzle takes any number above 15 so. */
const ZERO_BYTE = 128;

/**
 * Returns permutations of bits in the form of a kind.
 * @param maps each [bit]: the bit that it is taken to, UNUSED if it is not used; all of them use the same bits
 * @returns null if one of them cannot be made by the steps of this kind
 */
export function compilePermutations(
  kind: 'three' | 'five' | 'nibbles',
  maps: readonly Uint8Array[],
): BitPermutations | null {
  const size = bytesOf(kind);
  const permutations = { kind, count: maps.length, bytes: new Uint8Array(maps.length * size) };
  const made = maps.every((map, i) => {
    const bytes = permutations.bytes.subarray(i * size, (i + 1) * size);
    if (kind === 'nibbles') writeNibbles(map, bytes);
    else if (!writeExchanges(kind, map, bytes)) return false;
    return isMade(permutations, i, map);
  });
  return made ? permutations : null;
}

/** Returns the bytes of one permutation. */
function bytesOf(kind: 'three' | 'five' | 'nibbles'): number {
  if (kind === 'nibbles') return NIBBLES * 16 * WORD_BYTES;
  return (1 + distancesOf(kind).length) * WORD_BYTES;
}

function distancesOf(kind: 'three' | 'five'): readonly number[] {
  return kind === 'three' ? THREE_DISTANCES : FIVE_DISTANCES;
}

/** Writes the exchange of bytes, and then the masks of each distance. Returns false if that does not make the permutation. */
function writeExchanges(kind: 'three' | 'five', map: Uint8Array, bytes: Uint8Array): boolean {
  const sources = new Uint8Array(WORD_BITS).fill(ANY_SOURCE);
  for (let bit = 0; bit < WORD_BITS; bit++) if (map[bit] !== UNUSED) sources[map[bit]] = bit;
  const within = new Uint8Array(8);
  for (let byte = 0; byte < WORD_BYTES; byte++) {
    bytes[byte] = ZERO_BYTE;
    for (let bit = 0; bit < 8; bit++) {
      const source = sources[8 * byte + bit];
      within[bit] = source === ANY_SOURCE ? ANY_SOURCE : source & 7;
      if (source !== ANY_SOURCE) bytes[byte] = source >> 3;
    }
    const masks = kind === 'three' ? threeExchanges(within) : fiveExchanges(completed(within));
    if (masks === null) return false;
    for (let k = 0; k < masks.length; k++) bytes[(k + 1) * WORD_BYTES + byte] = masks[k];
  }
  return true;
}

/** Returns sources in which the bits that may have any value take what is left. */
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

/** Returns whether the steps make what the map says. */
function isMade(permutations: BitPermutations, index: number, map: Uint8Array): boolean {
  for (let digit = -1; digit < 7; digit++) {
    const word = new Uint8Array(WORD_BYTES);
    const expected = new Uint8Array(WORD_BYTES);
    for (let bit = 0; bit < WORD_BITS; bit++) {
      const target = map[bit];
      if (target === UNUSED || (digit >= 0 && !((bit >> digit) & 1))) continue;
      word[bit >> 3] |= 1 << (bit & 7);
      expected[target >> 3] |= 1 << (target & 7);
    }
    const permuted = permutedWord(permutations, index, word);
    for (let i = 0; i < WORD_BYTES; i++) if (permuted[i] !== expected[i]) return false;
  }
  return true;
}

/**
 * Returns a word with its bits permuted, byte by byte.
 * @param permutations not scattered
 * @param word WORD_BYTES, bits that are not used 0
 */
export function permutedWord({ kind, bytes }: BitPermutations, index: number, word: Uint8Array): Uint8Array {
  if (kind === 'scattered') throw new RangeError('scattered states have no permutations of bits');
  const own = bytes.subarray(index * bytesOf(kind), (index + 1) * bytesOf(kind));
  return kind === 'nibbles' ? unionOfNibbles(own, word) : exchanged(distancesOf(kind), own, word);
}

function exchanged(distances: readonly number[], steps: Uint8Array, word: Uint8Array): Uint8Array {
  const permuted = new Uint8Array(WORD_BYTES);
  for (let i = 0; i < WORD_BYTES; i++) {
    let byte = steps[i] === ZERO_BYTE ? 0 : word[steps[i]];
    for (let k = 0; k < distances.length; k++) {
      const exchange = (byte ^ (byte >> distances[k])) & steps[(k + 1) * WORD_BYTES + i];
      byte ^= exchange ^ (exchange << distances[k]);
    }
    permuted[i] = byte;
  }
  return permuted;
}

function unionOfNibbles(tables: Uint8Array, word: Uint8Array): Uint8Array {
  const union = new Uint8Array(WORD_BYTES);
  for (let nibble = 0; nibble < NIBBLES; nibble++) {
    const value = (word[nibble >> 1] >> (4 * (nibble & 1))) & 15;
    const start = (nibble * 16 + value) * WORD_BYTES;
    for (let i = 0; i < WORD_BYTES; i++) union[i] |= tables[start + i];
  }
  return union;
}
