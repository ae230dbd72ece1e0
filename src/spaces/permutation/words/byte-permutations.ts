/**
 * Permutations of the 8 bits of a byte by exchanges at fixed distances, each of which takes one instruction for all bytes of a word.
 *
 * An exchange at the distance d swaps chosen bits p with p + d. A mask holds the lower bits p of the chosen pairs:
 *
 *     t = (byte ^ (byte >> d)) & mask        byte ^ t ^ (t << d)
 *
 * *Three exchanges*, at 1, 2, 4, leave only one path from s to l: it changes the digits of s to those of l one by one, from digit 0 on. So the
 * permutation determines the masks. It can be made if no two bits meet on their paths, as is true of 4,096 of the 40,320. Two families
 * always can:
 *
 * - automorphisms of the binary tree whose leaves are the bits: they keep the pairs 01, 23, 45, 67 and the fours 0123, 4567;
 * - all permutations of the bits 0, 3, 5, 6 among themselves: they differ in their digits 0 and 1, and in their digits 1 and 2.
 *
 * *Five exchanges*, at 4, 2, 1, 2, 4, make every permutation. The two outer ones send the bits of each pair through different halves of
 * the byte. A network of half the size does the rest in each half.
 *
 * Source: V. E. Benes, "Mathematical Theory of Connecting Networks and Telephone Traffic" (1965); A. Waksman, "A permutation network",
 * Journal of the ACM 15 (1968), for the choice of halves.
 */

/** Distances in the order of the exchanges. */
export const THREE_DISTANCES: readonly number[] = [1, 2, 4];
export const FIVE_DISTANCES: readonly number[] = [4, 2, 1, 2, 4];

/** Bits for which three exchanges can make any permutation among themselves. */
export const FREE_BITS: readonly number[] = [0, 3, 5, 6];

/** Stands for the source of a bit that can have any value. */
export const ANY_SOURCE = 255;

/**
 * Returns the masks of three exchanges that permute the bits of a byte, null if there are none.
 * @param sources [bit]: the bit from which it takes its value, or ANY_SOURCE
 */
export function threeExchanges(sources: ArrayLike<number>): number[] | null {
  const masks = [0, 0, 0];
  // [distance][lower bit of a pair]: 1 if the pair is exchanged, 0 if it is not, -1 if no path has used it yet.
  const chosen = THREE_DISTANCES.map(() => new Int8Array(8).fill(-1));
  for (let target = 0; target < 8; target++) {
    let bit = sources[target];
    if (bit === ANY_SOURCE) continue;
    for (let k = 0; k < 3; k++) {
      const distance = THREE_DISTANCES[k];
      const exchanged = (bit ^ target) & distance ? 1 : 0;
      const pair = bit & ~distance;
      if (chosen[k][pair] === 1 - exchanged) return null;
      chosen[k][pair] = exchanged;
      if (exchanged) {
        masks[k] |= 1 << pair;
        bit ^= distance;
      }
    }
  }
  return masks;
}

/**
 * Returns the masks of five exchanges that permute the bits of a byte.
 * @param sources [bit]: the bit from which it takes its value, each 0..7 once
 */
export function fiveExchanges(sources: ArrayLike<number>): number[] {
  const masks = [0, 0, 0, 0, 0];
  route(Array.from(sources), 0, 0, masks);
  return masks;
}

/**
 * Adds the exchanges that permute a part of the byte.
 * @param sources of the part's bits, counted from its first one
 * @param first the first bit of the part
 * @param outer index of its outer exchange, and of the other one from the end
 */
function route(sources: readonly number[], first: number, outer: number, masks: number[]): void {
  const half = sources.length / 2;
  if (half === 1) {
    masks[outer] |= sources[0] << first;
    return;
  }
  const inner = [new Array<number>(half), new Array<number>(half)];
  const done = new Array<boolean>(sources.length).fill(false);
  for (let start = 0; start < half; start++) {
    // From a bit to its partner as a target, and on to the partner's partner as a source, until the cycle is closed.
    for (let target = start; !done[target]; ) {
      const partner = target ^ half;
      take(target, 0);
      take(partner, 1);
      target = sources.indexOf(sources[partner] ^ half);
    }
  }

  function take(target: number, side: number): void {
    done[target] = true;
    const source = sources[target];
    const sourcePair = source & (half - 1);
    const targetPair = target & (half - 1);
    if ((source & half) !== side * half) masks[outer] |= 1 << (first + sourcePair);
    if ((target & half) !== side * half) masks[masks.length - 1 - outer] |= 1 << (first + targetPair);
    inner[side][targetPair] = sourcePair;
  }
  route(inner[0], first, outer + 1, masks);
  route(inner[1], first + half, outer + 1, masks);
}
