/**
 * Shortest ways in state spaces of any kind: breadth-first search from the start alone, or from both ends.
 *
 * Layers are numbered by their distance from the end that they were searched from. Where the layers 0 to a from the start
 * and 0 to b from the goal have no state in common, the distance is more than a + b; so the first state of layer a + 1
 * that the other side has reached lies in its layer b, and a + 1 + b is the distance. Where an end's outermost layer is
 * empty, it has come everywhere that it can, and there is no way. The smaller outermost layer is the next to be expanded;
 * breadth-first search from the start is the same with b = 0 for good.
 *
 * From the goal, the search goes to the states that a move leads from: the neighbours, where moves can be undone, the
 * predecessors that the space gives, where not.
 */

import { InputError } from '../../base/input-error.js';
import type { NumberedStates } from '../../space/definition.js';
import { NO_STATE } from '../../space/definition.js';
import { SpaceError } from '../../space/errors.js';
import { newNeighbours, predecessorsOf, writeNeighbours } from '../../space/neighbours.js';
import { describeState, isState } from '../../space/space-text.js';
import { type LimitAdvice, Limits, type SearchLimits } from '../limits.js';
import { NO_NODE, type Node } from '../positions/node-list.js';
import { type VisitedStates, visitedStates } from '../positions/visited-states.js';
import { StateList } from './state-list.js';
import { type Way, wayThrough } from './state-way.js';

/** How a state space is searched. */
export const SPACE_SEARCHES = ['bfs', 'bidirectional'] as const;
export type SpaceSearchName = (typeof SPACE_SEARCHES)[number];

export interface SpaceSearchOptions extends SearchLimits {
  /** By default bidirectional, where moves can be undone or the space gives predecessors; bfs otherwise. */
  readonly algorithm?: SpaceSearchName | undefined;
}

/** Both ends of a way: the nearest of several states each. */
export interface SpaceQuestion {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** What it took to answer. */
export interface SpaceEffort {
  readonly algorithm: SpaceSearchName | 'table';
  /** Nodes whose moves were made. */
  readonly expanded: number;
  /** Nodes that a move led to, each time one did; the way back is one of them. */
  readonly generated: number;
  /** Nodes held in memory at once, at most. */
  readonly stored: number;
  readonly seconds: number;
}

/** A shortest way, or that there is none, and what it took to find it. */
export interface FoundWay extends SpaceEffort {
  readonly algorithm: SpaceSearchName;
  readonly way: Way | null;
}

/** Whether a space can be searched from the goal too. */
export function canSearchBackwards(space: NumberedStates): boolean {
  return space.reversible || space.predecessors !== undefined;
}

/**
 * Finds a shortest way.
 * @throws InputError where an end is no state of the space, or the algorithm not for it; SpaceError where the space
 * contradicts itself; LimitError where time or memory do not suffice; the signal's reason
 */
export async function findWay(
  space: NumberedStates,
  { from, to }: SpaceQuestion,
  options: SpaceSearchOptions = {},
): Promise<FoundWay> {
  const bothWays = canSearchBackwards(space);
  const { algorithm = bothWays ? 'bidirectional' : 'bfs' } = options;
  checkEnds(space, [...from, ...to]);
  checkAlgorithm(space, algorithm);
  const begin = performance.now();
  const limits = new Limits(options, adviceFor(algorithm, bothWays));
  limits.checkTime();
  const forward = new Side(space, from, neighboursOf(space), limits);
  const backward = new Side(space, to, algorithm === 'bidirectional' ? sourcesOf(space) : undefined, limits);
  const states = await meet(space, forward, backward);
  return {
    algorithm,
    way: states && wayThrough(space, states),
    expanded: forward.expanded + backward.expanded,
    generated: forward.generated + backward.generated,
    stored: forward.list.size + backward.list.size,
    seconds: (performance.now() - begin) / 1000,
  };
}

/** The states on a shortest way; null where there is none. */
async function meet(space: NumberedStates, forward: Side, backward: Side): Promise<number[] | null> {
  const both = forward.firstOf(backward);
  if (both !== undefined) return [both];
  for (;;) {
    const side = !backward.grows || forward.layerSize <= backward.layerSize ? forward : backward;
    if (side.layerSize === 0) return null;
    const other = side === forward ? backward : forward;
    const here = await side.expandLayer(other);
    if (here === NO_NODE) continue;
    const there = other.outermost(side.list.states[here]);
    if (there === NO_NODE) throw notUndone(space, side === forward, side.list, here);
    const [ahead, behind] = side === forward ? [here, there] : [there, here];
    return [...forward.list.statesFrom(ahead).reverse(), ...backward.list.statesFrom(behind).slice(1)];
  }
}

/**
 * What is wrong where the sides meet at a state that one of them has expanded before: it would have come from there to where the
 * other one comes from, if the moves were as the space says.
 */
function notUndone(space: NumberedStates, forward: boolean, { states, parents }: StateList, node: Node): SpaceError {
  const from = describeState(space, states[parents[node]]);
  const to = describeState(space, states[node]);
  if (forward && !space.reversible) {
    return new SpaceError(
      `${space.name}: a move leads from state ${from} to state ${to}, and the space does not give it as one of its predecessors`,
    );
  }
  const promise = space.reversible ? 'its moves can be undone' : 'it is one of its predecessors';
  return new SpaceError(
    `${space.name}: no move leads from state ${to} to state ${from}, although the space says that ${promise}`,
  );
}

/** Gives the states one step away; NO_STATE among them is none. The array holds until the next call. */
type Steps = (state: number) => ArrayLike<number>;

/** The search from one end. Nodes are added layer by layer, so the outermost layer is the end of the list. */
class Side {
  readonly list: StateList;
  expanded = 0;
  generated = 0;
  readonly #steps: Steps | undefined;
  readonly #limits: Limits;
  readonly #visited: VisitedStates;
  #layerBegin = 0;

  /** @param steps none where this side is not to grow */
  constructor(space: NumberedStates, ends: readonly number[], steps: Steps | undefined, limits: Limits) {
    this.list = new StateList(limits);
    this.#steps = steps;
    this.#limits = limits;
    this.#visited = visitedStates(space.size, this.list, limits);
    for (const state of new Set(ends)) this.#visited.insert(this.list.add(state, NO_NODE));
  }

  get grows(): boolean {
    return this.#steps !== undefined;
  }

  get layerSize(): number {
    return this.list.size - this.#layerBegin;
  }

  /** A state that the other side has reached as well. */
  firstOf(other: Side): number | undefined {
    return this.list.states.subarray(0, this.list.size).find((state) => other.#visited.has(state));
  }

  /** The node of a state of the outermost layer. */
  outermost(state: number): Node {
    return this.list.states.indexOf(state, this.#layerBegin);
  }

  /** Generates the next layer, or as much of it as does not touch the other side. @returns the node that does, or NO_NODE */
  async expandLayer(other: Side): Promise<Node> {
    if (this.#steps === undefined) throw new Error('a side that does not grow was expanded');
    const { list } = this;
    const layerEnd = list.size;
    for (let node = this.#layerBegin; node < layerEnd; node++) {
      if (this.#limits.tick()) await this.#limits.pause();
      this.expanded++;
      const near = this.#steps(list.states[node]);
      for (let step = 0; step < near.length; step++) {
        const state = near[step];
        if (state === NO_STATE) continue;
        this.generated++;
        if (this.#visited.has(state)) continue;
        const here = list.add(state, node);
        this.#visited.insert(here);
        if (other.#visited.has(state)) return here;
      }
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

/** The states that a move leads from to this one. */
function sourcesOf(space: NumberedStates): Steps {
  return space.reversible || space.predecessors === undefined
    ? neighboursOf(space)
    : (state) => predecessorsOf(space, state);
}

function checkEnds(space: NumberedStates, states: readonly number[]): void {
  const wrong = states.find((state) => !isState(space, state));
  if (wrong === undefined) return;
  throw new InputError(`the states of ${space.name} are the numbers 0 to ${space.size - 1}, found ${wrong}`);
}

function checkAlgorithm(space: NumberedStates, algorithm: SpaceSearchName): void {
  if (!SPACE_SEARCHES.includes(algorithm)) {
    throw new InputError(`a space is searched by one of ${SPACE_SEARCHES.join(', ')}; found '${algorithm}'`);
  }
  if (algorithm === 'bidirectional' && !canSearchBackwards(space)) {
    throw new InputError(
      `${space.name} has moves that cannot be undone and gives no predecessors, so it cannot be searched from the goal: take bfs`,
    );
  }
}

function adviceFor(algorithm: SpaceSearchName, bothWays: boolean): LimitAdvice {
  const advice = algorithm === 'bfs' && bothWays ? 'take bidirectional' : 'explore the space and solve from its table';
  return { time: advice, memory: advice };
}
