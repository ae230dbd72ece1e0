/** Ranges of portions, and their texts. */

/** The portions `first` to `last`. */
export interface PortionRange {
  readonly first: number;
  readonly last: number;
}

/** Returns a range as text, such as 'portion 3' or 'portions 2-5'. */
export function rangeText(range: PortionRange): string {
  return `${range.first === range.last ? 'portion' : 'portions'} ${numbersOf(range)}`;
}

/** Returns portions as text, such as 'portion 3' or 'portions 0, 2-5'. @param portions in ascending order */
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
