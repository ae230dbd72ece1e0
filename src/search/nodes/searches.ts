/**
 * Searches over states that are numbered as they are met, of boards and of all other spaces: breadth-first, from both
 * ends, and A*. On boards, no search makes the move that undoes the last one.
 */

import type { Limits } from '../question/limits.js';
import { type Effort, type LayerCounts, LimitError, type Watch, type Whereabouts } from '../question/progress.js';
import type { FoundPath } from '../question/question.js';
import { capacityOf, NO_NODE, type Node, NodeColumn, type Nodes } from './node.js';

/**
 * Finds a shortest path by breadth-first search from the start alone, or from both ends.
 *
 * Layers are numbered by their distance from the end at which their search began. If the layers 0 to a from the start
 * and 0 to b from the goal have no state in common, the distance is more than a + b. So the first state of layer a + 1
 * that the other side has reached is in its layer b, and a + 1 + b is the distance. If an outermost layer is empty, its
 * side has reached everything that it can, and no path exists. The smaller outermost layer is the next to be expanded.
 * Breadth-first search from the start is the same with b = 0 throughout.
 *
 * @param start nodes of the first states, with their moves
 * @param goal nodes of the last states, with the moves that lead to a state
 * @param bothEnds true to search from the goal, too
 * @throws SpaceError if the space contradicts itself; LimitError if the search reaches a limit; the signal's reason
 */
export async function findPath<State>(
  start: Nodes<State>,
  goal: Nodes<State>,
  bothEnds: boolean,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath<State>> {
  const forward = new Side(start);
  const backward = new Side(goal);
  let side = forward;
  const effort = (): Effort => ({
    expanded: forward.expanded + backward.expanded,
    generated: forward.generated + backward.generated,
    stored: start.size + (bothEnds || goal.countsAsGoal ? goal.size : 0),
  });
  const facing = () => (side === forward ? backward : forward);
  watch.begin({
    effort,
    whereabouts: () => {
      // A side that has just got its turn may not have expanded a node yet.
      const last = bothEnds && side.expanded === 0 ? facing() : side;
      const current = { state: last.nodes.textOf(last.expanded - 1), g: last.depth, h: null };
      return { layers: forward.layers, backward: bothEnds ? backward.layers : null, bound: null, current };
    },
    // One more than the moves of the complete layers from both ends, which have no state in common. The layer of the
    // node that the growing side expanded last is complete.
    lowerBound: () => Math.max(0, side.depth) + (bothEnds ? facing().layers.expanded.length - 1 : 0) + 1,
  });
  for (let node = 0; node < start.size; node++) {
    if (goal.nodeOf(start, node) !== NO_NODE) return { path: start.pathThrough([start.stateOf(node)]), ...effort() };
  }
  for (;;) {
    watch.proved(forward.layerCount + backward.layerCount - 1);
    side = !bothEnds || forward.layerSize <= backward.layerSize ? forward : backward;
    if (side.layerSize === 0) return { path: null, ...effort() };
    const other = facing();
    const here = await side.expandLayer(other, limits, watch);
    if (here === NO_NODE) continue;
    const there = other.nodes.nodeOf(side.nodes, here);
    if (there < other.layerBegin) throw side.nodes.notUndone(here, side === forward);
    const [ahead, behind] = side === forward ? [here, there] : [there, here];
    const states = [...start.statesFrom(ahead).reverse(), ...goal.statesFrom(behind).slice(1)];
    return { path: start.pathThrough(states), ...effort() };
  }
}

/** The search from one end. Nodes are added layer by layer, so the outermost layer is at the end of the list. */
class Side<State> {
  readonly nodes: Nodes<State>;
  expanded = 0;
  generated = 0;
  /** The first node of each layer; while a layer is expanded, also that of the next one. */
  readonly #begins = [0];

  constructor(nodes: Nodes<State>) {
    this.nodes = nodes;
  }

  /** The first node of the outermost layer. */
  get layerBegin(): Node {
    return this.#begins[this.#begins.length - 1];
  }

  /** Number of layers, all complete between two of them. */
  get layerCount(): number {
    return this.#begins.length;
  }

  get layerSize(): number {
    return this.nodes.size - this.layerBegin;
  }

  /** The depth of the node expanded last; -1 if there is none. */
  get depth(): number {
    return this.#begins.findLastIndex((begin) => begin < this.expanded);
  }

  get layers(): LayerCounts {
    const begins = this.#begins.filter((begin) => begin < this.nodes.size);
    const sizes = begins.map((begin, layer) => (begins[layer + 1] ?? this.nodes.size) - begin);
    const expanded = sizes.map((size, layer) => Math.min(Math.max(0, this.expanded - begins[layer]), size));
    return { expanded, frontier: sizes.map((size, layer) => size - expanded[layer]) };
  }

  /** Generates the next layer, up to the first node that the other side has reached. @returns that node, or NO_NODE */
  async expandLayer(other: Side<State>, limits: Limits, watch: Watch): Promise<Node> {
    const { nodes, layerBegin } = this;
    const layerEnd = nodes.size;
    this.#begins.push(layerEnd);
    for (let node = layerBegin; node < layerEnd; node++) {
      if (limits.tick()) await limits.pause();
      this.expanded++;
      nodes.take(node);
      while (nodes.next()) {
        this.generated++;
        const here = nodes.visit();
        if (here !== NO_NODE && nodes.isIn(other.nodes)) return here;
      }
      if (this.expanded + other.expanded >= watch.due) watch.report();
    }
    return NO_NODE;
  }
}

/** Estimator of the moves to the goal. */
export interface Estimator {
  /** Returns the estimate of a node with which the search begins. @throws SpaceError */
  first(node: Node): number;
  /**
   * Returns the estimate of the state that the current move of a node leads to.
   * @param estimate of the node
   * @param known of the state; undefined if it is new
   * @throws SpaceError if the estimates are not consistent
   */
  next(node: Node, estimate: number, known: number | undefined): number;
  /** Returns true if a node is the goal. @throws SpaceError if its estimate is not 0 */
  isGoal(node: Node, estimate: number): boolean;
}

/**
 * Finds a shortest path by A*: always expands the node with the least sum f = g + h of moves so far, g, and estimated
 * remaining moves, h. Of several such nodes it takes one with the largest g, which is nearest to the goal.
 *
 * A node that is reached again by a shorter path is reopened. With a consistent heuristic, that never happens after its
 * expansion. Its old entry stays in the queue, and is recognised by its g when it is taken.
 *
 * Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost paths",
 * IEEE Transactions on Systems Science and Cybernetics 4 (1968).
 *
 * @param nodes of the first states, with their moves
 * @throws as findPath
 */
export async function findByAStar<State>(
  nodes: Nodes<State>,
  estimates: Estimator,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath<State>> {
  const open = new OpenNodes(limits);
  for (let node = 0; node < nodes.size; node++) open.add(node, 0, estimates.first(node));
  let generated = 0;
  const effort = () => ({ expanded: open.expanded, generated, stored: nodes.size });
  watch.begin({ effort, whereabouts: () => open.whereabouts(nodes), lowerBound: () => open.lowerBound });
  for (let node = open.take(); node !== NO_NODE; node = open.take()) {
    const estimate = open.estimates.values[node];
    if (estimates.isGoal(node, estimate)) {
      return { path: nodes.pathThrough(nodes.statesFrom(node).reverse()), ...effort() };
    }
    if (limits.tick()) await limits.pause();
    open.expand(node);
    const depth = open.depths.values[node] + 1;
    nodes.take(node);
    while (nodes.next()) {
      generated++;
      const there = nodes.find();
      if (there === NO_NODE) {
        const rest = estimates.next(node, estimate, undefined);
        open.add(nodes.visit(), depth, rest);
        continue;
      }
      const rest = estimates.next(node, estimate, open.estimates.values[there]);
      if (depth >= open.depths.values[there]) continue;
      nodes.parents.values[there] = node;
      open.add(there, depth, rest);
    }
    if (open.expanded >= watch.due) watch.report();
  }
  return { path: null, ...effort() };
}

/* The open nodes of A*, to be expanded in the order of their promise. */

/** Maximum moves of a path: a priority is (MOST_DEPTH + 1) * f + MOST_DEPTH - g. */
const MOST_DEPTH = 65_535;

/** The nodes to be expanded, g and h of all nodes, and the number of nodes of each g. */
class OpenNodes {
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
  /** Moves that every path has at least: f of the node taken last, if the estimates are consistent. */
  lowerBound = 0;
  /** The node expanded last. */
  #last: Node = NO_NODE;

  constructor(limits: Limits) {
    this.#capacity = capacityOf([this.depths, this.estimates], limits);
    this.#queue = new PriorityQueue(limits);
  }

  /** Opens a node, or reopens it if a longer path to it is known. @throws LimitError */
  add(node: Node, depth: number, estimate: number): void {
    if (Math.max(depth, estimate) > MOST_DEPTH) throw new LimitError(`A* searches no deeper than ${MOST_DEPTH} moves`);
    this.#capacity.reserve(node);
    this.depths.values[node] = depth;
    this.estimates.values[node] = estimate;
    this.#queue.push(node, (depth + estimate) * (MOST_DEPTH + 1) + (MOST_DEPTH - depth));
  }

  /** Takes the best node; NO_NODE if there is none. */
  take(): Node {
    const queue = this.#queue;
    while (queue.size > 0) {
      const depth = depthOf(queue.firstPriority);
      const node = queue.pop();
      if (depth !== this.depths.values[node]) continue;
      this.lowerBound = depth + this.estimates.values[node];
      return node;
    }
    return NO_NODE;
  }

  /** Counts a node as expanded. */
  expand(node: Node): void {
    const depth = this.depths.values[node];
    this.#expandedOf[depth] = (this.#expandedOf[depth] ?? 0) + 1;
    this.#last = node;
    this.expanded++;
  }

  /** Returns the layers and the current node of the search. @param nodes all of them, each opened */
  whereabouts(nodes: Pick<Nodes<unknown>, 'size' | 'textOf'>): Whereabouts {
    const sizes: number[] = [];
    for (const depth of this.depths.values.subarray(0, nodes.size)) sizes[depth] = (sizes[depth] ?? 0) + 1;
    const expanded = sizes.map((_, depth) => this.#expandedOf[depth] ?? 0);
    const node = this.#last;
    return {
      layers: { expanded, frontier: sizes.map((size, depth) => size - expanded[depth]) },
      backward: null,
      bound: null,
      current: { state: nodes.textOf(node), g: this.depths.values[node], h: this.estimates.values[node] },
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

  /** The least priority; the queue must not be empty. */
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

  /** Removes the node of the least priority, and returns it; the queue must not be empty. */
  pop(): Node {
    const first = this.#nodes.values[0];
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
    return first;
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#nodes.values[from], this.#priorities.values[from]);
  }

  #set(at: number, node: Node, priority: number): void {
    this.#nodes.values[at] = node;
    this.#priorities.values[at] = priority;
  }
}
