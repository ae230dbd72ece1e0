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

import {
  checkEstimateOfStart,
  checkMove,
  estimateOf,
  newNeighbours,
  predecessorsOf,
  writeNeighbours,
} from '../../space/answers.js';
import { describeState, NO_STATE, type NumberedStates, SpaceError, writeState } from '../../space/definition.js';
import { LimitError, type Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import { type FoundPath, pathThrough, type StateEnds } from '../question/question.js';
import {
  boundOfLayers,
  Capacity,
  FIRST_CAPACITY,
  grown,
  type LayeredSide,
  NO_NODE,
  type Node,
  NodeHash,
  whereaboutsOfLayers,
} from './node.js';
import { MOST_DEPTH, OpenNodes } from './open-nodes.js';

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

/**
 * A* over numbered states: src/search/nodes/position-searches.ts describes it.
 *
 * Every move is checked to change the estimate as a consistent heuristic would.
 */

/**
 * Finds a shortest path.
 * @param heuristic name of a heuristic of the space; all states in `to` are starts of the space
 * @throws SpaceError if the space or its heuristic contradicts itself; LimitError if the search reaches a limit; the
 * signal's reason
 */
export async function findByAStar(
  space: NumberedStates,
  { from, to }: StateEnds,
  heuristic: string,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath> {
  const nodes = new StateNodes(limits);
  const known = new StateHash(nodes, limits);
  const open = new OpenNodes(limits);
  const goals = new Set(to);
  const next = newNeighbours(space);
  for (const state of new Set(from)) {
    const node = nodes.add(state, NO_NODE);
    known.insert(node);
    open.add(node, 0, withinDepth(estimateOf(space, heuristic, state)));
  }
  let generated = 0;
  const effort = () => ({ expanded: open.expanded, generated, stored: nodes.size });
  const whereabouts = () => open.whereabouts((node) => writeState(space, nodes.states[node]));
  watch.begin(effort, whereabouts, () => open.lowerBound);
  for (let node = open.take(); node !== NO_NODE; node = open.take()) {
    const state = nodes.states[node];
    const estimate = open.estimates[node];
    if (goals.has(state)) {
      checkEstimateOfStart(space, heuristic, state, estimate);
      return { path: pathThrough(space, nodes.statesFrom(node).reverse()), ...effort() };
    }
    if (limits.tick()) await limits.pause();
    open.expand(node);
    const depth = withinDepth(open.depths[node] + 1);
    writeNeighbours(space, state, next);
    for (let move = 0; move < next.length; move++) {
      const near = next[move];
      if (near === NO_STATE) continue;
      generated++;
      const there = known.find(near);
      const rest = there === NO_NODE ? withinDepth(estimateOf(space, heuristic, near)) : open.estimates[there];
      checkMove(space, heuristic, state, estimate, near, rest);
      if (there === NO_NODE) {
        const found = nodes.add(near, node);
        known.insert(found);
        open.add(found, depth, rest);
      } else if (depth < open.depths[there]) {
        nodes.parents[there] = node;
        open.add(there, depth, rest);
      }
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

/** The nodes of a search over numbered states, in the order in which it reached them, and the path to each. */

export class StateNodes {
  readonly #capacity: Capacity;
  size = 0;
  /** The state of each node. */
  states: Float64Array;
  /** The node that each node was generated from; NO_NODE for those that the search began with. */
  parents: Int32Array;

  constructor(limits: Limits) {
    this.states = limits.allocate(8 * FIRST_CAPACITY, () => new Float64Array(FIRST_CAPACITY));
    this.parents = limits.allocate(4 * FIRST_CAPACITY, () => new Int32Array(FIRST_CAPACITY));
    this.#capacity = new Capacity(FIRST_CAPACITY, limits, (capacity) => this.#grow(capacity, limits));
  }

  /** @throws LimitError */
  add(state: number, parent: Node): Node {
    this.#capacity.reserve(this.size);
    this.states[this.size] = state;
    this.parents[this.size] = parent;
    return this.size++;
  }

  /** Returns the states from this node back to one that the search began with. */
  statesFrom(node: Node): number[] {
    const states: number[] = [];
    for (let at = node; at !== NO_NODE; at = this.parents[at]) states.push(this.states[at]);
    return states;
  }

  *#grow(capacity: number, limits: Limits): Generator<void, void> {
    this.states = yield* grown(this.states, capacity, limits);
    this.parents = yield* grown(this.parents, capacity, limits);
  }
}

/**
 * The states that a search has reached. Small spaces have a bit for each state. Large spaces, of which a search reaches
 * a small part, have a hash table of the nodes.
 */

interface VisitedStates {
  has(state: number): boolean;
  /** Adds the last node of the list, whose state has not been added yet. @throws LimitError */
  insert(node: Node): void;
}

/** Maximum states of a space with a bitset, 8 MiB. Larger spaces have a hash table of 8 to 16 bytes for each node. */
const MOST_STATES_OF_BITS = 2 ** 26;

/** @param size states of the space @throws LimitError */
export function visitedStates(size: number, list: StateNodes, limits: Limits): VisitedStates {
  return size <= MOST_STATES_OF_BITS ? new StateBits(size, list, limits) : new StateHash(list, limits);
}

class StateBits implements VisitedStates {
  readonly #list: StateNodes;
  readonly #words: Int32Array;

  constructor(size: number, list: StateNodes, limits: Limits) {
    const words = Math.ceil(size / 32);
    this.#list = list;
    this.#words = limits.allocate(4 * words, () => new Int32Array(words));
  }

  has(state: number): boolean {
    return (this.#words[state >>> 5] & (1 << (state & 31))) !== 0;
  }

  insert(node: Node): void {
    const state = this.#list.states[node];
    this.#words[state >>> 5] |= 1 << (state & 31);
  }
}

export class StateHash extends NodeHash implements VisitedStates {
  readonly #list: StateNodes;

  constructor(list: StateNodes, limits: Limits) {
    super(limits);
    this.#list = list;
  }

  has(state: number): boolean {
    return this.find(state) !== NO_NODE;
  }

  /** Returns the node of a state, or NO_NODE. */
  find(state: number): Node {
    const { states } = this.#list;
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = hash(state) & mask; ; slot = (slot + 1) & mask) {
      const node = slots[slot];
      if (node === NO_NODE || states[node] === state) return node;
    }
  }

  protected hashOf(node: Node): number {
    return hash(this.#list.states[node]);
  }
}

/** Mixes both halves of the number: multiplications carry them to the high bits, and shifts return those to the low bits. */
function hash(state: number): number {
  const mixed = Math.imul(state ^ Math.imul(state / 2 ** 32, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
