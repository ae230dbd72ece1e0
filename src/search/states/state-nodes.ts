/** The nodes of a search over numbered states, in the order in which it reached them, and the path to each. */

import { Capacity, FIRST_CAPACITY, grown, NO_NODE, type Node } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';

export class StateNodes {
  readonly #capacity: Capacity;
  size = 0;
  /** The state of each node. */
  states: Float64Array;
  /** The node that each node was generated from; NO_NODE for those that the search began with. */
  parents: Int32Array;

  constructor(limits: Limits) {
    this.states = limits.allocate(8 * FIRST_CAPACITY, () => new Float64Array(FIRST_CAPACITY));
    this.parents = limits.allocate(4 * FIRST_CAPACITY, () => new Int32Array(FIRST_CAPACITY));
    this.#capacity = new Capacity(FIRST_CAPACITY, limits, (capacity) => this.#grow(capacity, limits));
  }

  /** @throws LimitError */
  add(state: number, parent: Node): Node {
    this.#capacity.reserve(this.size);
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

  *#grow(capacity: number, limits: Limits): Generator<void, void> {
    this.states = yield* grown(this.states, capacity, limits);
    this.parents = yield* grown(this.parents, capacity, limits);
  }
}
