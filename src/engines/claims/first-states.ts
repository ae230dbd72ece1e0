/** The smallest states of a layer, kept by a worker. Any layer may be the last one, whose states are the antipodes. */
export class FirstStates {
  /** Bound of the states to add: states from this number on are not needed. */
  bound = 0;
  readonly #most: number;
  readonly #from: number;
  readonly #kept: Float64Array;
  #count = 0;
  #depth = 0;
  #keptDepth = 0;

  /**
   * @param most maximum number of states to keep, at least 0
   * @param from minimum depth of states to keep
   */
  constructor(most: number, from: number) {
    this.#most = most;
    this.#from = from;
    this.#kept = new Float64Array(2 * most);
  }

  /** Sets the depth of the states that are added from now on. The first of them replaces the states of another depth. */
  begin(depth: number): void {
    this.#depth = depth;
    this.bound = this.#most === 0 || depth < this.#from ? 0 : Number.POSITIVE_INFINITY;
  }

  /** @param state less than `bound` */
  add(state: number): void {
    if (this.#keptDepth !== this.#depth) {
      this.#keptDepth = this.#depth;
      this.#count = 0;
    }
    this.#kept[this.#count++] = state;
    if (this.#count < this.#kept.length) return;
    this.#kept.sort();
    this.#count = this.#most;
    this.bound = this.#kept[this.#most - 1];
  }

  /** Returns the smallest states of the last layer for which any were added. */
  kept(): FirstOfLayer {
    const states = this.#kept.slice(0, this.#count).sort();
    return { depth: this.#keptDepth, states: Array.from(states.subarray(0, this.#most)) };
  }
}

export interface FirstOfLayer {
  readonly depth: number;
  /** Sorts the states in ascending order. */
  readonly states: readonly number[];
}
