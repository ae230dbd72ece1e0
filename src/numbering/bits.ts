/** The bits of half a word. */

/** The place 0..31 of the lowest bit that is set. @param half not 0 */
export function lowestBit(half: number): number {
  return 31 - Math.clz32(half & -half);
}

/** How many bits are set. */
export function onesIn(half: number): number {
  let ones = half - ((half >>> 1) & 0x55555555);
  ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
