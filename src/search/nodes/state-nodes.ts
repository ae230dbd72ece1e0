/**
 * Searches over numbered states, and over the states of puzzles too large to be numbered in advance, which get numbers as
 * they are met.
 *
 * From the goal, a search continues to the states from which a move leads to a state: the neighbours if moves can be
 * undone, else the predecessors that the space gives.
 */

import { InputError } from '../../base/text.js';
import { inversePermutation, type Permutation, writeMovedFrom } from '../../permutations/permutation.js';
import {
  checkEstimateOfStart,
  checkMove,
  estimateOf,
  newNeighbours,
  predecessorStates,
  writeNeighbours,
} from '../../space/answers.js';
import {
  describeState,
  NO_STATE,
  type NumberedStates,
  SpaceError,
  type StateHeuristic,
  writeState,
} from '../../space/definition.js';
import type { LargePuzzle } from '../../space/space.js';
import type { Limits } from '../question/limits.js';
import { LimitError } from '../question/progress.js';
import {
  endsOf,
  noMoveBetween,
  type Path,
  pathThrough,
  type SearchQuestion,
  type StateEnds,
} from '../question/question.js';
import { MetBytes, type Node, NodeColumn, Nodes, StateIndex, visitedBits } from './node.js';
import type { Estimator } from './searches.js';

/** Maximum states of a space with a bitset, 8 MiB. Larger spaces have a hash table of 8 to 16 bytes for each node. */
const MOST_STATES_OF_BITS = 2 ** 26;

/** The numbered states that a search has reached. */
export class StateNodes extends Nodes<number> {
  readonly countsAsGoal = true;
  readonly #space: NumberedStates;
  /** Returns the states one step away, and NO_STATE for steps that do not exist, in an array until the next call. */
  readonly #steps: (state: number) => ArrayLike<number>;

  /**
   * @param ends states of the first nodes
   * @param backward true if nodes lead to the states from which a move leads to theirs
   * @param hashed true if nodes are found by their states, however few states the space has
   * @throws LimitError
   */
  constructor(space: NumberedStates, ends: readonly number[], limits: Limits, backward = false, hashed = false) {
    super(new NodeColumn<Uint8Array | Float64Array>(Float64Array), limits, (states) =>
      hashed || space.size > MOST_STATES_OF_BITS
        ? new StateIndex(states, limits)
        : visitedBits(states, space.size, (state, at) => state[at], limits),
    );
    this.#space = space;
    const next = newNeighbours(space);
    this.#steps =
      backward && !space.reversible && space.predecessors !== undefined
        ? (state) => predecessorStates(space, state)
        : (state) => {
            writeNeighbours(space, state, next);
            return next;
          };
    this.near = ends;
    for (const at of ends.keys()) {
      this.at = at;
      this.visit();
    }
  }

  stateOf(node: Node): number {
    return this.states.values[node];
  }

  textOf(node: Node): string {
    return writeState(this.#space, this.stateOf(node));
  }

  pathThrough(states: readonly number[]): Path<number> {
    return pathThrough(this.#space, states);
  }

  take(node: Node): void {
    this.taken = node;
    this.near = this.#steps(this.stateOf(node));
    this.at = -1;
  }

  next(): boolean {
    const { near } = this;
    while (++this.at < near.length) if (near[this.at] !== NO_STATE) return true;
    return false;
  }

  /** Returns estimates of the moves to the starts of the space. Every move is checked to change them consistently. */
  estimatesBy(heuristic: string, goals: readonly number[]): Estimator {
    const space = this.#space;
    const goal = new Set(goals);
    return {
      first: (node) => estimateOf(space, heuristic, this.stateOf(node)),
      next: (node, estimate, known) => {
        const near = this.near[this.at];
        const rest = known ?? estimateOf(space, heuristic, near);
        checkMove(space, heuristic, this.stateOf(node), estimate, near, rest);
        return rest;
      },
      isGoal: (node, estimate) => {
        const state = this.stateOf(node);
        if (!goal.has(state)) return false;
        checkEstimateOfStart(space, heuristic, state, estimate);
        return true;
      },
    };
  }

  override notUndone(node: Node, forward: boolean): SpaceError {
    const space = this.#space;
    const [from, to] = [this.parents.values[node], node].map((each) => this.stateOf(each));
    if (!forward || space.reversible) return noMoveBetween(space, to, from);
    return new SpaceError(
      `${space.name}: a move leads from state ${describeState(space, from)} to state ${describeState(space, to)}, but the space does not list the first as a predecessor`,
    );
  }
}

/** Returns the limit that was reached while a space met new states, which appears as an error of the space; else the error itself. */
export function limitBehind(error: unknown): unknown {
  return error instanceof SpaceError && error.cause instanceof LimitError ? error.cause : error;
}

/**
 * Returns the states of a permutation puzzle too large to be numbered in advance.
 *
 * The start is number 0. Each colouring that a move leads to gets the next number if it has none yet. So searches of
 * numbered states also serve these puzzles, and the generated states that they store are those with numbers.
 * @throws LimitError
 */
export function metStates(puzzle: LargePuzzle, limits: Limits) {
  const { points, solved, moves } = puzzle.group.puzzle;
  const inverses = moves.map(inversePermutation);
  const colourings = new MetBytes(points, limits);
  const current = new Uint8Array(points);
  const moved = new Uint8Array(points);
  const starts = puzzle.starts.map((start) => colourings.numberOf(start));

  /** Returns the colouring of a state, until the next one is read. */
  function read(state: number): Uint8Array {
    colourings.read(state, current);
    return current;
  }

  function writeAll(state: number, permutations: readonly Permutation[], next: Float64Array): void {
    const from = read(state);
    for (let move = 0; move < permutations.length; move++) {
      writeMovedFrom(from, 0, permutations[move], moved);
      next[move] = colourings.numberOf(moved);
    }
  }

  /** Returns true if an array is a colouring with whole pieces. @throws InputError if it is, but no moves lead to it */
  function isState(colours: Uint8Array): boolean {
    if (colours.toSorted().join() !== solved.toSorted().join()) return false;
    return puzzle.parse(puzzle.format(colours)).join() === colours.join();
  }

  const parse = (text: string): number => colourings.numberOf(puzzle.parse(text));
  const heuristics: Record<string, StateHeuristic> = {};
  for (const [name, estimate] of Object.entries(puzzle.heuristics ?? {})) {
    heuristics[name] = (state) => estimate(read(state));
  }
  return {
    name: puzzle.name,
    /** Upper bound of the states that a search can meet. */
    size: Number.MAX_SAFE_INTEGER,
    starts,
    moves: puzzle.moves,
    reversible: puzzle.reversible,
    heuristics,
    neighbours: (state: number, next: Float64Array): void => writeAll(state, moves, next),
    predecessors(state: number): readonly number[] {
      const found = new Float64Array(inverses.length);
      writeAll(state, inverses, found);
      return [...new Set(found)];
    },
    format: (state: number): string => puzzle.format(read(state).slice()),
    parse,
    /** Returns the colouring of a state that was met. */
    colouringOf: (state: number): Uint8Array => read(state).slice(),
    /** Returns the number of states met, which are all in memory. */
    met: (): number => colourings.size,
    /** Returns the ends of the path that a question asks for. @throws InputError if one of its ends is not a state; LimitError */
    endsOf: (question: SearchQuestion): StateEnds =>
      endsOf(starts, question, (end) => {
        if (typeof end === 'string') return parse(end);
        if (end instanceof Uint8Array && isState(end)) return colourings.numberOf(end);
        throw new InputError(`the states of ${puzzle.name} are texts, or colourings of its ${points} points`);
      }),
  };
}
