/** Portions that follow one another, and how they are written. */

/** The first one and the last one. */
export interface PortionRange {
  readonly first: number;
  readonly last: number;
}

/** Writes numbers as ranges: 0, 2-5. @param portions ascending */
export function rangesText(portions: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const portion of portions) {
    const range = ranges.at(-1);
    if (range?.last === portion - 1) range.last = portion;
    else ranges.push({ first: portion, last: portion });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** Writes numbers in words: portion 3; portions 0, 2-5. @param portions ascending */
export function portionsText(portions: readonly number[]): string {
  return `${portions.length === 1 ? 'portion' : 'portions'} ${rangesText(portions)}`;
}
