/**
 * The states of a permutation puzzle too large to be numbered in advance. A search numbers them in the order in which
 * it meets them.
 *
 * The start is number 0. Each colouring that a move leads to gets the next number if it has none yet. So searches of
 * numbered states also serve these puzzles, and the generated states that they store are those with numbers.
 */

import { InputError } from '../../base/text.js';
import { inversePermutation, type Permutation } from '../../permutations/permutation.js';
import type { NumberedStates, StateHeuristic } from '../../space/definition.js';
import type { LargePuzzle } from '../../space/space.js';
import { writeMoved } from '../../spaces/permutation/colourings/puzzle.js';
import type { Limits } from '../question/limits.js';
import type { SearchQuestion, SearchState, StateEnds } from '../question/question.js';
import { Capacity, FIRST_CAPACITY, grown, NO_NODE, NodeHash } from './node.js';

export class MetStates implements NumberedStates {
  readonly name: string;
  /** Upper bound of the states that a search can meet. */
  readonly size = Number.MAX_SAFE_INTEGER;
  readonly starts: readonly number[];
  readonly moves: readonly string[];
  readonly reversible: boolean;
  readonly heuristics: Readonly<Record<string, StateHeuristic>>;
  readonly #puzzle: LargePuzzle;
  readonly #colourings: Colourings;
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
    this.#colourings = new Colourings(points, limits);
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
    return this.#colourings.count;
  }

  /** Returns the ends of the path that a question asks for. @throws InputError if one of its ends is not a state; LimitError */
  endsOf({ from, to }: SearchQuestion): StateEnds {
    const read = (end: SearchState | string | undefined): readonly number[] => {
      if (end === undefined) return this.starts;
      if (typeof end === 'string') return [this.parse(end)];
      if (end instanceof Uint8Array && this.#isState(end)) return [this.#colourings.numberOf(end)];
      throw new InputError(`the states of ${this.name} are texts, or colourings of its ${this.#state.length} points`);
    };
    return { from: read(from), to: read(to) };
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
      writeMoved(from, moves[move], moved);
      next[move] = this.#colourings.numberOf(moved);
    }
  }
}

/** Colourings, numbered in the order in which they were added. */
class Colourings extends NodeHash {
  count = 0;
  readonly #points: number;
  readonly #capacity: Capacity;
  /** [number * points + point] */
  #colours: Uint8Array;

  constructor(points: number, limits: Limits) {
    super(limits);
    this.#points = points;
    const bytes = FIRST_CAPACITY * points;
    this.#colours = limits.allocate(bytes, () => new Uint8Array(bytes));
    this.#capacity = new Capacity(FIRST_CAPACITY, limits, (capacity) => this.#enlarge(capacity, limits));
  }

  /** Returns the number of a colouring, a new one if it has none. @throws LimitError */
  numberOf(colouring: Uint8Array): number {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = hash(colouring, 0, this.#points) & mask; slots[slot] !== NO_NODE; slot = (slot + 1) & mask) {
      if (this.#has(slots[slot], colouring)) return slots[slot];
    }
    return this.#add(colouring);
  }

  read(number: number, colouring: Uint8Array): void {
    const points = this.#points;
    const colours = this.#colours;
    for (let point = 0, at = number * points; point < points; point++, at++) colouring[point] = colours[at];
  }

  protected hashOf(number: number): number {
    return hash(this.#colours, number * this.#points, this.#points);
  }

  #has(number: number, colouring: Uint8Array): boolean {
    const points = this.#points;
    const colours = this.#colours;
    for (let point = 0, at = number * points; point < points; point++, at++) {
      if (colours[at] !== colouring[point]) return false;
    }
    return true;
  }

  #add(colouring: Uint8Array): number {
    this.#capacity.reserve(this.count);
    this.#colours.set(colouring, this.count * this.#points);
    this.insert(this.count);
    return this.count++;
  }

  *#enlarge(capacity: number, limits: Limits): Generator<void, void> {
    this.#colours = yield* grown(this.#colours, capacity * this.#points, limits);
  }
}

/**
 * Returns a hash of a colouring. A multiplication carries every colour to the high bits, and a shift returns those to
 * the low bits.
 */
function hash(colours: Uint8Array, begin: number, points: number): number {
  let mixed = 0;
  for (let at = begin; at < begin + points; at++) {
    mixed = Math.imul(mixed ^ colours[at], 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed;
}
