/** Costs of tiles, each determined by the tile's cell alone. Heuristics add them up. */

import type { Board } from '../../spaces/board/board.js';
import { BLANK, type Position, type Tiles } from '../../spaces/board/position.js';

export class TileCosts {
  readonly #cells: number;
  /** [tile * cells + cell], in moves; 0 for the blank. */
  readonly #costs: Uint16Array;

  /** @param cost in moves, of a tile on `cell` that belongs on `goalCell` */
  constructor({ cells }: Board, goal: Position, cost: (cell: number, goalCell: number) => number) {
    this.#cells = cells;
    this.#costs = new Uint16Array(cells * cells);
    for (const [goalCell, tile] of goal.entries()) {
      if (tile === BLANK) continue;
      for (let cell = 0; cell < cells; cell++) this.#costs[tile * cells + cell] = cost(cell, goalCell);
    }
  }

  /** Returns the cost of a tile on a cell. */
  of(tile: number, cell: number): number {
    return this.#costs[tile * this.#cells + cell];
  }

  sum(tiles: Tiles): number {
    let sum = 0;
    for (let cell = 0; cell < this.#cells; cell++) sum += this.#costs[tiles[cell] * this.#cells + cell];
    return sum;
  }

  /** Returns the change of a tile's cost when it slides from one cell to another. */
  change(tile: number, from: number, to: number): number {
    return this.#costs[tile * this.#cells + to] - this.#costs[tile * this.#cells + from];
  }
}
