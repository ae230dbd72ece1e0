/** The steps of a permutation of bits, byte by byte. */

import type { BitPermutations } from '#src/spaces/permutation/moves/compiled-moves.js';

const DISTANCES = { three: [1, 2, 4], five: [4, 2, 1, 2, 4] };

/** Returns a word of 16 bytes with its bits permuted. @param permutations not scattered */
export function permutedWord({ kind, count, bytes }: BitPermutations, index: number, word: Uint8Array): Uint8Array {
  if (kind === 'scattered') throw new RangeError('scattered states have no permutations of bits');
  const size = bytes.length / count;
  const own = bytes.subarray(index * size, (index + 1) * size);
  const permuted = new Uint8Array(16);
  if (kind === 'nibbles') {
    for (let nibble = 0; nibble < 32; nibble++) {
      const value = (word[nibble >> 1] >> (4 * (nibble & 1))) & 15;
      for (let i = 0; i < 16; i++) permuted[i] |= own[(nibble * 16 + value) * 16 + i];
    }
    return permuted;
  }
  for (let i = 0; i < 16; i++) {
    let byte = own[i] > 15 ? 0 : word[own[i]];
    for (const [k, distance] of DISTANCES[kind].entries()) {
      const exchange = (byte ^ (byte >> distance)) & own[(k + 1) * 16 + i];
      byte ^= exchange ^ (exchange << distance);
    }
    permuted[i] = byte;
  }
  return permuted;
}
