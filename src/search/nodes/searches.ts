/**
 * Searches over states that are numbered as they are met, of boards and of all other spaces: breadth-first, from both
 * ends, and A*. On boards, no search makes the move that undoes the last one.
 */

import type { Effort, LayerCounts, Whereabouts } from '../question/counts.js';
import { LimitError, type Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { FoundPath } from '../question/question.js';
import { NO_NODE, type Node, type Nodes } from './node.js';
import { MOST_DEPTH, OpenNodes } from './open-nodes.js';

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
  const behind = bothEnds ? backward : null;
  watch.begin(
    effort,
    () => whereaboutsOfLayers(forward, behind, side),
    () => boundOfLayers(forward, behind, side),
  );
  for (let node = 0; node < start.size; node++) {
    if (goal.nodeOf(start, node) !== NO_NODE) return { path: start.pathThrough([start.stateOf(node)]), ...effort() };
  }
  for (;;) {
    side = !bothEnds || forward.layerSize <= backward.layerSize ? forward : backward;
    if (side.layerSize === 0) return { path: null, ...effort() };
    const other = side === forward ? backward : forward;
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
class Side<State> implements LayeredSide {
  readonly nodes: Nodes<State>;
  expanded = 0;
  generated = 0;
  /** The first node of the outermost layer. */
  layerBegin = 0;

  constructor(nodes: Nodes<State>) {
    this.nodes = nodes;
  }

  get layerSize(): number {
    return this.nodes.size - this.layerBegin;
  }

  /** Generates the next layer, up to the first node that the other side has reached. @returns that node, or NO_NODE */
  async expandLayer(other: Side<State>, limits: Limits, watch: Watch): Promise<Node> {
    const { nodes } = this;
    const layerEnd = nodes.size;
    for (let node = this.layerBegin; node < layerEnd; node++) {
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
    this.layerBegin = layerEnd;
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
  for (let node = 0; node < nodes.size; node++) open.add(node, 0, withinDepth(estimates.first(node)));
  let generated = 0;
  const effort = () => ({ expanded: open.expanded, generated, stored: nodes.size });
  const whereabouts = () => open.whereabouts((node) => nodes.textOf(node));
  watch.begin(effort, whereabouts, () => open.lowerBound);
  for (let node = open.take(); node !== NO_NODE; node = open.take()) {
    const estimate = open.estimates.values[node];
    if (estimates.isGoal(node, estimate)) {
      return { path: nodes.pathThrough(nodes.statesFrom(node).reverse()), ...effort() };
    }
    if (limits.tick()) await limits.pause();
    open.expand(node);
    const depth = withinDepth(open.depths.values[node] + 1);
    nodes.take(node);
    while (nodes.next()) {
      generated++;
      const there = nodes.find();
      if (there === NO_NODE) {
        const rest = withinDepth(estimates.next(node, estimate, undefined));
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

/** Returns a number of moves unchanged. @throws LimitError if the queue cannot hold it */
function withinDepth(moves: number): number {
  if (moves <= MOST_DEPTH) return moves;
  throw new LimitError(`A* searches no deeper than ${MOST_DEPTH} moves`);
}

/*
 * The layers of searches that expand nodes in the order in which they added them. Such nodes are stored layer by layer,
 * and their parents ascend: a layer ends before the first node whose parent is in it. So layers are found when a report
 * needs them, and searches do not count them.
 */

/** The search from one end. */
interface LayeredSide {
  readonly nodes: {
    readonly size: number;
    readonly parents: { readonly values: Int32Array };
    textOf(node: Node): string;
  };
  /** Number of nodes expanded: the first ones of the list. */
  readonly expanded: number;
}

/**
 * Returns the layers and the current node of a breadth-first search.
 * @param backward the side from the goal; null if there is none
 * @param last the side that expanded the last node
 */
function whereaboutsOfLayers(forward: LayeredSide, backward: LayeredSide | null, last: LayeredSide): Whereabouts {
  const layers = layersOf(forward);
  const behind = backward && layersOf(backward);
  // A side that has just got its turn may not have expanded a node yet.
  const side = last.expanded === 0 && backward !== null ? otherThan(last, forward, backward) : last;
  const { expanded } = side === backward && behind !== null ? behind : layers;
  return {
    layers,
    backward: behind,
    bound: null,
    current: { state: side.nodes.textOf(side.expanded - 1), g: lastDepth(expanded), h: null },
  };
}

/**
 * Returns the moves that every path has at least: one more than those of the complete layers from both ends, which have
 * no state in common.
 * @param last the side that is growing: the layer of the node that it expanded last is complete
 */
export function boundOfLayers(forward: LayeredSide, backward: LayeredSide | null, last: LayeredSide): number {
  const behind = backward === null ? 0 : layersOf(otherThan(last, forward, backward)).expanded.length - 1;
  return Math.max(0, lastDepth(layersOf(last).expanded)) + behind + 1;
}

function otherThan(side: LayeredSide, forward: LayeredSide, backward: LayeredSide): LayeredSide {
  return side === forward ? backward : forward;
}

/** Returns the depth of the node expanded last; -1 if there is none. */
function lastDepth(expanded: readonly number[]): number {
  return expanded.findLastIndex((nodes) => nodes > 0);
}

function layersOf({ nodes, expanded }: LayeredSide): LayerCounts {
  const layers: { expanded: number[]; frontier: number[] } = { expanded: [], frontier: [] };
  for (let begin = 0; begin < nodes.size; ) {
    const end = endOfLayer(nodes, begin);
    const opened = Math.min(Math.max(expanded, begin), end);
    layers.expanded.push(opened - begin);
    layers.frontier.push(end - opened);
    begin = end;
  }
  return layers;
}

/**
 * Returns the first node whose parent is not before this one. Doubles the step first, since most layers can be small,
 * then halves.
 */
function endOfLayer({ size, parents: { values: parents } }: LayeredSide['nodes'], begin: Node): Node {
  let low = begin + 1;
  let high = low;
  for (let step = 1; high < size && parents[high] < begin; step *= 2) {
    low = high + 1;
    high = Math.min(size, high + step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (parents[middle] < begin) low = middle + 1;
    else high = middle;
  }
  return low;
}
