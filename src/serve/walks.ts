/**
 * States of a depth in spaces that are too large to enumerate again. Walks begin at random states, at the starts, and at known antipodes.
 * Each random move changes the distance by one towards the depth, until the depth is reached or no such move exists. States of a depth are
 * not equally likely: states on many shortest paths are found more often.
 */

import { InputError } from '../base/text.js';
import { predecessorsOf } from '../space/answers.js';
import { readState, writeState } from '../space/definition.js';
import { formatPosition } from '../spaces/board/position.js';
import { randomPosition, type SeededRandom } from '../spaces/board/random.js';
import { claimedAntipodes } from '../table/files/table-file.js';
import type { Table } from '../table/table.js';
import { isPauseDue, Once, pause } from './work.js';

/** Maximum number of walks for each requested state: few states have the maximum depth. */
const WALKS_PER_STATE = 20;
const WALKS_AT_LEAST = 200;
/** Maximum number of claimed antipodes that are looked up. */
const MOST_CLAIMS = 1000;

/** Walks in the space of a table, by its distances. States are texts. */
export class Walks {
  readonly #table: Table;
  readonly #random: SeededRandom;
  readonly #starts: readonly string[];
  /** The claimed antipodes that are correct, in the order of the claims. */
  readonly antipodes: Once<readonly string[]>;

  /** @param result path of a file that can list antipodes; null if there is none */
  constructor(table: Table, result: string | null, random: SeededRandom) {
    this.#table = table;
    this.#random = random;
    this.#starts = table.starts.map((state) => writeState(table.space, state));
    this.antipodes = new Once(async () => (result === null ? [] : this.#checkedAntipodes(result)));
  }

  /**
   * Finds different states of a depth, possibly fewer than `count`.
   * @throws TableError, SpaceError
   */
  async to(depth: number, count: number): Promise<string[]> {
    const antipodes = await this.antipodes.get();
    const wanted = Math.min(count, this.#table.histogram[depth]);
    const found = new Set<string>();
    const walks = WALKS_AT_LEAST + WALKS_PER_STATE * count;
    for (let walk = 0; walk < walks && found.size < wanted; walk++) {
      if (isPauseDue()) await pause();
      const end = await this.#walk(this.#begin(walk, antipodes), depth);
      if (end !== undefined) found.add(end);
    }
    return [...found];
  }

  /** Returns the state where a walk begins, of three kinds in turn. */
  #begin(walk: number, antipodes: readonly string[]): string {
    const known = [[], this.#starts, antipodes][walk % 3];
    return known.length === 0 ? this.#randomState() : known[this.#random.below(known.length)];
  }

  /**
   * Returns a random state, all states being equally likely. On boards, it is a reachable state: on some maps, moves reach only a few of
   * the states that have ranks.
   */
  #randomState(): string {
    const { space } = this.#table;
    if (space.board === null) return writeState(space, this.#random.state(space.size));
    const { board, goal } = space.board;
    return formatPosition(randomPosition(board, goal, this.#random));
  }

  /** Walks to a depth. @returns undefined if the walk does not reach it */
  async #walk(begin: string, depth: number): Promise<string | undefined> {
    let state = begin;
    let distance = this.#table.distance(begin);
    while (distance !== null && distance !== depth) {
      if (isPauseDue()) await pause();
      const wanted: number = distance + Math.sign(depth - distance);
      const next = this.#beside(state, distance, wanted);
      if (next.length === 0) return undefined;
      state = next[this.#random.below(next.length)];
      distance = wanted;
    }
    return distance === null ? undefined : state;
  }

  /**
   * Returns the neighbours of a state that have the distance `wanted`, which is one less or one more than the state's. There are none at
   * a smaller distance if moves cannot be undone and the space gives no predecessors.
   */
  #beside(state: string, distance: number, wanted: number): readonly string[] {
    const { space } = this.#table;
    if (space.reversible || wanted > distance) {
      const { moves } = this.#table.neighbourhood(state);
      return moves.flatMap((move) => (move.distance === wanted ? [move.to] : []));
    }
    if (space.predecessors === undefined) return [];
    const before = predecessorsOf(space, readState(space, state));
    return before.filter((each) => this.#table.distance(each) === wanted).map((each) => writeState(space, each));
  }

  async #checkedAntipodes(result: string): Promise<readonly string[]> {
    const claimed = await claimedAntipodes(result);
    const states: string[] = [];
    for (const text of new Set(claimed.slice(0, MOST_CLAIMS))) {
      if (isPauseDue()) await pause();
      const state = this.#stateOf(text);
      if (state !== undefined && this.#table.distance(state) === this.#table.maxDepth) states.push(state);
    }
    return states;
  }

  /** Reads a claim. @returns undefined if it is not a state, since the file beside a table can hold any text */
  #stateOf(text: string): string | undefined {
    try {
      return this.#table.normalize(text);
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}
