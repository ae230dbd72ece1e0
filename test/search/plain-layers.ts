/** A minimal breadth-first search, from one end or both, with its progress after every node. */

import type { LayerCounts, SearchProgress } from '#src/search/question/progress.js';

interface Side {
  /** The states of each layer. */
  readonly layers: string[][];
  readonly parents: Map<string, string | null>;
  expanded: number;
}

/**
 * @param near returns the neighbours of a state in the order of the moves; boards leave out the one that it was reached from
 * @param bothEnds true to search from both ends; the smaller outermost layer is then expanded next
 * @returns the progress after each node; the last node is that whose expansion finds the goal
 */
export function plainLayers(
  near: (state: string, parent: string | null) => readonly string[],
  from: string,
  to: string,
  bothEnds: boolean,
  storesGoal: boolean,
): SearchProgress[] {
  const sideFrom = (state: string): Side => ({ layers: [[state]], parents: new Map([[state, null]]), expanded: 0 });
  const [forward, backward] = [sideFrom(from), sideFrom(to)];
  const after: SearchProgress[] = [];
  let generated = 0;
  for (;;) {
    const [one, other] = [forward, backward].map(({ layers }) => layers[layers.length - 1].length);
    const [side, facing] = bothEnds && other < one ? [backward, forward] : [forward, backward];
    const { layers, parents } = side;
    const layer = layers[layers.length - 1];
    const next: string[] = [];
    layers.push(next);
    for (const state of layer) {
      side.expanded++;
      let met = false;
      for (const reached of near(state, parents.get(state) ?? null)) {
        generated++;
        if (parents.has(reached)) continue;
        parents.set(reached, state);
        next.push(reached);
        met = facing.parents.has(reached);
        if (met) break;
      }
      after.push({
        expanded: forward.expanded + backward.expanded,
        generated,
        stored: forward.parents.size + (bothEnds || storesGoal ? backward.parents.size : 0),
        layers: countsOf(forward),
        backward: bothEnds ? countsOf(backward) : null,
        bound: null,
        current: { state, g: layers.indexOf(layer), h: null },
      });
      if (met) return after;
    }
  }
}

function countsOf({ layers, expanded }: Side): LayerCounts {
  let left = expanded;
  const counts: { expanded: number[]; frontier: number[] } = { expanded: [], frontier: [] };
  for (const { length } of layers.filter((layer) => layer.length > 0)) {
    const here = Math.min(left, length);
    left -= here;
    counts.expanded.push(here);
    counts.frontier.push(length - here);
  }
  return counts;
}
