/** States of every depth, evenly chosen. */

/**
 * Returns states of every depth, evenly spread in the order in which all states come.
 * @param states with their depths
 * @param histogram states of each depth; those of other depths are left out
 * @param count states of each depth, or all if there are fewer
 */
export function spreadStates<S>(
  states: Iterable<readonly [S, number]>,
  histogram: readonly number[],
  count: number,
): S[] {
  const samples: S[][] = histogram.map(() => []);
  const counts = histogram.map(() => 0);
  for (const [state, depth] of states) {
    if (depth >= histogram.length) continue;
    const taken = samples[depth].length;
    const wanted = Math.min(count, histogram[depth]);
    if (taken < wanted && counts[depth]++ === Math.floor(((taken + 0.5) * histogram[depth]) / wanted)) {
      samples[depth].push(state);
    }
  }
  return samples.flat();
}
