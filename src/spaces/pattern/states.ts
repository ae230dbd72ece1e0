/**
 * The states of one pattern as positions and as texts.
 *
 * The text of a state is the board in reading order. It has the numbers of the pattern's tiles, and `.` for each other tile. An `x` shows the
 * blank on the first cell of its region in reading order. On 3x3, the goal of the pattern 1 2 3 is
 *
 *     1 2 3 x . . . . .
 *
 * because the blank can move from the last cell to all cells of the last two rows without moving one of these tiles.
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { formatBoard } from '../board/board.js';
import { BLANK } from '../board/position.js';
import { rankOfBytes } from '../permutation/rank.js';
import { type PatternGeometry, patternGeometryOf, placementOf } from './geometry.js';
import type { Pattern } from './pattern.js';

/** Stands for the label of a cell whose tile is not in the pattern, or which has no tile. */
const UNLABELLED = -1;
const FREE = '.';
const BLANK_SIGN = 'x';
const BLANK_SIGNS = ['x', 'X', '_', '0'];

/** The states of a pattern. */
export class PatternStates {
  readonly pattern: Pattern;
  readonly geometry: PatternGeometry;
  /** [label]: its tile. In the goal, labels ascend along the path. */
  readonly tileOf: readonly number[];
  /** State of the goal, from which distances are counted. */
  readonly goal: number;
  /** [tile]: its label. */
  readonly #labelOf: ReadonlyMap<number, number>;

  constructor(pattern: Pattern) {
    const { board, goal, tiles } = pattern;
    this.pattern = pattern;
    this.geometry = patternGeometryOf(board, tiles.length);
    this.tileOf = this.geometry.path.map((cell) => goal[cell]).filter((tile) => tiles.includes(tile));
    this.#labelOf = new Map(this.tileOf.map((tile, label) => [tile, label]));
    this.goal = this.#number(goal);
  }

  /** Returns the text of a state. */
  format(state: number): string {
    const { board, path, tiles, sets, regions, arrangements } = this.geometry;
    const placement = Math.floor(state / arrangements.count);
    const first = (state - placement * arrangements.count) * tiles;
    const signs = new Array<string>(board.cells).fill(FREE);
    let place = 0;
    for (const [index, cell] of path.entries()) {
      if ((sets[placement] >>> index) & 1) signs[cell] = String(this.tileOf[arrangements.labels[first + place++]]);
    }
    const region = path.filter((_, index) => (regions[placement] >>> index) & 1);
    signs[Math.min(...region)] = BLANK_SIGN;
    return signs.join(' ');
  }

  /**
   * Returns the state of a text. The signs are separated by spaces or commas, or written together if no tile of the pattern has two
   * digits. The `x` can be on any cell of the region.
   * @throws InputError if there are more or fewer signs than cells, or they are not the pattern's tiles and one blank
   */
  parse(text: string): number {
    const { board, tiles } = this.pattern;
    const words = text.split(/[\s,]+/).filter((word) => word !== '');
    const signs = words.length === 1 ? [...words[0]] : words;
    const expected = `a state of this pattern has the tiles ${tiles.join(' ')} and x once each, and ${FREE} on all other cells`;
    if (signs.length !== board.cells) {
      throw new InputError(
        `${expected}: ${board.cells} signs for ${formatBoard(board)}, found ${signs.length}: '${excerpt(text)}'`,
      );
    }
    const position = signs.map((sign) => {
      if (sign === FREE) return UNLABELLED;
      if (BLANK_SIGNS.includes(sign)) return BLANK;
      const tile = /^[1-9]\d?$/.test(sign) ? Number(sign) : UNLABELLED;
      if (tiles.includes(tile)) return tile;
      throw new InputError(`${expected}, found '${excerpt(sign, 12)}' in '${excerpt(text)}'`);
    });
    for (const tile of [...tiles, BLANK]) {
      const count = position.filter((other) => other === tile).length;
      if (count === 1) continue;
      const name = tile === BLANK ? BLANK_SIGN : `tile ${tile}`;
      throw new InputError(`${expected}, but ${name} occurs ${count} times in '${excerpt(text)}'`);
    }
    return this.#number(position);
  }

  /** Returns the number of a position's state. @param position tile on each cell; tiles outside the pattern are alike */
  #number(position: readonly number[]): number {
    const { path, placeOf, arrangements } = this.geometry;
    const labels: number[] = [];
    let set = 0;
    for (const [place, cell] of path.entries()) {
      const label = this.#labelOf.get(position[cell]);
      if (label === undefined) continue;
      set |= 1 << place;
      labels.push(label);
    }
    const placement = placementOf(this.geometry, set, placeOf[position.indexOf(BLANK)]);
    return placement * arrangements.count + rankOfBytes(Uint8Array.from(labels));
  }
}
