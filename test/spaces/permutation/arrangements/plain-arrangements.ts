/** All arrangements of pieces, in lexicographic order: by plain recursion. */

/** Returns all arrangements. @param counts [colour]: number of its pieces */
export function plainArrangements(counts: readonly number[]): number[][] {
  if (counts.every((count) => count === 0)) return [[]];
  return counts.flatMap((count, colour) => {
    if (count === 0) return [];
    const others = counts.with(colour, count - 1);
    return plainArrangements(others).map((rest) => [colour, ...rest]);
  });
}
