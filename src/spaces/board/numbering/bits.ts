/** The bits of half a word. */

/** The place 0..31 of the lowest bit that is set. @param half not 0 */
export function lowestBit(half: number): number {
  return 31 - Math.clz32(half & -half);
}
