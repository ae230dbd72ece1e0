/**
 * The layers of searches that expand nodes in the order in which they added them. Such nodes are stored layer by layer,
 * and their parents ascend: a layer ends before the first node whose parent is in it. So layers are found when a report
 * needs them, and searches do not count them.
 */

import type { LayerCounts, Whereabouts } from '../question/counts.js';
import type { Node } from './node.js';

/** The search from one end. */
export interface LayeredSide {
  readonly nodes: {
    readonly size: number;
    readonly parents: Int32Array;
  };
  /** Number of nodes expanded: the first ones of the list. */
  readonly expanded: number;
  /** Returns the text of a node's state. */
  textOf(node: Node): string;
}

/**
 * Returns the layers and the current node of a breadth-first search.
 * @param backward the side from the goal; null if there is none
 * @param last the side that expanded the last node
 */
export function whereaboutsOfLayers(
  forward: LayeredSide,
  backward: LayeredSide | null,
  last: LayeredSide,
): Whereabouts {
  const layers = layersOf(forward);
  const behind = backward && layersOf(backward);
  // A side that has just got its turn may not have expanded a node yet.
  const side = last.expanded === 0 && backward !== null ? otherThan(last, forward, backward) : last;
  const { expanded } = side === backward && behind !== null ? behind : layers;
  return {
    layers,
    backward: behind,
    bound: null,
    current: { state: side.textOf(side.expanded - 1), g: lastDepth(expanded), h: null },
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
function endOfLayer({ size, parents }: LayeredSide['nodes'], begin: Node): Node {
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
