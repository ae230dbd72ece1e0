/** Pearson's statistic of counts: about as large as there are counts, less one, where they are as expected. */
export function chiSquare(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, index) => sum + (count - expected[index]) ** 2 / expected[index], 0);
}

/** What it exceeds once in some millions of times, by the normal approximation: five standard deviations above the mean. */
export function chiSquareBound(degrees: number): number {
  return degrees + 5 * Math.sqrt(2 * degrees);
}
