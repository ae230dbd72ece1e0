/** The open nodes of A*, to be expanded in the order of their promise. */

import type { Whereabouts } from '../question/counts.js';
import type { Limits } from '../question/limits.js';
import { Capacity, FIRST_CAPACITY, grown, NO_NODE, type Node } from './node.js';

/** Maximum moves of a path: a priority is (MOST_DEPTH + 1) * f + MOST_DEPTH - g. */
export const MOST_DEPTH = 65_535;

/** The nodes to be expanded, g and h of all nodes, and the number of nodes of each g. */
export class OpenNodes {
  /** Number of nodes expanded. */
  expanded = 0;
  /** g of each node: moves from the start. */
  depths: Uint16Array;
  /** h of each node. */
  estimates: Uint16Array;
  readonly #capacity: Capacity;
  readonly #queue: PriorityQueue;
  /** Number of nodes expanded, by g. */
  readonly #expandedOf: number[] = [];
  /** The node taken last. */
  #taken: Node = NO_NODE;
  /** The node expanded last. */
  #last: Node = NO_NODE;

  constructor(limits: Limits) {
    this.depths = limits.allocate(2 * FIRST_CAPACITY, () => new Uint16Array(FIRST_CAPACITY));
    this.estimates = limits.allocate(2 * FIRST_CAPACITY, () => new Uint16Array(FIRST_CAPACITY));
    this.#queue = new PriorityQueue(limits);
    this.#capacity = new Capacity(FIRST_CAPACITY, limits, (capacity) => this.#grow(capacity, limits));
  }

  /** Opens a node, or reopens it if a longer path to it is known. */
  add(node: Node, depth: number, estimate: number): void {
    this.#capacity.reserve(node);
    this.depths[node] = depth;
    this.estimates[node] = estimate;
    this.#queue.push(node, (depth + estimate) * (MOST_DEPTH + 1) + (MOST_DEPTH - depth));
  }

  /** Takes the best node; NO_NODE if there is none. */
  take(): Node {
    const queue = this.#queue;
    while (queue.size > 0) {
      const node = queue.first;
      const depth = depthOf(queue.firstPriority);
      queue.pop();
      if (depth !== this.depths[node]) continue;
      this.#taken = node;
      return node;
    }
    return NO_NODE;
  }

  /** Moves that every path has at least: f of the node taken last, if the estimates are consistent. */
  get lowerBound(): number {
    const node = this.#taken;
    return node === NO_NODE ? 0 : this.depths[node] + this.estimates[node];
  }

  /** Counts a node as expanded. */
  expand(node: Node): void {
    const depth = this.depths[node];
    if (depth === this.#expandedOf.length) this.#expandedOf.push(0);
    this.#expandedOf[depth]++;
    this.#last = node;
    this.expanded++;
  }

  /** Returns the layers and the current node of the search. @param textOf the text of a node's state */
  whereabouts(textOf: (node: Node) => string): Whereabouts {
    const node = this.#last;
    const open = new Map<number, number>();
    const count = (depth: number) => open.set(depth, (open.get(depth) ?? 0) + 1);
    this.#queue.each((queued, priority) => {
      const depth = depthOf(priority);
      if (depth === this.depths[queued]) count(depth);
    });
    // The node taken last can be the goal, which is never expanded.
    if (this.#taken !== node) count(this.depths[this.#taken]);
    const length = Math.max(this.#expandedOf.length, ...[...open.keys()].map((depth) => depth + 1));
    const layers = Array.from({ length }, (_, depth) => depth);
    return {
      layers: {
        expanded: layers.map((depth) => this.#expandedOf[depth] ?? 0),
        frontier: layers.map((depth) => open.get(depth) ?? 0),
      },
      backward: null,
      bound: null,
      current: { state: textOf(node), g: this.depths[node], h: this.estimates[node] },
    };
  }

  *#grow(capacity: number, limits: Limits): Generator<void, void> {
    this.depths = yield* grown(this.depths, capacity, limits);
    this.estimates = yield* grown(this.estimates, capacity, limits);
  }
}

/** Returns the g of a priority. */
function depthOf(priority: number): number {
  return MOST_DEPTH - (priority % (MOST_DEPTH + 1));
}

/** A priority queue of nodes, as a binary heap with the least priority first. */

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
