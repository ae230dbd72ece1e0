/** Groups of depths, for spaces with too many depths to list or draw singly. */

/** Depths `first` to `last`, both included. */
export interface DepthGroup {
  readonly first: number;
  readonly last: number;
}

/** Maximum number of depths that are listed singly. No board has more, and a row of 255 cells has this many. */
export const MOST_SINGLE_DEPTHS = 256;

/**
 * Groups the depths 0..depths-1 by one size; the last group may be smaller. The size is 1 up to MOST_SINGLE_DEPTHS depths. Above that
 * it is the minimum of 2, 5, 10, 20, 50 ... that gives at most `most` groups. Example: 16,384 depths and 50 groups give 33 groups of
 * 500.
 */
export function depthGroups(depths: number, most: number): DepthGroup[] {
  const size = depths <= MOST_SINGLE_DEPTHS ? 1 : roundSize(depths / most);
  return Array.from({ length: Math.ceil(depths / size) }, (_, group) => ({
    first: group * size,
    last: Math.min((group + 1) * size, depths) - 1,
  }));
}

/** Returns the minimum of 1, 2, 5, 10, 20, 50 ... that is at least a number. */
function roundSize(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) if (digit * power >= least) return digit * power;
  }
}

/** Returns the text of a group, such as `7` or `500-999`. */
export function groupText({ first, last }: DepthGroup): string {
  return first === last ? String(first) : `${first}-${last}`;
}
