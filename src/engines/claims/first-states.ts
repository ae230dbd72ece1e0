/** The smallest numbers of a layer's states, kept by a worker: any layer may be the last one, whose states are the antipodes. */
export class FirstStates {
  /** States from this one on need not be added. */
  bound = 0;
  readonly #most: number;
  readonly #from: number;
  readonly #kept: Float64Array;
  #count = 0;
  #depth = 0;
  #keptDepth = 0;

  /**
   * @param most states to keep, from 0
   * @param from the depth from which on states are kept
   */
  constructor(most: number, from: number) {
    this.#most = most;
    this.#from = from;
    this.#kept = new Float64Array(2 * most);
  }

  /** What is added from now on is of this depth. What was kept of another one is dropped when the first state comes. */
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

  /** The smallest states of the last layer that had any. */
  kept(): FirstOfLayer {
    const states = this.#kept.slice(0, this.#count).sort();
    return { depth: this.#keptDepth, states: Array.from(states.subarray(0, this.#most)) };
  }
}

export interface FirstOfLayer {
  readonly depth: number;
  /** Ascending. */
  readonly states: readonly number[];
}
