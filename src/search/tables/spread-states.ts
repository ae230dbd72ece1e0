/** States of every depth, evenly spread. */

/**
 * Returns states of every depth, evenly spread over the states of that depth in their order.
 * @param states all states in order, with their depths
 * @param histogram number of states of each depth; states of other depths are skipped
 * @param count maximum number of states of each depth
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
