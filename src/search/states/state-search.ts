/**
 * Shortest paths between numbered states: breadth-first search from the start alone, or from both ends.
 *
 * Layers are numbered by their distance from the end at which their search began. If the layers 0 to a from the start
 * and 0 to b from the goal have no state in common, the distance is more than a + b. So the first state of layer a + 1
 * that the other side has reached is in its layer b, and a + 1 + b is the distance. If an outermost layer is empty, its
 * side has reached everything that it can, and no path exists. The smaller outermost layer is the next to be expanded.
 * Breadth-first search from the start is the same with b = 0 throughout.
 *
 * From the goal, the search continues to the states from which a move leads to a state: the neighbours if moves can be
 * undone, else the predecessors that the space gives.
 */

import { NO_STATE, type NumberedStates } from '../../space/definition.js';
import { SpaceError } from '../../space/errors.js';
import { newNeighbours, predecessorsOf, writeNeighbours } from '../../space/neighbours.js';
import { describeState, writeState } from '../../space/space-text.js';
import { boundOfLayers, type LayeredSide, whereaboutsOfLayers } from '../nodes/layers.js';
import { NO_NODE, type Node } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { StateEnds } from '../question/question.js';
import { StateNodes } from './state-nodes.js';
import { type FoundPath, pathThrough } from './state-path.js';
import { type VisitedStates, visitedStates } from './visited-states.js';

/**
 * Finds a shortest path.
 * @param algorithm that applies to the space
 * @throws SpaceError if the space contradicts itself; LimitError if the search reaches a limit; the signal's reason
 */
export async function findPath(
  space: NumberedStates,
  { from, to }: StateEnds,
  algorithm: 'bfs' | 'bidirectional',
  limits: Limits,
  watch: Watch,
): Promise<FoundPath> {
  const forward = new Side(space, from, neighboursOf(space), limits);
  const backward = new Side(space, to, algorithm === 'bidirectional' ? sourcesOf(space) : undefined, limits);
  const effort = () => ({
    expanded: forward.expanded + backward.expanded,
    generated: forward.generated + backward.generated,
    stored: forward.nodes.size + backward.nodes.size,
  });
  let last = forward;
  const behind = backward.grows ? backward : null;
  watch.begin(
    effort,
    () => whereaboutsOfLayers(forward, behind, last),
    () => boundOfLayers(forward, behind, last),
  );
  const states = await meet(space, forward, backward, watch, (side) => {
    last = side;
  });
  return { path: states && pathThrough(space, states), ...effort() };
}

/** Returns the states of a shortest path; null if none exists. */
async function meet(
  space: NumberedStates,
  forward: Side,
  backward: Side,
  watch: Watch,
  onSide: (side: Side) => void,
): Promise<number[] | null> {
  const both = forward.firstOf(backward);
  if (both !== undefined) return [both];
  for (;;) {
    const side = !backward.grows || forward.layerSize <= backward.layerSize ? forward : backward;
    if (side.layerSize === 0) return null;
    onSide(side);
    const other = side === forward ? backward : forward;
    const here = await side.expandLayer(other, watch);
    if (here === NO_NODE) continue;
    const there = other.outermost(side.nodes.states[here]);
    if (there === NO_NODE) throw notUndone(space, side === forward, side.nodes, here);
    const [ahead, behind] = side === forward ? [here, there] : [there, here];
    return [...forward.nodes.statesFrom(ahead).reverse(), ...backward.nodes.statesFrom(behind).slice(1)];
  }
}

/**
 * Returns the error of sides that meet at a state which one of them has expanded before. If the space did not
 * contradict itself, that side would have reached the state that the other side comes from.
 */
function notUndone(space: NumberedStates, forward: boolean, { states, parents }: StateNodes, node: Node): SpaceError {
  const from = describeState(space, states[parents[node]]);
  const to = describeState(space, states[node]);
  if (forward && !space.reversible) {
    return new SpaceError(
      `${space.name}: a move leads from state ${from} to state ${to}, but the space does not list the first as a predecessor`,
    );
  }
  const claim = space.reversible ? 'declares that moves can be undone' : 'lists the first as a predecessor';
  return new SpaceError(`${space.name}: no move leads from state ${to} to state ${from}, although the space ${claim}`);
}

/** Returns the states one step away, and NO_STATE for steps that do not exist. The array is valid until the next call. */
type Steps = (state: number) => ArrayLike<number>;

/** The search from one end. Nodes are added layer by layer, so the outermost layer is at the end of the list. */
class Side implements LayeredSide {
  readonly nodes: StateNodes;
  expanded = 0;
  generated = 0;
  readonly #space: NumberedStates;
  readonly #steps: Steps | undefined;
  readonly #limits: Limits;
  readonly #visited: VisitedStates;
  #layerBegin = 0;

  /** @param steps undefined if this side does not grow */
  constructor(space: NumberedStates, ends: readonly number[], steps: Steps | undefined, limits: Limits) {
    this.nodes = new StateNodes(limits);
    this.#space = space;
    this.#steps = steps;
    this.#limits = limits;
    this.#visited = visitedStates(space.size, this.nodes, limits);
    for (const state of new Set(ends)) this.#visited.insert(this.nodes.add(state, NO_NODE));
  }

  get grows(): boolean {
    return this.#steps !== undefined;
  }

  textOf(node: Node): string {
    return writeState(this.#space, this.nodes.states[node]);
  }

  get layerSize(): number {
    return this.nodes.size - this.#layerBegin;
  }

  /** Returns a state that the other side has also reached. */
  firstOf(other: Side): number | undefined {
    return this.nodes.states.subarray(0, this.nodes.size).find((state) => other.#visited.has(state));
  }

  /** Returns the node of a state of the outermost layer. */
  outermost(state: number): Node {
    return this.nodes.states.indexOf(state, this.#layerBegin);
  }

  /** Generates the next layer, up to the first node that the other side has reached. @returns that node, or NO_NODE */
  async expandLayer(other: Side, watch: Watch): Promise<Node> {
    if (this.#steps === undefined) throw new Error('a side that does not grow was expanded');
    const { nodes } = this;
    const layerEnd = nodes.size;
    for (let node = this.#layerBegin; node < layerEnd; node++) {
      if (this.#limits.tick()) await this.#limits.pause();
      this.expanded++;
      const near = this.#steps(nodes.states[node]);
      for (let step = 0; step < near.length; step++) {
        const state = near[step];
        if (state === NO_STATE) continue;
        this.generated++;
        if (this.#visited.has(state)) continue;
        const here = nodes.add(state, node);
        this.#visited.insert(here);
        if (other.#visited.has(state)) return here;
      }
      if (this.expanded + other.expanded >= watch.due) watch.report();
    }
    this.#layerBegin = layerEnd;
    return NO_NODE;
  }
}

function neighboursOf(space: NumberedStates): Steps {
  const next = newNeighbours(space);
  return (state) => {
    writeNeighbours(space, state, next);
    return next;
  };
}

/** Returns the backward steps: to the states from which a move leads to a state. */
function sourcesOf(space: NumberedStates): Steps {
  return space.reversible || space.predecessors === undefined
    ? neighboursOf(space)
    : (state) => predecessorsOf(space, state);
}
