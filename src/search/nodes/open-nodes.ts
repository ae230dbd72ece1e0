/** The open nodes of A*: those to be expanded, the most promising first. */

import type { Limits } from '../question/limits.js';
import { FIRST_CAPACITY, grown, NO_NODE, type Node } from './node.js';
import { PriorityQueue } from './priority-queue.js';

/** No path is longer: a priority holds f above it and the rest of g below it. */
export const MOST_DEPTH = 65_535;

/** The nodes to be expanded, and g and h of all. */
export class OpenNodes {
  /** g of each node: moves from the start. */
  depths: Uint16Array;
  /** h of each node. */
  estimates: Uint16Array;
  readonly #limits: Limits;
  readonly #queue: PriorityQueue;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.depths = limits.allocate(2 * FIRST_CAPACITY, () => new Uint16Array(FIRST_CAPACITY));
    this.estimates = limits.allocate(2 * FIRST_CAPACITY, () => new Uint16Array(FIRST_CAPACITY));
    this.#queue = new PriorityQueue(limits);
  }

  /** Opens a node, again if it is known by a longer path. */
  add(node: Node, depth: number, estimate: number): void {
    if (node >= this.depths.length) this.#grow();
    this.depths[node] = depth;
    this.estimates[node] = estimate;
    this.#queue.push(node, (depth + estimate) * (MOST_DEPTH + 1) + (MOST_DEPTH - depth));
  }

  /** Takes the best node; NO_NODE if there is none. */
  take(): Node {
    const queue = this.#queue;
    while (queue.size > 0) {
      const node = queue.first;
      const depth = MOST_DEPTH - (queue.firstPriority % (MOST_DEPTH + 1));
      queue.pop();
      if (depth === this.depths[node]) return node;
    }
    return NO_NODE;
  }

  #grow(): void {
    const length = 2 * this.depths.length;
    this.depths = grown(this.depths, length, this.#limits);
    this.estimates = grown(this.estimates, length, this.#limits);
  }
}
