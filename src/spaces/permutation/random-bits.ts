/**
 * Reproducible pseudorandom bits, the same on every machine: multiples of a number without pattern, each mixed.
 * Source: SplitMix; G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * here with the 32-bit mixer of MurmurHash3 by A. Appleby.
 */

/** 2^32 divided by the golden ratio. */
export const GOLDEN_STEP = 0x9e3779b9;

/** Returns 32 pseudorandom bits. The same counter gives the same bits. */
export function randomBits(counter: number): number {
  return mixedBits(Math.imul(counter + 1, GOLDEN_STEP));
}

/** Returns 32 bits, each of which depends on all of the given ones. */
export function mixedBits(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
