/** The open nodes of A*, to be expanded in the order of their promise. */

import type { Limits } from '../question/limits.js';
import type { Whereabouts } from '../question/progress.js';
import { capacityOf, NO_NODE, type Node, NodeColumn } from './node.js';

/** Maximum moves of a path: a priority is (MOST_DEPTH + 1) * f + MOST_DEPTH - g. */
export const MOST_DEPTH = 65_535;

/** The nodes to be expanded, g and h of all nodes, and the number of nodes of each g. */
export class OpenNodes {
  /** Number of nodes expanded. */
  expanded = 0;
  /** g of each node: moves from the start. */
  readonly depths = new NodeColumn(Uint16Array);
  /** h of each node. */
  readonly estimates = new NodeColumn(Uint16Array);
  readonly #capacity: ReturnType<typeof capacityOf>;
  readonly #queue: PriorityQueue;
  /** Number of nodes expanded, by g. */
  readonly #expandedOf: number[] = [];
  /** The node taken last. */
  #taken: Node = NO_NODE;
  /** The node expanded last. */
  #last: Node = NO_NODE;

  constructor(limits: Limits) {
    this.#capacity = capacityOf([this.depths, this.estimates], limits);
    this.#queue = new PriorityQueue(limits);
  }

  /** Opens a node, or reopens it if a longer path to it is known. */
  add(node: Node, depth: number, estimate: number): void {
    this.#capacity.reserve(node);
    this.depths.values[node] = depth;
    this.estimates.values[node] = estimate;
    this.#queue.push(node, (depth + estimate) * (MOST_DEPTH + 1) + (MOST_DEPTH - depth));
  }

  /** Takes the best node; NO_NODE if there is none. */
  take(): Node {
    const queue = this.#queue;
    while (queue.size > 0) {
      const node = queue.first;
      const depth = depthOf(queue.firstPriority);
      queue.pop();
      if (depth !== this.depths.values[node]) continue;
      this.#taken = node;
      return node;
    }
    return NO_NODE;
  }

  /** Moves that every path has at least: f of the node taken last, if the estimates are consistent. */
  get lowerBound(): number {
    const node = this.#taken;
    return node === NO_NODE ? 0 : this.depths.values[node] + this.estimates.values[node];
  }

  /** Counts a node as expanded. */
  expand(node: Node): void {
    const depth = this.depths.values[node];
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
      if (depth === this.depths.values[queued]) count(depth);
    });
    // The node taken last can be the goal, which is never expanded.
    if (this.#taken !== node) count(this.depths.values[this.#taken]);
    const length = Math.max(this.#expandedOf.length, ...[...open.keys()].map((depth) => depth + 1));
    const layers = Array.from({ length }, (_, depth) => depth);
    return {
      layers: {
        expanded: layers.map((depth) => this.#expandedOf[depth] ?? 0),
        frontier: layers.map((depth) => open.get(depth) ?? 0),
      },
      backward: null,
      bound: null,
      current: { state: textOf(node), g: this.depths.values[node], h: this.estimates.values[node] },
    };
  }
}

/** Returns the g of a priority. */
function depthOf(priority: number): number {
  return MOST_DEPTH - (priority % (MOST_DEPTH + 1));
}

/** A priority queue of nodes, as a binary heap with the least priority first. */
export class PriorityQueue {
  readonly #capacity: ReturnType<typeof capacityOf>;
  readonly #priorities = new NodeColumn(Float64Array);
  readonly #nodes = new NodeColumn(Int32Array);
  size = 0;

  constructor(limits: Limits) {
    this.#capacity = capacityOf([this.#priorities, this.#nodes], limits);
  }

  /** The node to be taken next; the queue must not be empty. */
  get first(): Node {
    return this.#nodes.values[0];
  }

  get firstPriority(): number {
    return this.#priorities.values[0];
  }

  /** @throws LimitError */
  push(node: Node, priority: number): void {
    this.#capacity.reserve(this.size);
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#priorities.values[above] <= priority) break;
      this.#move(above, at);
      at = above;
    }
    this.#set(at, node, priority);
  }

  /** Removes the first node. */
  pop(): void {
    const last = --this.size;
    const priority = this.#priorities.values[last];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= last) break;
      if (below + 1 < last && this.#priorities.values[below + 1] < this.#priorities.values[below]) below++;
      if (this.#priorities.values[below] >= priority) break;
      this.#move(below, at);
      at = below;
    }
    this.#set(at, this.#nodes.values[last], priority);
  }

  /** Visits all nodes, in no particular order. */
  each(visit: (node: Node, priority: number) => void): void {
    for (let at = 0; at < this.size; at++) visit(this.#nodes.values[at], this.#priorities.values[at]);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#nodes.values[from], this.#priorities.values[from]);
  }

  #set(at: number, node: Node, priority: number): void {
    this.#nodes.values[at] = node;
    this.#priorities.values[at] = priority;
  }
}
