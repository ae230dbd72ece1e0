/** The states of a board around a goal, by the plain numbering: which cells, which moves, what a state looks like. */

import { type Board, colourOf, isLine } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { Arrangements, type Shape, STATES_PER_WORD, shapeOf } from './arrangements.js';
import { type Move, movesOf, oddCells, pathOf, type Slide, slidesOf } from './moves.js';

export class Space {
  readonly board: Board;
  readonly shape: Shape;
  /** The blank's cell in the goal. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** The moves to neighbouring cells from each cell of the blank. */
  readonly moves: readonly (readonly Move[])[];
  /** For each cell of the blank, 1 where arrangements are odd. */
  readonly odd: readonly number[];
  /** The moves of the metric from each cell of the blank. */
  readonly slides: readonly (readonly Slide[])[];
  /** Cells of the blank at an even and at an odd distance from the goal. Where a move slides several tiles these are all. */
  readonly cellsAt: readonly [readonly number[], readonly number[]];
  /** The one arrangement at hand. */
  readonly arrangements: Arrangements;
  readonly #path: readonly number[];
  readonly #goal: Position;

  /**
   * @param goal by default the ordered position of its blank cell
   * @param metric by default `single`
   */
  constructor(
    board: Board,
    goalCell: number,
    goal: Position = orderedPosition(board, goalCell),
    metric: Metric = 'single',
  ) {
    this.board = board;
    this.metric = metric;
    this.shape = shapeOf(board);
    this.goalCell = goalCell;
    this.#path = pathOf(board);
    this.#goal = goal;
    this.moves = movesOf(board, this.#path);
    this.odd = oddCells(board, this.#path);
    this.slides = slidesOf(board, this.moves, metric);
    const cells = Array.from({ length: board.cells }, (_, cell) => cell);
    const isAt = (parity: number) => (cell: number) => metric === 'multi' || this.parityAt(cell) === parity;
    this.cellsAt = [cells.filter(isAt(0)), cells.filter(isAt(1))];
    this.arrangements = new Arrangements(this.shape);
  }

  /** 0 where the distances of a blank cell are even, 1 where they are odd: every move by one cell changes the cell's colour. */
  parityAt(cell: number): number {
    return colourOf(this.board, cell) ^ colourOf(this.board, this.goalCell);
  }

  /** Whether a bit of a word stands for a state: not the last four, nor further bits of boards with few tiles. */
  isState(word: number, bit: number): boolean {
    return bit < STATES_PER_WORD && word * STATES_PER_WORD + bit < this.shape.arrangements;
  }

  /** The position of a state, as text. */
  positionText(cell: number, word: number, bit: number): string {
    const tiles = this.#path.map((place) => this.#goal[place]).filter((tile) => tile !== BLANK);
    // Numbers are given so that the goal, whose digits are 0 up to the implied one, has the parity of its cell.
    if (this.odd[this.goalCell] === 1) tiles.push(...tiles.splice(-2).reverse());
    const position = new Array<number>(this.board.cells).fill(BLANK);
    const places = this.#path.filter((place) => place !== cell);
    for (const [index, label] of this.#labels(cell, word, bit).entries()) position[places[index]] = tiles[label];
    return formatPosition(position);
  }

  #labels(cell: number, word: number, bit: number): number[] {
    if (isLine(this.board)) return Array.from({ length: this.board.cells - 1 }, (_, label) => label);
    this.arrangements.takeWord(word, this.odd[cell]);
    this.arrangements.takeBit(bit);
    return this.arrangements.labels();
  }
}
