/**
 * The number of shortest solutions of each state: shortest paths between the state and its nearest starts, as lists of states. A start
 * has one, and every state adds its number to those of its neighbours that are one move further away. If moves cannot be undone, the
 * paths lead from the starts to the state.
 */

import type { DepthArray } from '../../../runs/replay/space-depths.js';
import { NO_STATE } from '../../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../../space/neighbours.js';
import type { NumberedSpace } from '../../../space/space.js';
import type { SolutionCounts } from '../census.js';
import { isRepeated } from './state-census.js';

/** Bytes of a count and of an entry in the order of states. */
export const BYTES_PER_STATE = 8 + 4;
/** States between two pauses for other work, such as a signal. They take some milliseconds. */
const STATES_AT_A_TIME = 1 << 14;

/**
 * Counts the shortest solutions of all states: exactly up to 2^53, rounded above, and Infinity beyond 1.8e308.
 * @param onProgress called at intervals with the number of states counted since the last call
 * @returns solution counts by [depth]
 * @throws the signal's reason, if it is aborted
 */
export async function countSolutions(
  space: NumberedSpace,
  depths: DepthArray,
  histogram: readonly number[],
  onProgress: (states: number) => void,
  signal: AbortSignal | undefined,
): Promise<SolutionCounts[]> {
  const order = nearestFirst(depths, histogram);
  const paths = new Float64Array(space.size);
  for (let at = 0; at < histogram[0]; at++) paths[order[at]] = 1;
  const sums = histogram.map(() => 0);
  const maxima = histogram.map(() => 0);
  const next = newNeighbours(space);
  for (let begin = 0; begin < order.length; begin += STATES_AT_A_TIME) {
    signal?.throwIfAborted();
    const end = Math.min(begin + STATES_AT_A_TIME, order.length);
    for (let at = begin; at < end; at++) {
      const state = order[at];
      const depth = depths[state];
      const count = paths[state];
      sums[depth] += count;
      if (count > maxima[depth]) maxima[depth] = count;
      writeNeighbours(space, state, next);
      for (let move = 0; move < next.length; move++) {
        const neighbour = next[move];
        if (neighbour !== NO_STATE && depths[neighbour] === depth + 1 && !isRepeated(next, move)) {
          paths[neighbour] += count;
        }
      }
    }
    onProgress(end - begin);
    await new Promise(setImmediate);
  }
  return histogram.map((states, depth) => ({ mean: sums[depth] / states, maximum: maxima[depth] }));
}

/** Returns the reached states, nearest first. */
function nearestFirst(depths: DepthArray, histogram: readonly number[]): Uint32Array {
  const places = new Float64Array(histogram.length);
  for (let depth = 1; depth < histogram.length; depth++) places[depth] = places[depth - 1] + histogram[depth - 1];
  const order = new Uint32Array(histogram.reduce((sum, count) => sum + count, 0));
  for (let state = 0; state < depths.length; state++) {
    const depth = depths[state];
    if (depth < histogram.length) order[places[depth]++] = state;
  }
  return order;
}
