/** A priority queue of nodes: a binary heap, the least priority first. */

import type { Limits } from './limits.js';
import { grown, type Node } from './node-list.js';

const FIRST_CAPACITY = 1024;
const BYTES_PER_ENTRY = 8 + 4;

export class PriorityQueue {
  readonly #limits: Limits;
  #priorities = new Float64Array(FIRST_CAPACITY);
  #nodes = new Int32Array(FIRST_CAPACITY);
  size = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    limits.claim(FIRST_CAPACITY * BYTES_PER_ENTRY);
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
    if (this.size === this.#nodes.length) this.#grow();
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#priorities[above] <= priority) break;
      this.#move(above, at);
      at = above;
    }
    this.#set(at, node, priority);
  }

  /** Takes the first node away. */
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

  #move(from: number, to: number): void {
    this.#set(to, this.#nodes[from], this.#priorities[from]);
  }

  #set(at: number, node: Node, priority: number): void {
    this.#nodes[at] = node;
    this.#priorities[at] = priority;
  }

  #grow(): void {
    const capacity = 2 * this.size;
    this.#limits.claim(capacity * BYTES_PER_ENTRY);
    this.#priorities = grown(this.#priorities, capacity);
    this.#nodes = grown(this.#nodes, capacity);
    this.#limits.claim(-this.size * BYTES_PER_ENTRY);
  }
}
