/** Ranks of states of each depth: the request to a worker, and its result. */

/** A request for a sample of each depth, however the space is enumerated. */
export interface Survey {
  /** Number of states of each depth. */
  readonly histogram: readonly number[];
  readonly threads: number;
  /** Number of states to keep of each layer; boards keep about three times as many. */
  readonly perLayer: number;
  /** Number of antipodes to keep in addition. */
  readonly antipodes: number;
}

export interface SampledLayers {
  /** Ranks of the states of depth 0, then of depth 1 ... */
  readonly states: Float64Array;
  /** End of each depth in `states`. */
  readonly ends: Float64Array;
  /** Ranks of the first antipodes, ascending. */
  readonly antipodes: readonly number[];
}

/** Returns the states of a depth. */
export function layerOf({ states, ends }: Omit<SampledLayers, 'antipodes'>, depth: number): Float64Array {
  return states.subarray(depth === 0 ? 0 : ends[depth - 1], ends[depth]);
}

/** Allocates room for this many states of each depth, to be filled by the caller. */
export function newLayers(counts: readonly number[]): Omit<SampledLayers, 'antipodes'> {
  const ends = new Float64Array(counts.length);
  let end = 0;
  for (const [depth, count] of counts.entries()) {
    end += count;
    ends[depth] = end;
  }
  return { states: new Float64Array(end), ends };
}
