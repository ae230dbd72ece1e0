/** Returns Pearson's statistic of counts. Its expected value is the number of counts less one. */
export function chiSquare(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, index) => sum + (count - expected[index]) ** 2 / expected[index], 0);
}

/** Returns a bound that the statistic exceeds once in some millions of times: five standard deviations above the mean of a normal approximation. */
export function chiSquareBound(degrees: number): number {
  return degrees + 5 * Math.sqrt(2 * degrees);
}
