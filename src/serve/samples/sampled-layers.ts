/** States of each depth, by their numbers, as a worker is asked for them and hands them over. */

/** A request for a sample of each depth, however the space is enumerated. */
export interface Survey {
  /** States of each depth. */
  readonly histogram: readonly number[];
  readonly threads: number;
  /** States to keep of each layer; of boards about three times as many. */
  readonly perLayer: number;
  /** Antipodes to keep beside them. */
  readonly antipodes: number;
}

export interface SampledLayers {
  /** The states of depth 0, then of 1 ... */
  readonly states: Float64Array;
  /** The end of each depth in `states`. */
  readonly ends: Float64Array;
  /** The first antipodes, ascending. */
  readonly antipodes: readonly number[];
}

/** Returns the states of a depth. */
export function layerOf({ states, ends }: Omit<SampledLayers, 'antipodes'>, depth: number): Float64Array {
  return states.subarray(depth === 0 ? 0 : ends[depth - 1], ends[depth]);
}

/** Makes room for this many states of each depth, which are still to be written. */
export function newLayers(counts: readonly number[]): Omit<SampledLayers, 'antipodes'> {
  const ends = new Float64Array(counts.length);
  let end = 0;
  for (const [depth, count] of counts.entries()) {
    end += count;
    ends[depth] = end;
  }
  return { states: new Float64Array(end), ends };
}
