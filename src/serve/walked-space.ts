/** A space that is no board, to walk in by its table. */

import { predecessorsOf } from '../space/neighbours.js';
import { readState, writeState } from '../space/space-text.js';
import type { SpaceTable } from '../table/space-table.js';
import { claimedAntipodes } from './claimed-antipodes.js';
import type { RandomSource } from './random-source.js';
import type { WalkedSpace } from './walks.js';

export class WalkedStateSpace implements WalkedSpace<number> {
  readonly histogram: readonly number[];
  readonly #table: SpaceTable;
  readonly #path: string | null;
  readonly #random: RandomSource;

  /** @param path of the table; null where it is in memory */
  constructor(table: SpaceTable, path: string | null, random: RandomSource) {
    this.histogram = table.histogram;
    this.#table = table;
    this.#path = path;
    this.#random = random;
  }

  randomState(): number {
    return this.#random.below(this.#table.space.size);
  }

  distance(state: number): number | null {
    return this.#table.distance(state);
  }

  /** None where moves cannot be undone and the space does not tell its predecessors. */
  nearer(state: number): number[] {
    const { space } = this.#table;
    const { distance, moves } = this.#table.neighbourhood(state);
    if (distance === null) return [];
    if (space.reversible) return moves.flatMap(({ to, distance: there }) => (there === distance - 1 ? [to] : []));
    if (space.predecessors === undefined) return [];
    return predecessorsOf(space, state).filter((before) => this.#table.distance(before) === distance - 1);
  }

  read(text: string): number {
    return readState(this.#table.space, text);
  }

  text(state: number): string {
    return writeState(this.#table.space, state);
  }

  async claimedAntipodes(): Promise<readonly string[]> {
    return this.#path === null ? [] : claimedAntipodes(this.#path);
  }
}
