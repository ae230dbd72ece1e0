/** The states of a board and a goal by the plain numbering: their cells, moves and texts. */

import { type Board, colourOf, isLine } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { Arrangements, PLAIN_STATES_PER_WORD, type Shape, shapeOf } from './arrangements.js';
import { movesOf, oddCells, type PlainMove, type PlainSlide, pathOf, slidesOf } from './moves.js';

export class PlainBoard {
  readonly board: Board;
  readonly goal: Position;
  readonly shape: Shape;
  /** Number of states of the board, reached or not. */
  readonly size: number;
  /** Cells in the order in which their tiles are numbered. */
  readonly path: readonly number[];
  /** Cell of the goal's blank. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** [blank cell]: the moves to neighbouring cells. */
  readonly moves: readonly (readonly PlainMove[])[];
  /** [blank cell]: 1 if arrangements are odd, else 0. */
  readonly odd: readonly number[];
  /** [blank cell]: the moves of the metric. */
  readonly slides: readonly (readonly PlainSlide[])[];
  /** Blank cells with even distances, and those with odd distances. In the metric `multi`, both lists hold all cells. */
  readonly cellsAt: readonly [readonly number[], readonly number[]];
  /** The current arrangement. */
  readonly arrangements: Arrangements;

  /**
   * @param goal a position with its blank on `goalCell`, by default the ordered one
   * @param metric `single` by default
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
    this.size = board.cells * this.shape.arrangements;
    this.goalCell = goalCell;
    this.path = pathOf(board);
    this.goal = goal;
    this.moves = movesOf(board, this.path);
    this.odd = oddCells(board, this.path);
    this.slides = slidesOf(board, this.moves, metric);
    const cells = Array.from({ length: board.cells }, (_, cell) => cell);
    const isAt = (parity: number) => (cell: number) => metric === 'multi' || this.parityAt(cell) === parity;
    this.cellsAt = [cells.filter(isAt(0)), cells.filter(isAt(1))];
    this.arrangements = new Arrangements(this.shape);
  }

  /**
   * Returns 0 if the distances of a blank cell are even, else 1. Every move by one cell changes the colour of the
   * blank's cell.
   */
  parityAt(cell: number): number {
    return colourOf(this.board, cell) ^ colourOf(this.board, this.goalCell);
  }

  /**
   * Returns true if a bit of a word belongs to a state. The last four bits do not, nor do more bits on boards with few
   * tiles.
   */
  isState(word: number, bit: number): boolean {
    return bit < PLAIN_STATES_PER_WORD && word * PLAIN_STATES_PER_WORD + bit < this.shape.arrangements;
  }

  /** Returns the index of a state in an array of all states. */
  numberOf(cell: number, arrangement: number): number {
    return cell * this.shape.arrangements + arrangement;
  }

  /** Returns the position of a state as text. */
  positionText(cell: number, word: number, bit: number): string {
    const tiles = this.path.map((place) => this.goal[place]).filter((tile) => tile !== BLANK);
    // The goal's digits are all 0, except for the implied digit. Tiles are numbered so that it gets the parity of the goal's cell.
    if (this.odd[this.goalCell] === 1) tiles.push(...tiles.splice(-2).reverse());
    const position = new Array<number>(this.board.cells).fill(BLANK);
    const places = this.path.filter((place) => place !== cell);
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
