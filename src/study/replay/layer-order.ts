/** The states of a space in order of distance, then of number, from an array of distances. */

/** Maximum states of several layers that are sorted together. */
const STATES_AT_A_TIME = 1 << 22;

/** Returns the maximum bytes that the order of this many states takes. */
export function bytesOfOrder(size: number): number {
  return Float64Array.BYTES_PER_ELEMENT * Math.min(size, STATES_AT_A_TIME);
}

/**
 * Yields the states layer by layer. Small layers are sorted together, and each large one is found by a separate scan. So all distances
 * are read once per group of layers, and groups are few: spaces have few layers, or small ones.
 */
export class LayerOrder {
  readonly #distances: ArrayLike<number>;
  readonly #histogram: readonly number[];
  readonly #last: number;
  readonly #most: number;
  /** The layers first..last that are sorted, and the states of all of them. */
  #group: { first: number; last: number; states: Float64Array; begins: readonly number[] } | undefined;

  /**
   * @param distances distances of all states, which must agree with the histogram
   * @param last last requested layer
   * @param most maximum states of several layers that are sorted together
   */
  constructor(
    distances: ArrayLike<number>,
    histogram: readonly number[],
    last: number,
    most: number = STATES_AT_A_TIME,
  ) {
    this.#distances = distances;
    this.#histogram = histogram;
    this.#last = last;
    this.#most = most;
  }

  /**
   * Yields the states of a layer by number. Layers must be requested in ascending order.
   * @param chosen places in that order, 0..states-1 ascending; by default all
   */
  statesOf(depth: number, chosen?: Float64Array): Iterable<number> {
    if (this.#group === undefined || depth > this.#group.last) {
      const last = this.#lastOfGroup(depth);
      if (last === depth) return this.#scan(depth, chosen);
      this.#group = this.#sort(depth, last);
    }
    const { first, states, begins } = this.#group;
    const layer = states.subarray(begins[depth - first], begins[depth - first + 1]);
    return chosen === undefined ? layer : pick(layer, chosen);
  }

  /** Returns the last of the layers that are small enough to be sorted with this one. */
  #lastOfGroup(first: number): number {
    let last = first;
    let states = this.#histogram[first];
    while (last < this.#last && states + this.#histogram[last + 1] <= this.#most) states += this.#histogram[++last];
    return last;
  }

  *#scan(depth: number, chosen: Float64Array | undefined): Generator<number> {
    const distances = this.#distances;
    let place = 0;
    let taken = 0;
    for (let state = 0; state < distances.length && taken !== chosen?.length; state++) {
      if (distances[state] !== depth) continue;
      if (chosen !== undefined && place++ !== chosen[taken]) continue;
      taken++;
      yield state;
    }
  }

  /** Sorts the states by their layers. */
  #sort(first: number, last: number) {
    const distances = this.#distances;
    const begins = [0];
    for (let depth = first; depth <= last; depth++) begins.push(begins[depth - first] + this.#histogram[depth]);
    const states = new Float64Array(begins[last - first + 1]);
    const ends = begins.slice();
    for (let state = 0; state < distances.length; state++) {
      const layer = distances[state] - first;
      if (layer >= 0 && layer <= last - first) states[ends[layer]++] = state;
    }
    return { first, last, states, begins };
  }
}

function* pick(states: Float64Array, places: Float64Array): Generator<number> {
  for (const place of places) yield states[place];
}
