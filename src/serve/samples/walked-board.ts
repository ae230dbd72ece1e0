/** A board to walk in, by its table. */

import { formatPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { randomPosition, SeededRandom } from '../../spaces/board/random.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import type { RandomSource } from './random-source.js';
import type { WalkedSpace } from './walks.js';

export class WalkedBoard implements WalkedSpace<Position> {
  readonly histogram: readonly number[];
  readonly starts: readonly Position[];
  readonly #table: BoardWalker;
  readonly #random: SeededRandom;

  constructor(table: BoardWalker, random: RandomSource) {
    this.histogram = table.histogram;
    this.starts = [table.goal];
    this.#table = table;
    this.#random = new SeededRandom(random.below(2 ** 32));
  }

  randomState(): Position {
    return randomPosition(this.#table.board, this.#table.goal, this.#random);
  }

  distance(position: Position): number | null {
    return this.#table.distance(position);
  }

  beside(position: Position, _distance: number, wanted: number): Position[] {
    const { moves } = this.#table.neighbourhood(position);
    return moves.flatMap((move) => (move.distance === wanted ? [move.to] : []));
  }

  read(text: string): Position {
    return parsePosition(text, this.#table.board);
  }

  text(position: Position): string {
    return formatPosition(position);
  }
}
