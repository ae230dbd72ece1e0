/** The quality of a heuristic: the accuracy of its estimates. */

export interface EstimateQuality {
  /** Mean estimate over all states. */
  readonly mean: number;
  /** Mean of estimate / distance over all states except the goal; null if there are no others. */
  readonly meanRatio: number | null;
  readonly byDepth: readonly EstimatesAtDepth[];
}

export interface EstimatesAtDepth {
  readonly depth: number;
  readonly mean: number;
  /** Number of states by distance minus estimate: 0, 1, 2 ...; the last one not 0. */
  readonly errors: readonly number[];
}

/**
 * Returns the quality of estimates.
 * @param estimates [depth][estimate]: number of states of a depth with an estimate; no estimate exceeds the depth
 * @throws RangeError if an estimate exceeds the depth: the heuristic is not admissible
 */
export function estimateQualityOf(estimates: readonly (readonly number[])[]): EstimateQuality {
  let states = 0;
  let sum = 0;
  let ratios = 0;
  const byDepth = estimates.map((counts, depth) => {
    const statesOfDepth = total(counts);
    const sumOfDepth = counts.reduce((so, count, estimate) => so + count * estimate, 0);
    states += statesOfDepth;
    sum += sumOfDepth;
    if (depth > 0) ratios += sumOfDepth / depth;
    return { depth, mean: sumOfDepth / statesOfDepth, errors: errorsOf(counts, depth) };
  });
  const others = states - total(estimates[0]);
  return { mean: sum / states, meanRatio: others === 0 ? null : ratios / others, byDepth };
}

function errorsOf(counts: readonly number[], depth: number): number[] {
  const tooHigh = counts.findIndex((count, estimate) => estimate > depth && count > 0);
  if (tooHigh >= 0) throw new RangeError(`an estimate of ${tooHigh} at distance ${depth} is not admissible`);
  const least = counts.findIndex((count) => count > 0);
  return Array.from({ length: depth - least + 1 }, (_, error) => counts[depth - error] ?? 0);
}

function total(counts: readonly number[]): number {
  return counts.reduce((so, count) => so + count, 0);
}
