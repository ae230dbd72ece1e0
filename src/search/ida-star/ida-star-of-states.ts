/**
 * IDA* over numbered states: depth-first searches within a growing bound on f = g + h, on the calling thread.
 *
 * A path never returns to one of its states, so it contains no cycle, whether moves can be undone or not. If no moves
 * lead to the goal, no node exceeds the bound in some iteration, and the search ends.
 *
 * Every move is checked to change the estimate as a consistent heuristic would.
 */

import { checkEstimateOfStart, checkMove, estimateOf, newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, type NumberedStates, writeState } from '../../space/definition.js';
import type { Limits } from '../question/limits.js';
import type { ProgressNode, Watch } from '../question/progress.js';
import { type FoundPath, pathThrough, type StateEnds } from '../question/question.js';
import { Deepening } from './ida-star.js';

/**
 * Finds a shortest path.
 * @param heuristic name of a heuristic of the space; all states in `to` are starts of the space
 * @throws SpaceError if the space or its heuristic contradicts itself; LimitError if the search reaches a limit; the
 * signal's reason
 */
export async function findStatesByIdaStar(
  space: NumberedStates,
  { from, to }: StateEnds,
  heuristic: string,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath<number>> {
  const counts = new Deepening(watch);
  const search = new DepthFirst(space, to, heuristic, counts, limits);
  const roots = [...new Set(from)].map((state) => ({ state, estimate: estimateOf(space, heuristic, state) }));
  let solution: readonly number[] = [];
  return counts.run(
    Math.min(...roots.map(({ estimate }) => estimate)),
    async (bound) => {
      search.excess = Number.POSITIVE_INFINITY;
      for (const { state, estimate } of roots) {
        const states = await search.below(state, estimate, bound);
        if (states === undefined) continue;
        solution = states;
        return { path: pathThrough(space, states), excess: 0 };
      }
      return { path: undefined, excess: search.excess };
    },
    () => Math.max(search.longest, solution.length),
    () => search.current,
  );
}

/** The nodes of a path, and the moves still to be tried at each. */
class DepthFirst {
  /** Minimum by which the bound was exceeded; infinite if it never was. */
  excess = Number.POSITIVE_INFINITY;
  readonly #space: NumberedStates;
  readonly #goals: ReadonlySet<number>;
  readonly #heuristic: string;
  readonly #counts: Deepening;
  readonly #limits: Limits;
  /** The depth of the node expanded last. */
  #depth = 0;
  /** [depth] */
  readonly #states: number[] = [];
  readonly #estimates: number[] = [];
  readonly #moves: number[] = [];
  readonly #neighbours: Float64Array[] = [];

  constructor(space: NumberedStates, goals: readonly number[], heuristic: string, counts: Deepening, limits: Limits) {
    this.#space = space;
    this.#goals = new Set(goals);
    this.#heuristic = heuristic;
    this.#counts = counts;
    this.#limits = limits;
  }

  /** Number of nodes of the longest path so far. */
  get longest(): number {
    return this.#neighbours.length;
  }

  /** The node expanded last. */
  get current(): ProgressNode {
    const depth = this.#depth;
    return { state: writeState(this.#space, this.#states[depth]), g: depth, h: this.#estimates[depth] };
  }

  /** Searches from a state. @returns the states of a path to a goal, if one of at most `bound` moves was found */
  async below(root: number, rootEstimate: number, bound: number): Promise<number[] | undefined> {
    if (rootEstimate > bound) {
      this.excess = Math.min(this.excess, rootEstimate - bound);
      return undefined;
    }
    if (this.#isGoal(root, rootEstimate)) return [root];
    if (this.#limits.tick()) await this.#limits.pause();
    this.#expand(0, root, rootEstimate);
    for (let depth = 0; depth >= 0; ) {
      const move = this.#moves[depth]++;
      const neighbours = this.#neighbours[depth];
      if (move === neighbours.length) {
        depth--;
        continue;
      }
      const state = neighbours[move];
      if (state === NO_STATE) continue;
      this.#counts.generated++;
      if (this.#isOnPath(state, depth)) continue;
      const estimate = estimateOf(this.#space, this.#heuristic, state);
      checkMove(this.#space, this.#heuristic, this.#states[depth], this.#estimates[depth], state, estimate);
      const over = depth + 1 + estimate - bound;
      if (over > 0) {
        this.excess = Math.min(this.excess, over);
        continue;
      }
      if (this.#isGoal(state, estimate)) return [...this.#states.slice(0, depth + 1), state];
      if (this.#limits.tick()) await this.#limits.pause();
      this.#expand(++depth, state, estimate);
    }
    return undefined;
  }

  #isGoal(state: number, estimate: number): boolean {
    if (!this.#goals.has(state)) return false;
    checkEstimateOfStart(this.#space, this.#heuristic, state, estimate);
    return true;
  }

  #isOnPath(state: number, depth: number): boolean {
    for (let at = depth; at >= 0; at--) if (this.#states[at] === state) return true;
    return false;
  }

  #expand(depth: number, state: number, estimate: number): void {
    if (depth === this.#neighbours.length) {
      const bytes = 8 * (this.#space.moves.length + 3);
      this.#neighbours.push(this.#limits.allocate(bytes, () => newNeighbours(this.#space)));
    }
    this.#counts.expanded++;
    this.#depth = depth;
    this.#states[depth] = state;
    this.#estimates[depth] = estimate;
    this.#moves[depth] = 0;
    writeNeighbours(this.#space, state, this.#neighbours[depth]);
    const { expanded, watch } = this.#counts;
    if (expanded >= watch.due) watch.report();
  }
}
