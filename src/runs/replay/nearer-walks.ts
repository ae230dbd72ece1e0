/**
 * Finds whole depths from depths mod 3. Neighbours differ by at most one, so mod 3 gives which of them are nearer. From a state
 * whose depth is unknown, a walk goes to a nearer neighbour, and on, up to a state whose depth is known; then the depths of all
 * states on the path follow. So every state is asked for its neighbours about once, in any order and on any number of threads:
 * two that come to the same state write the same depth.
 *
 * Example: in codes 1 + depth mod 3, of states in a row 1 2 3 1 2 with the start on the left, the last one walks 4 steps to
 * the left, and has depth 4.
 */

import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';

/** The largest value of the type stands for states that are not reached. */
export type DepthArray = Uint8Array | Uint16Array | Uint32Array;

/** The same task for every worker. */
export interface WalksTask {
  readonly source: SpaceSource;
  readonly maxDepth: number;
  /** Two bits a state: 0 not reached, 1 + depth mod 3. */
  readonly codes: Uint8Array;
  /** Of the starts 0 before the first walk, of all others the largest value. */
  readonly depths: DepthArray;
  /** [0]: the next block that a worker may claim. [1]: 1 once a worker has found that the codes are wrong. */
  readonly counters: Int32Array;
}

/** States of a block, which takes some milliseconds. */
export const STATES_PER_BLOCK = 1 << 14;
export const NEXT_BLOCK = 0;
const WRONG = 1;

/** Walks from all states. @returns a state from which no path leads to a start, so that the codes are wrong; undefined if there is none */
export function walkStates(space: NumberedSpace, { maxDepth, codes, depths, counters }: WalksTask): number | undefined {
  const walk = new Walk(space, codes, depths, maxDepth);
  while (Atomics.load(counters, WRONG) === 0) {
    const begin = Atomics.add(counters, NEXT_BLOCK, 1) * STATES_PER_BLOCK;
    if (begin >= space.size) return undefined;
    const end = Math.min(begin + STATES_PER_BLOCK, space.size);
    for (let state = begin; state < end; state++) {
      if (codeAt(codes, state) === 0 || walk.from(state)) continue;
      Atomics.store(counters, WRONG, 1);
      return state;
    }
  }
  return undefined;
}

class Walk {
  readonly #space: NumberedSpace;
  readonly #codes: Uint8Array;
  readonly #depths: DepthArray;
  readonly #unknown: number;
  readonly #maxDepth: number;
  readonly #next: Float64Array;
  /** The states of the walk whose depths are not known. */
  readonly #path: number[] = [];

  constructor(space: NumberedSpace, codes: Uint8Array, depths: DepthArray, maxDepth: number) {
    this.#space = space;
    this.#codes = codes;
    this.#depths = depths;
    this.#unknown = largestOf(depths);
    this.#maxDepth = maxDepth;
    this.#next = newNeighbours(space);
  }

  /** Writes the depth of a state. @returns false if it cannot be found within the maximum depth */
  from(state: number): boolean {
    const depths = this.#depths;
    const path = this.#path;
    path.length = 0;
    let at = state;
    while (depths[at] === this.#unknown) {
      path.push(at);
      const nearer = this.#nearer(at);
      if (nearer === NO_STATE || path.length > this.#maxDepth) return false;
      at = nearer;
    }
    let depth = depths[at];
    if (depth + path.length > this.#maxDepth) return false;
    for (let step = path.length - 1; step >= 0; step--) depths[path[step]] = ++depth;
    return true;
  }

  /** Returns a neighbour that is one nearer, of known depth if there is one; NO_STATE if there is none. */
  #nearer(state: number): number {
    const next = this.#next;
    // Code 1 comes after code 3.
    const wanted = ((codeAt(this.#codes, state) + 1) % 3) + 1;
    let found = NO_STATE;
    writeNeighbours(this.#space, state, next);
    for (let move = 0; move < next.length; move++) {
      const to = next[move];
      if (to === NO_STATE || codeAt(this.#codes, to) !== wanted) continue;
      if (this.#depths[to] !== this.#unknown) return to;
      found = to;
    }
    return found;
  }
}

/** Returns the largest value of an array's type. */
export function largestOf(depths: DepthArray): number {
  return 2 ** (8 * depths.BYTES_PER_ELEMENT) - 1;
}

/** Returns the code of a state: 0 not reached, else 1 + depth mod 3. */
export function codeAt(codes: Uint8Array, state: number): number {
  return (codes[Math.floor(state / 4)] >> (2 * (state & 3))) & 3;
}
