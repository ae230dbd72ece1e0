/** Searches over the positions of a board. */

import { factorial, rankOfBytes } from '../../permutations/lehmer.js';
import { type Board, type Metric, OPPOSITE } from '../../spaces/board/board.js';
import { type Slide, slideName, slidesFrom } from '../../spaces/board/moves.js';
import { BLANK, formatPosition, type Position } from '../../spaces/board/position.js';
import type { Heuristic } from '../question/heuristics.js';
import type { Limits } from '../question/limits.js';
import type { Path } from '../question/question.js';
import { NO_NODE, type Node, NodeColumn, Nodes, StateIndex, visitedBits } from './node.js';
import type { Estimator } from './searches.js';

/** The positions that a search has reached: the bytes of the tiles, and the cell of the blank. */
export class PositionNodes extends Nodes<Position> {
  readonly countsAsGoal = false;
  readonly #board: Board;
  readonly #metric: Metric;
  /** [blank's cell][the cell that it moves to]: the move, if it exists. */
  readonly #slides: readonly (readonly Slide[])[];
  /**
   * [blank's cell][1 + the cell that it came from, or 0]: the cells that it can move to, except the one that would undo the last
   * move. In the metric `multi`, the whole line of the last move is excluded, because one move would have led there as well.
   */
  readonly #onward: readonly (readonly (readonly number[])[])[];
  /** The position that the current move leads to. */
  readonly #tiles: Uint8Array;
  /** The cell of the blank of the node taken, and the cells that it can move to. */
  #blank = 0;
  #targets: readonly number[] = [];
  #move = 0;

  /**
   * @param position the first node
   * @param bits true to keep the visited positions as bits, one for each permutation of the cells, at its Cantor rank, unless they exceed a limit
   * that the caller has set
   * @throws LimitError
   */
  constructor(board: Board, metric: Metric, position: Position, limits: Limits, bits = false) {
    const { cells } = board;
    const tiles = Uint8Array.from([...position, position.indexOf(BLANK)]);
    const permutation = tiles.subarray(0, cells);
    super(new NodeColumn<Uint8Array | Float64Array>(Uint8Array, cells + 1), limits, (states) =>
      bits && !limits.exceedsGiven(factorial(cells) / 8)
        ? visitedBits(states, factorial(cells), () => rankOfBytes(permutation), limits)
        : new StateIndex(states, limits),
    );
    this.#board = board;
    this.#metric = metric;
    this.#tiles = tiles;
    this.near = tiles;
    const slides = Array.from({ length: cells }, (_, blank) => slidesFrom(board, blank, metric));
    this.#slides = slides.map((ofCell) => {
      const byTarget: Slide[] = [];
      for (const slide of ofCell) byTarget[targetOf(slide)] = slide;
      return byTarget;
    });
    this.#onward = slides.map((ofCell) => {
      const onward = [ofCell.map(targetOf)];
      for (const back of ofCell) {
        onward[1 + targetOf(back)] = ofCell.filter((slide) => !isIdle(slide, back, metric)).map(targetOf);
      }
      return onward;
    });
    this.visit();
  }

  stateOf(node: Node): Position {
    const { cells } = this.#board;
    const begin = node * (cells + 1);
    return Array.from(this.states.values.subarray(begin, begin + cells));
  }

  textOf(node: Node): string {
    return formatPosition(this.stateOf(node));
  }

  pathThrough(states: readonly Position[]): Path<Position> {
    const blanks = states.map((position) => position.indexOf(BLANK));
    const moves = blanks.slice(1).map((to, index) => slideName(this.#slides[blanks[index]][to], this.#metric));
    return { states, moves };
  }

  take(node: Node): void {
    const { cells } = this.#board;
    const { values } = this.states;
    const tiles = this.#tiles;
    const begin = node * (cells + 1);
    for (let index = 0; index <= cells; index++) tiles[index] = values[begin + index];
    const parent = this.parents.values[node];
    this.taken = node;
    this.#blank = tiles[cells];
    this.#targets = this.#onward[tiles[cells]][parent === NO_NODE ? 0 : 1 + values[parent * (cells + 1) + cells]];
    this.#move = 0;
  }

  next(): boolean {
    const { cells } = this.#board;
    const tiles = this.#tiles;
    const targets = this.#targets;
    const blank = this.#blank;
    if (this.#move > 0) this.#slide(targets[this.#move - 1], blank);
    if (this.#move === targets.length) return false;
    const to = targets[this.#move++];
    this.#slide(blank, to);
    tiles[cells] = to;
    return true;
  }

  /** Returns estimates of the moves to a goal, for this list of nodes in the metric `single`. */
  estimatesBy(heuristic: Heuristic, goal: Position): Estimator {
    const { cells } = this.#board;
    const tiles = this.#tiles;
    const position = tiles.subarray(0, cells);
    const last = [...goal, goal.indexOf(BLANK)];
    return {
      first: (node) => heuristic.estimate(this.stateOf(node)),
      // The change of the move back, from the position that the move has led to.
      next: (_node, estimate) => estimate - heuristic.change(position, tiles[cells], this.#blank),
      isGoal: (node) => this.states.holds(node, last, 0),
    };
  }

  /** Makes the move of the blank from one cell to another. */
  #slide(blank: number, to: number): void {
    const tiles = this.#tiles;
    const { cells } = this.#slides[blank][to];
    let empty = blank;
    for (let at = 0; at < cells.length; at++) {
      tiles[empty] = tiles[cells[at]];
      empty = cells[at];
    }
    tiles[to] = BLANK;
  }
}

/** The cell that the blank stops on. */
function targetOf({ cells }: Slide): number {
  return cells[cells.length - 1];
}

/** Returns whether a move is redundant after one that `back` would undo. */
function isIdle(slide: Slide, back: Slide, metric: Metric): boolean {
  if (metric === 'single') return targetOf(slide) === targetOf(back);
  return slide.direction === back.direction || slide.direction === OPPOSITE[back.direction];
}
