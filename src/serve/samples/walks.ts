/**
 * States of a depth in spaces that are too large to enumerate again. Walks begin at random states, at the starts, and at known
 * antipodes. Each random move comes one nearer to the depth, until it is reached or no move does. States of a depth are not equally
 * likely: those on many shortest paths come more often.
 */

import { InputError } from '../../base/input-error.js';
import { isPauseDue, pause } from '../pause.js';
import { claimedAntipodes } from './claimed-antipodes.js';
import { Once } from './once.js';
import type { RandomSource } from './random-source.js';

/** What is walked in. */
export interface WalkedSpace<State> {
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** Where distances are counted from. */
  readonly starts: readonly State[];
  /** Each state as likely as any other; also one that is not reached. */
  randomState(): State;
  /** Returns null if the state is not reached. @throws TableError, SpaceError */
  distance(state: State): number | null;
  /**
   * The states beside one at a distance that have the distance `wanted`, which is one less or one more; none if the space
   * does not determine them. @throws as distance
   */
  beside(state: State, distance: number, wanted: number): readonly State[];
  /** @throws InputError */
  read(text: string): State;
  text(state: State): string;
}

/** Walks that are begun for each state that is wanted, at most: few states are as deep as the deepest. */
const WALKS_PER_STATE = 20;
const WALKS_AT_LEAST = 200;
/** Of more claimed antipodes only these are looked up. */
const MOST_CLAIMS = 1000;

export class Walks<State> {
  readonly #space: WalkedSpace<State>;
  readonly #path: string | null;
  readonly #random: RandomSource;
  readonly #antipodes: Once<readonly State[]>;

  /** @param path of the table, beside which antipodes may be listed; null if it is in memory */
  constructor(space: WalkedSpace<State>, path: string | null, random: RandomSource) {
    this.#space = space;
    this.#path = path;
    this.#random = random;
    this.#antipodes = new Once(() => this.#checkedAntipodes());
  }

  /** Texts of the claimed antipodes that are some, in the order in which they were claimed. @throws TableError, SpaceError */
  async antipodes(): Promise<readonly string[]> {
    return (await this.#antipodes.get()).map((state) => this.#space.text(state));
  }

  /**
   * Finds texts of different states of a depth; fewer than `count` if no more were found.
   * @throws TableError, SpaceError
   */
  async to(depth: number, count: number): Promise<string[]> {
    const { histogram } = this.#space;
    const antipodes = await this.#antipodes.get();
    const wanted = Math.min(count, histogram[depth]);
    const found = new Set<string>();
    const walks = WALKS_AT_LEAST + WALKS_PER_STATE * count;
    for (let walk = 0; walk < walks && found.size < wanted; walk++) {
      const end = await this.#walk(this.#begin(walk, antipodes), depth);
      if (end !== undefined) found.add(this.#space.text(end));
    }
    return [...found];
  }

  /** Where a walk begins: at one of three kinds of states in turn. */
  #begin(walk: number, antipodes: readonly State[]): State {
    const known = [[], this.#space.starts, antipodes][walk % 3];
    return known.length === 0 ? this.#space.randomState() : known[this.#random.below(known.length)];
  }

  /** Walks to a depth. @returns undefined if the walk does not come to it */
  async #walk(begin: State, depth: number): Promise<State | undefined> {
    if (isPauseDue()) await pause();
    const first = this.#space.distance(begin);
    if (first === null) return undefined;
    let state = begin;
    for (let distance = first; distance !== depth; ) {
      const wanted: number = distance + Math.sign(depth - distance);
      if (isPauseDue()) await pause();
      const next = this.#space.beside(state, distance, wanted);
      if (next.length === 0) return undefined;
      state = next[this.#random.below(next.length)];
      distance = wanted;
    }
    return state;
  }

  async #checkedAntipodes(): Promise<readonly State[]> {
    const { histogram } = this.#space;
    const claimed = this.#path === null ? [] : await claimedAntipodes(this.#path);
    const states: State[] = [];
    for (const text of new Set(claimed.slice(0, MOST_CLAIMS))) {
      if (isPauseDue()) await pause();
      const state = this.#stateOf(text);
      if (state !== undefined && this.#space.distance(state) === histogram.length - 1) states.push(state);
    }
    return states;
  }

  /** Reads a claim. @returns undefined if it is not a state: the file beside a table may be of anything */
  #stateOf(text: string): State | undefined {
    try {
      return this.#space.read(text);
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}
