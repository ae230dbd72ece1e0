/** Samples of each depth as ranks: the request to a worker, its result, and random choices. */

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

/* Sources of random choices: the machine or, in tests, a seed. */

export interface RandomSource {
  /** Returns a whole number 0..n-1. */
  below(n: number): number;
}

export const MACHINE: RandomSource = { below: (n) => Math.floor(Math.random() * n) };

/** Chooses different elements, each subset equally likely; returns all of them, in any order, if there are up to `count`. */
export function chosenOf<Element>(from: ArrayLike<Element>, count: number, random: RandomSource): Element[] {
  const places = Array.from({ length: from.length }, (_, place) => place);
  const chosen: Element[] = [];
  for (let left = places.length; left > 0 && chosen.length < count; left--) {
    const place = random.below(left);
    chosen.push(from[places[place]]);
    places[place] = places[left - 1];
  }
  return chosen;
}
