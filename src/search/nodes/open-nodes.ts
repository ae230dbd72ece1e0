/** The open nodes of A*: those to be expanded, the most promising first. */

import type { Whereabouts } from '../question/counts.js';
import type { Limits } from '../question/limits.js';
import { FIRST_CAPACITY, grown, NO_NODE, type Node } from './node.js';
import { PriorityQueue } from './priority-queue.js';

/** No path is longer: a priority holds f above it and the rest of g below it. */
export const MOST_DEPTH = 65_535;

/** The nodes to be expanded, g and h of all, and how many of each g there are. */
export class OpenNodes {
  /** Nodes that were expanded. */
  expanded = 0;
  /** g of each node: moves from the start. */
  depths: Uint16Array;
  /** h of each node. */
  estimates: Uint16Array;
  readonly #limits: Limits;
  readonly #queue: PriorityQueue;
  /** By g: nodes that were expanded, and nodes that are open. */
  readonly #expandedOf: number[] = [];
  readonly #openOf: number[] = [];
  /** The node that was expanded last. */
  #last: Node = NO_NODE;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.depths = limits.allocate(2 * FIRST_CAPACITY, () => new Uint16Array(FIRST_CAPACITY));
    this.estimates = limits.allocate(2 * FIRST_CAPACITY, () => new Uint16Array(FIRST_CAPACITY));
    this.#queue = new PriorityQueue(limits);
  }

  /** Opens a new node. */
  add(node: Node, depth: number, estimate: number): void {
    if (node >= this.depths.length) this.#grow();
    this.estimates[node] = estimate;
    this.#put(node, depth);
  }

  /** Opens a node again, by a shorter path than before. It has not been expanded, since heuristics are consistent. */
  shorten(node: Node, depth: number): void {
    this.#openOf[this.depths[node]]--;
    this.#put(node, depth);
  }

  #put(node: Node, depth: number): void {
    this.depths[node] = depth;
    if (depth === this.#openOf.length) {
      this.#openOf.push(0);
      this.#expandedOf.push(0);
    }
    this.#openOf[depth]++;
    this.#queue.push(node, (depth + this.estimates[node]) * (MOST_DEPTH + 1) + (MOST_DEPTH - depth));
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

  /** Counts a node as expanded. */
  expand(node: Node): void {
    const depth = this.depths[node];
    this.#openOf[depth]--;
    this.#expandedOf[depth]++;
    this.#last = node;
    this.expanded++;
  }

  /** Returns how far the search is. @param textOf the text of a node's state */
  whereabouts(textOf: (node: Node) => string): Whereabouts {
    const node = this.#last;
    return {
      layers: { expanded: [...this.#expandedOf], frontier: [...this.#openOf] },
      backward: null,
      bound: null,
      current: { state: textOf(node), g: this.depths[node], h: this.estimates[node] },
    };
  }

  #grow(): void {
    const length = 2 * this.depths.length;
    this.depths = grown(this.depths, length, this.#limits);
    this.estimates = grown(this.estimates, length, this.#limits);
  }
}
