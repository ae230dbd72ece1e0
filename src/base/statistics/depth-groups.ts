/** Groups depths that are too many to be listed or drawn one by one. */

/** Depths `first` to `last`, both included. */
export interface DepthGroup {
  readonly first: number;
  readonly last: number;
}

/** The most depths that are listed one by one: no board is deeper, and a row of 255 cells is as deep. */
export const MOST_SINGLE_DEPTHS = 256;

/**
 * The depths 0..depths-1 in groups of one size, the last one maybe smaller. The size is 1 up to MOST_SINGLE_DEPTHS, above it the
 * least of 2, 5, 10, 20, 50 ... that makes no more than `most` groups: 16,384 depths and 50 groups make 33 groups of 500.
 */
export function depthGroups(depths: number, most: number): DepthGroup[] {
  const size = depths <= MOST_SINGLE_DEPTHS ? 1 : roundSize(depths / most);
  return Array.from({ length: Math.ceil(depths / size) }, (_, group) => ({
    first: group * size,
    last: Math.min((group + 1) * size, depths) - 1,
  }));
}

/** The least of 1, 2, 5, 10, 20, 50 ... that is no less. */
function roundSize(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) if (digit * power >= least) return digit * power;
  }
}

/** `7`, or `500-999`. */
export function groupText({ first, last }: DepthGroup): string {
  return first === last ? String(first) : `${first}-${last}`;
}
