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
  predecessorsOf,
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
import {
  endsOf,
  noMoveBetween,
  type Path,
  pathThrough,
  type SearchQuestion,
  type StateEnds,
} from '../question/question.js';
import { MetBytes, type Node, NodeColumn, Nodes, StateIndex, VisitedBits } from './node.js';
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
        : new VisitedBits(states, space.size, (state, at) => state[at], limits),
    );
    this.#space = space;
    const next = newNeighbours(space);
    this.#steps =
      backward && !space.reversible && space.predecessors !== undefined
        ? (state) => predecessorsOf(space, state)
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

/**
 * The states of a permutation puzzle too large to be numbered in advance.
 *
 * The start is number 0. Each colouring that a move leads to gets the next number if it has none yet. So searches of
 * numbered states also serve these puzzles, and the generated states that they store are those with numbers.
 */
export class MetStates implements NumberedStates {
  readonly name: string;
  /** Upper bound of the states that a search can meet. */
  readonly size = Number.MAX_SAFE_INTEGER;
  readonly starts: readonly number[];
  readonly moves: readonly string[];
  readonly reversible: boolean;
  readonly heuristics: Readonly<Record<string, StateHeuristic>>;
  readonly #puzzle: LargePuzzle;
  readonly #colourings: MetBytes;
  readonly #inverses: readonly Permutation[];
  readonly #state: Uint8Array;
  readonly #moved: Uint8Array;

  /** @throws LimitError */
  constructor(puzzle: LargePuzzle, limits: Limits) {
    const { points, moves } = puzzle.group.puzzle;
    this.name = puzzle.name;
    this.moves = puzzle.moves;
    this.reversible = puzzle.reversible;
    this.#puzzle = puzzle;
    this.#inverses = moves.map(inversePermutation);
    this.#state = new Uint8Array(points);
    this.#moved = new Uint8Array(points);
    this.#colourings = new MetBytes(points, limits);
    this.heuristics = Object.fromEntries(
      Object.entries(puzzle.heuristics ?? {}).map(([name, estimate]) => [
        name,
        (state: number) => estimate(this.#read(state)),
      ]),
    );
    this.starts = puzzle.starts.map((start) => this.#colourings.numberOf(start));
  }

  /** Number of states met, which are all in memory. */
  get met(): number {
    return this.#colourings.size;
  }

  /** Returns the ends of the path that a question asks for. @throws InputError if one of its ends is not a state; LimitError */
  endsOf(question: SearchQuestion): StateEnds {
    return endsOf(this.starts, question, (end) => {
      if (typeof end === 'string') return this.parse(end);
      if (end instanceof Uint8Array && this.#isState(end)) return this.#colourings.numberOf(end);
      throw new InputError(`the states of ${this.name} are texts, or colourings of its ${this.#state.length} points`);
    });
  }

  /** Returns whether an array is a colouring with whole pieces. @throws InputError if it is, but no moves lead to it */
  #isState(colours: Uint8Array): boolean {
    const { solved } = this.#puzzle.group.puzzle;
    if (colours.toSorted().join() !== solved.toSorted().join()) return false;
    return this.#puzzle.parse(this.#puzzle.format(colours)).join() === colours.join();
  }

  neighbours(state: number, next: Float64Array): void {
    this.#writeMoved(state, this.#puzzle.group.puzzle.moves, next);
  }

  predecessors(state: number): readonly number[] {
    const found = new Float64Array(this.#inverses.length);
    this.#writeMoved(state, this.#inverses, found);
    return [...new Set(found)];
  }

  format(state: number): string {
    return this.#puzzle.format(this.colouringOf(state));
  }

  parse(text: string): number {
    return this.#colourings.numberOf(this.#puzzle.parse(text));
  }

  /** Returns the colouring of a state that was met. */
  colouringOf(state: number): Uint8Array {
    return this.#read(state).slice();
  }

  /** Returns the colouring of a state, until the next one is read. */
  #read(state: number): Uint8Array {
    this.#colourings.read(state, this.#state);
    return this.#state;
  }

  #writeMoved(state: number, moves: readonly Permutation[], next: Float64Array): void {
    const from = this.#read(state);
    const moved = this.#moved;
    for (let move = 0; move < moves.length; move++) {
      writeMovedFrom(from, 0, moves[move], moved);
      next[move] = this.#colourings.numberOf(moved);
    }
  }
}
