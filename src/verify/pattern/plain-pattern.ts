/** The states of a pattern by the plain numbering: their positions and moves, by docs/explanations/patterns.md alone. */

import { NO_STATE } from '../../space/definition.js';
import { type Board, DIRECTIONS } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { Pattern } from '../../spaces/pattern/pattern.js';
import { pathOf } from '../board/moves.js';
import { PlainArrangements } from './arrangements.js';
import { PlainPlacements } from './placements.js';

/** Stands for all tiles outside of the pattern in a position. */
export const UNLABELLED = -1;
/** Stands for a neighbouring place that does not exist. */
const NONE = -1;

/** A move from all states of a placement. */
interface PlacementMove {
  /** Index of the moving tile among the pattern's tiles along the path. */
  readonly from: number;
  /** Index in DIRECTIONS. */
  readonly direction: number;
  /** First state of the placement that the move leads to. */
  readonly first: number;
  /** [arrangement]: the arrangement after the move. */
  readonly arrangements: Uint16Array;
}

export class PlainPattern {
  /** Number of states, reached or not. */
  readonly size: number;
  /** [place on the path]: its cell. */
  readonly #path: readonly number[];
  /** [place]: the places above, below, left and right of it. */
  readonly #beside: readonly (readonly number[])[];
  readonly #placements: PlainPlacements;
  readonly #arrangements: PlainArrangements;
  /** [label]: its tile. Labels ascend along the path in the goal. */
  readonly #tileOf: readonly number[];
  /** [label]: the first of its tile's moves. */
  readonly #firstMove: readonly number[];
  /** Placement of the last call of `neighbours`, and its moves. */
  #placement = NONE;
  #moves: readonly PlacementMove[] = [];

  constructor({ board, goal, tiles }: Pattern) {
    this.#path = pathOf(board);
    this.#beside = this.#path.map((cell) => cellsBeside(board, cell).map((other) => this.#path.indexOf(other)));
    const masks = this.#beside.map((places) => maskOf(places.filter((place) => place !== NONE)));
    this.#placements = new PlainPlacements(masks, tiles.length);
    this.#arrangements = new PlainArrangements(tiles.length);
    this.size = this.#placements.count * this.#arrangements.count;
    this.#tileOf = this.#path.map((cell) => goal[cell]).filter((tile) => tiles.includes(tile));
    this.#firstMove = this.#tileOf.map((tile) => tiles.indexOf(tile) * DIRECTIONS.length);
  }

  /**
   * Returns the number of a state.
   * @param position a position with the pattern's tiles and the blank; all other tiles are ignored
   */
  numberOf(position: Position): number {
    const along = this.#path.map((cell) => this.#tileOf.indexOf(position[cell]));
    const set = maskOf([...along.keys()].filter((place) => along[place] >= 0));
    const blank = this.#path.indexOf(position.indexOf(BLANK));
    const arrangement = this.#arrangements.numberOf(along.filter((label) => label >= 0));
    return this.#placements.numberOf(set, blank) * this.#arrangements.count + arrangement;
  }

  /** Returns the position of a state, with the blank on the lowest cell of its region. */
  positionOf(state: number): number[] {
    const arrangement = state % this.#arrangements.count;
    const placement = (state - arrangement) / this.#arrangements.count;
    const position = this.#path.map(() => UNLABELLED);
    for (const [index, place] of this.#placesOf(this.#placements.setOf(placement)).entries()) {
      position[this.#path[place]] = this.#tileOf[this.#labelOn(arrangement, index)];
    }
    const region = this.#placesOf(this.#placements.regionOf(placement));
    position[Math.min(...region.map((place) => this.#path[place]))] = BLANK;
    return position;
  }

  /** Writes the neighbours of a state. Consecutive calls for states of the same placement are fastest. */
  neighbours(state: number, next: Float64Array): void {
    const arrangement = state % this.#arrangements.count;
    const placement = (state - arrangement) / this.#arrangements.count;
    if (placement !== this.#placement) {
      this.#moves = this.#movesFrom(placement);
      this.#placement = placement;
    }
    next.fill(NO_STATE);
    for (let index = 0; index < this.#moves.length; index++) {
      const { from, direction, first, arrangements } = this.#moves[index];
      next[this.#firstMove[this.#labelOn(arrangement, from)] + direction] = first + arrangements[arrangement];
    }
  }

  #movesFrom(placement: number): PlacementMove[] {
    const moves: PlacementMove[] = [];
    const set = this.#placements.setOf(placement);
    const region = this.#placements.regionOf(placement);
    for (const [from, place] of this.#placesOf(set).entries()) {
      const others = set & ~(1 << place);
      for (const [direction, to] of this.#beside[place].entries()) {
        if (to === NONE || ((region >>> to) & 1) === 0) continue;
        const first = this.#placements.numberOf(others | (1 << to), place) * this.#arrangements.count;
        const arrangements = this.#arrangements.carried(from, placesBefore(others, to));
        moves.push({ from, direction, first, arrangements });
      }
    }
    return moves;
  }

  #placesOf(mask: number): number[] {
    return [...this.#path.keys()].filter((place) => (mask >>> place) & 1);
  }

  #labelOn(arrangement: number, index: number): number {
    return this.#arrangements.labels[arrangement * this.#tileOf.length + index];
  }
}

function maskOf(places: readonly number[]): number {
  return places.reduce((mask, place) => mask | (1 << place), 0);
}

/** Returns the number of places of a set before a place. */
function placesBefore(set: number, place: number): number {
  let count = 0;
  for (let rest = set & ((1 << place) - 1); rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns the cells above, below, left and right of a cell, in the order of DIRECTIONS; NONE if there is none. */
function cellsBeside({ squares, rows, columns }: Board, cell: number): number[] {
  const row = Math.floor(squares[cell] / columns);
  const column = squares[cell] % columns;
  const cellAt = (r: number, c: number) =>
    r >= 0 && r < rows && c >= 0 && c < columns ? squares.indexOf(r * columns + c) : NONE;
  return [cellAt(row - 1, column), cellAt(row + 1, column), cellAt(row, column - 1), cellAt(row, column + 1)];
}
