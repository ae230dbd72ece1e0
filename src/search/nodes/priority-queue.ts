/** A priority queue of nodes, as a binary heap with the least priority first. */

import type { Limits } from '../question/limits.js';
import { Capacity, FIRST_CAPACITY, grown, type Node } from './node.js';

export class PriorityQueue {
  readonly #capacity: Capacity;
  #priorities: Float64Array;
  #nodes: Int32Array;
  size = 0;

  constructor(limits: Limits) {
    this.#priorities = limits.allocate(8 * FIRST_CAPACITY, () => new Float64Array(FIRST_CAPACITY));
    this.#nodes = limits.allocate(4 * FIRST_CAPACITY, () => new Int32Array(FIRST_CAPACITY));
    this.#capacity = new Capacity(FIRST_CAPACITY, limits, (capacity) => this.#grow(capacity, limits));
  }

  /** The node to be taken next; the queue must not be empty. */
  get first(): Node {
    return this.#nodes[0];
  }

  get firstPriority(): number {
    return this.#priorities[0];
  }

  /** @throws LimitError */
  push(node: Node, priority: number): void {
    this.#capacity.reserve(this.size);
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#priorities[above] <= priority) break;
      this.#move(above, at);
      at = above;
    }
    this.#set(at, node, priority);
  }

  /** Removes the first node. */
  pop(): void {
    const last = --this.size;
    const priority = this.#priorities[last];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= last) break;
      if (below + 1 < last && this.#priorities[below + 1] < this.#priorities[below]) below++;
      if (this.#priorities[below] >= priority) break;
      this.#move(below, at);
      at = below;
    }
    this.#set(at, this.#nodes[last], priority);
  }

  /** Visits all nodes, in no particular order. */
  each(visit: (node: Node, priority: number) => void): void {
    for (let at = 0; at < this.size; at++) visit(this.#nodes[at], this.#priorities[at]);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#nodes[from], this.#priorities[from]);
  }

  #set(at: number, node: Node, priority: number): void {
    this.#nodes[at] = node;
    this.#priorities[at] = priority;
  }

  *#grow(capacity: number, limits: Limits): Generator<void, void> {
    this.#priorities = yield* grown(this.#priorities, capacity, limits);
    this.#nodes = yield* grown(this.#nodes, capacity, limits);
  }
}
