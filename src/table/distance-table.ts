/** A distance table: distances to its goal, and shortest solutions. */

import { type Board, DIRECTIONS } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import {
  BLANK,
  checkPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parsePosition,
} from '../board/position.js';
import { isSolvable } from '../board/solvable.js';
import { type Geometry, geometryOf } from '../numbering/geometry.js';
import { goalOf, labelsOf, writeArrangement } from '../numbering/numbering.js';
import { spaceName, type TableContents } from './contents.js';
import { Cursor, type DirectionIndex } from './cursor.js';
import { Descent, lettersOf, type Orientation, type Way } from './descent.js';
import { TableError } from './errors.js';
import { FileWords, type TableWords, wordsInMemory } from './words.js';

/** The board as it is. */
const UPRIGHT: Orientation = { order: [...DIRECTIONS.keys()], letters: DIRECTIONS };

/**
 * Answers every solvable position of a board for one cell of the goal's blank, from one bit a state.
 * A table in a file is not loaded: a query reads the pages that it needs, and checks them.
 */
export class DistanceTable implements Disposable {
  readonly board: Board;
  /** The blank's cell in the goal. */
  readonly goalCell: number;
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /** @internal */
  readonly geometry: Geometry;
  readonly #words: TableWords;
  readonly #cursor: Cursor;
  readonly #descents = new Map<Orientation, Descent>();
  readonly #digits: Int32Array;
  readonly #orderedLabels: Int32Array;
  /** Where the table comes from, for messages. */
  readonly #name: string;

  private constructor(board: Board, goalCell: number, histogram: readonly number[], words: TableWords, name: string) {
    this.board = board;
    this.goalCell = goalCell;
    this.histogram = histogram;
    this.geometry = geometryOf(board);
    this.#words = words;
    this.#cursor = new Cursor(this.geometry, goalCell, words);
    this.#digits = new Int32Array(this.geometry.digits);
    this.#orderedLabels = labelsOf(this.geometry, this.goal);
    this.#name = name;
  }

  /**
   * Opens a table file.
   * @throws TableError where there is none, or it is damaged, cut short, of another version, or no table
   */
  static open(path: string): DistanceTable {
    const words = new FileWords(path);
    const { board, goalCell, header } = words.checked;
    return new DistanceTable(board, goalCell, header.histogram, words, path);
  }

  /** The table of an exploration that is in memory. */
  static of(contents: TableContents): DistanceTable {
    const { board, goalCell, histogram } = contents;
    return new DistanceTable(board, goalCell, histogram, wordsInMemory(contents), spaceName(board, goalCell));
  }

  /** The ordered position of the table's blank cell, the goal where none is given. */
  get goal(): Position {
    return orderedPosition(this.board, this.goalCell);
  }

  /** The greatest distance. */
  get maxDepth(): number {
    return this.histogram.length - 1;
  }

  close(): void {
    this.#words.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * Fewest moves from a position to the goal, 0..maxDepth, or null where no moves lead there.
   * @param goal a position with its blank on `goalCell`, by default `this.goal`
   * @throws InputError where a position is wrong or the goal's blank lies elsewhere; TableError where the table is damaged
   */
  distance(position: string | Position, goal?: string | Position): number | null {
    return this.solve(position, goal)?.length ?? null;
  }

  /**
   * A shortest solution: the blank's moves as letters u, d, l, r, the empty string where it is solved; null where
   * no moves lead to the goal. Of several solutions always the same: at each step the first of u, d, l, r that comes nearer.
   * @param goal,throws as distance
   */
  solve(position: string | Position, goal?: string | Position): string | null {
    const start = this.#read(position);
    const labels = goal === undefined ? this.#orderedLabels : this.labels(this.#read(goal));
    const way = this.descend(start, labels, UPRIGHT);
    return way && lettersOf(way);
  }

  /**
   * @internal
   * What the table calls the tiles of a goal.
   * @throws InputError where the goal's blank lies not on the table's goal cell
   */
  labels(goal: Position): Int32Array {
    if (goal[this.goalCell] !== BLANK) {
      throw new InputError(
        `the table ${this.#name} is for goals with the blank on cell ${this.goalCell}, found ${formatPosition(goal)}`,
      );
    }
    return labelsOf(this.geometry, goal);
  }

  /**
   * @internal
   * Goes from a position down to the goal.
   * @param labels of the goal
   * @param orientation the same object for the same orientation
   * @returns the directions taken, null where no moves lead to the goal
   * @throws TableError where the table is damaged
   */
  descend(start: Position, labels: Int32Array, orientation: Orientation): Way | null {
    if (!writeArrangement(this.geometry, labels, start, this.#digits)) return null;
    let descent = this.#descents.get(orientation);
    if (descent === undefined) {
      descent = new Descent(this.#cursor, orientation, this.geometry.states, this.maxDepth);
      this.#descents.set(orientation, descent);
    }
    const way = descent.from(start.indexOf(BLANK), this.#digits);
    return way ?? this.#deadEnd(start, labels);
  }

  /**
   * @internal
   * The way that begins at the table's goal and ends at `end`, which is as long as the one down from there. All
   * shortest ways down are walked, so that the one asked for can be chosen from the goal on.
   * @param labels,orientation,returns,throws as descend; directions are those of the way that begins at the goal
   */
  ascend(end: Position, labels: Int32Array, { order, letters }: Orientation): Way | null {
    const cursor = this.#cursor;
    if (!writeArrangement(this.geometry, labels, end, this.#digits)) return null;
    interface Node {
      readonly cell: number;
      readonly digits: Int32Array;
      /** The first of `order` that leads on towards `end`, and where to. */
      onward?: { readonly preference: number; readonly node: Node };
    }
    let layer: Node[] = [{ cell: end.indexOf(BLANK), digits: this.#digits.slice() }];
    for (let steps = 0; ; steps++) {
      cursor.place(layer[0].cell, layer[0].digits);
      if (cursor.atGoal) break;
      if (steps === this.maxDepth) return this.#deadEnd(end, labels);
      const next = new Map<string, Node>();
      for (const node of layer) {
        for (const [direction] of DIRECTIONS.entries()) {
          cursor.place(node.cell, node.digits);
          if (!cursor.isNearer(direction)) continue;
          cursor.step();
          const { cell, word, bit } = cursor.state;
          const key = `${cell} ${word} ${bit}`;
          const found = next.get(key) ?? { cell, digits: cursor.digits.slice() };
          const preference = order.indexOf(opposite(direction));
          if (found.onward === undefined || preference < found.onward.preference) found.onward = { preference, node };
          next.set(key, found);
        }
      }
      if (next.size === 0) return this.#deadEnd(end, labels);
      layer = [...next.values()];
    }
    let way = '';
    for (let { onward } = layer[0]; onward !== undefined; { onward } = onward.node)
      way += letters[order[onward.preference]];
    return { bytes: Buffer.from(way), begin: 0, end: way.length };
  }

  #read(position: string | Position): Position {
    return typeof position === 'string' ? parsePosition(position, this.board) : checkPosition(position, this.board);
  }

  /**
   * Where no neighbour is nearer: no moves lead from the position to the goal, or else the table is wrong.
   * @throws TableError
   */
  #deadEnd(position: Position, labels: Int32Array): null {
    if (!isSolvable(this.board, position, goalOf(this.geometry, labels, this.goalCell))) return null;
    throw new TableError(
      `the table ${this.#name} contradicts itself on the way from ${formatPosition(position)}; make it again`,
    );
  }
}

/** u and d, l and r are neighbours in DIRECTIONS. */
function opposite(direction: DirectionIndex): DirectionIndex {
  return direction ^ 1;
}
