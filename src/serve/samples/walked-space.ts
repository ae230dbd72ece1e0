/** A space other than a board, to walk in by its table. */

import { predecessorsOf } from '../../space/neighbours.js';
import { readState, writeState } from '../../space/space-text.js';
import type { Table } from '../../table/table.js';
import type { RandomSource } from './random-source.js';
import type { WalkedSpace } from './walks.js';

export class WalkedStateSpace implements WalkedSpace<number> {
  readonly histogram: readonly number[];
  readonly starts: readonly number[];
  readonly #table: Table;
  readonly #random: RandomSource;

  constructor(table: Table, random: RandomSource) {
    this.histogram = table.histogram;
    this.starts = table.starts;
    this.#table = table;
    this.#random = random;
  }

  randomState(): number {
    return this.#random.below(this.#table.space.size);
  }

  distance(state: number): number | null {
    return this.#table.distance(state);
  }

  /** Returns none nearer if moves cannot be undone and the space does not give predecessors. */
  beside(state: number, distance: number, wanted: number): readonly number[] {
    const { space } = this.#table;
    if (space.reversible || wanted > distance) {
      const { moves } = this.#table.neighbourhood(state);
      return moves.flatMap((move) => (move.distance === wanted ? [move.to] : []));
    }
    if (space.predecessors === undefined) return [];
    return predecessorsOf(space, state).filter((before) => this.#table.distance(before) === wanted);
  }

  read(text: string): number {
    return readState(this.#table.space, text);
  }

  text(state: number): string {
    return writeState(this.#table.space, state);
  }
}
