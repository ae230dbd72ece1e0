/** The words that states are bits of. */

export const BYTES_PER_WORD = 8;

/** The place 0..31 of the lowest bit that is set. @param half not 0 */
export function lowestBit(half: number): number {
  return 31 - Math.clz32(half & -half);
}
