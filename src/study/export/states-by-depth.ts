/** States in the order of their distance, and where that is the same of their number, from an array of distances. */

import { choiceOf, type Selection } from './selection.js';

/** So many states are sorted at a time, if they are of more than one layer. */
export const STATES_AT_A_TIME = 1 << 22;

/** A state and its distance. */
export type StateAtDepth = readonly [state: number, distance: number];

/**
 * Goes through the selected states. Layers are taken together as long as they have no more than `most` states, and all distances
 * are gone through once for each such group: spaces have few layers, or small ones.
 * @param distances of all states; they agree with the histogram
 * @yields the same array every time
 */
export function* statesByDepth(
  distances: ArrayLike<number>,
  histogram: readonly number[],
  selection: Selection,
  most = STATES_AT_A_TIME,
): Generator<StateAtDepth> {
  const choice = choiceOf(histogram, selection);
  for (let first = selection.first; first <= selection.last; ) {
    let last = first;
    let states = histogram[first];
    while (last < selection.last && states + histogram[last + 1] <= most) states += histogram[++last];
    if (first === last) yield* statesOfLayer(distances, first, choice[first]);
    else yield* sortedLayers(distances, histogram, first, last, choice);
    first = last + 1;
  }
}

/** @param chosen which states to take, 0..states-1 ascending; by default all */
function* statesOfLayer(distances: ArrayLike<number>, depth: number, chosen?: Float64Array): Generator<StateAtDepth> {
  const found: [number, number] = [0, depth];
  let place = 0;
  let taken = 0;
  for (let state = 0; state < distances.length; state++) {
    if (distances[state] !== depth) continue;
    if (chosen !== undefined && place++ !== chosen[taken]) continue;
    taken++;
    found[0] = state;
    yield found;
  }
}

/** Each state is put down where those of its layer are to lie. */
function* sortedLayers(
  distances: ArrayLike<number>,
  histogram: readonly number[],
  first: number,
  last: number,
  choice: readonly (Float64Array | undefined)[],
): Generator<StateAtDepth> {
  /** [depth - first]: where the states of a layer begin, and one more. */
  const begins = [0];
  for (let depth = first; depth <= last; depth++) {
    begins.push(begins[depth - first] + (choice[depth]?.length ?? histogram[depth]));
  }
  const sorted = new Float64Array(begins[last - first + 1]);
  const ends = begins.slice();
  const places = new Float64Array(ends.length);
  for (let state = 0; state < distances.length; state++) {
    const layer = distances[state] - first;
    if (!(layer >= 0 && layer <= last - first)) continue;
    const chosen = choice[first + layer];
    if (chosen !== undefined && places[layer]++ !== chosen[ends[layer] - begins[layer]]) continue;
    sorted[ends[layer]++] = state;
  }
  const found: [number, number] = [0, 0];
  for (let depth = first; depth <= last; depth++) {
    found[1] = depth;
    for (let index = begins[depth - first]; index < begins[depth - first + 1]; index++) {
      found[0] = sorted[index];
      yield found;
    }
  }
}
