/** The quality of a heuristic: how near its estimates come to the distances. */

export interface EstimateQuality {
  /** Mean estimate over all states. */
  readonly mean: number;
  /** Mean of estimate / distance over all states but the goal; null if there is no other. */
  readonly meanRatio: number | null;
  readonly byDepth: readonly EstimatesAtDepth[];
}

export interface EstimatesAtDepth {
  readonly depth: number;
  readonly mean: number;
  /** States by how much the estimate is below the distance: 0, 1, 2 ...; the last one not 0. */
  readonly errors: readonly number[];
}

/**
 * @param estimates [depth][estimate]: how many states of a depth have an estimate; none is above the depth
 * @throws RangeError if one is: the heuristic is not admissible
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
