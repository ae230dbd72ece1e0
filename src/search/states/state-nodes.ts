/** The nodes of a search over numbered states, in the order in which it reached them, and the path to each. */

import { FIRST_CAPACITY, grown, NO_NODE, type Node } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';

export class StateNodes {
  readonly #limits: Limits;
  size = 0;
  /** The state of each node. */
  states: Float64Array;
  /** The node that each node was generated from; NO_NODE for those that the search began with. */
  parents: Int32Array;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.states = limits.allocate(8 * FIRST_CAPACITY, () => new Float64Array(FIRST_CAPACITY));
    this.parents = limits.allocate(4 * FIRST_CAPACITY, () => new Int32Array(FIRST_CAPACITY));
  }

  /** @throws LimitError */
  add(state: number, parent: Node): Node {
    if (this.size === this.states.length) {
      this.states = grown(this.states, 2 * this.size, this.#limits);
      this.parents = grown(this.parents, 2 * this.size, this.#limits);
    }
    this.states[this.size] = state;
    this.parents[this.size] = parent;
    return this.size++;
  }

  /** Returns the states from this node back to one that the search began with. */
  statesFrom(node: Node): number[] {
    const states: number[] = [];
    for (let at = node; at !== NO_NODE; at = this.parents[at]) states.push(this.states[at]);
    return states;
  }
}
