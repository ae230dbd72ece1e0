/** Ranges of portions, and how they are written. */

/** Portions first..last. */
export interface PortionRange {
  readonly first: number;
  readonly last: number;
}

/** Writes a range in words: portion 3; portions 2-5. */
export function rangeText(range: PortionRange): string {
  return `${range.first === range.last ? 'portion' : 'portions'} ${numbersOf(range)}`;
}

/** Writes portions in words: portion 3; portions 0, 2-5. @param portions ascending */
export function portionsText(portions: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const portion of portions) {
    const range = ranges.at(-1);
    if (range?.last === portion - 1) range.last = portion;
    else ranges.push({ first: portion, last: portion });
  }
  return `${portions.length === 1 ? 'portion' : 'portions'} ${ranges.map(numbersOf).join(', ')}`;
}

function numbersOf({ first, last }: PortionRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}
