/**
 * The cursor of a board: it moves from state to state, and determines from a table which neighbours are nearer to the goal. Shortest
 * solutions, to the goal and from it, know only the cursor; the meaning of the table's bits is in codes.ts.
 */

import { changeByRotation, rotateWindow } from '../permutations/lehmer.js';
import type { Metric } from '../spaces/board/board.js';
import { arrangementNumber, type Step, stepsOf, weightsOf } from '../spaces/board/numbering.js';
import { type BoardCode, boardCode, changeOf, type NumberedBoard, nearerCode } from './codes.js';
import type { TableStore } from './store.js';

/** Index of a direction in DIRECTIONS. */
type DirectionIndex = number;

/**
 * Number of a move: direction * most + count - 1, if the blank moves `count` cells in a direction and at most `most` cells
 * in any move. In the metric `single` the number is the direction.
 */
export type MoveIndex = number;

/**
 * Orientation of the caller's board relative to the table's, which can be turned or mirrored: the order in which each step tries the
 * directions, and [direction]: its letter u, d, l or r.
 */
export type Orientation = { readonly order: readonly DirectionIndex[]; readonly letters: readonly string[] };

/** Code of places beyond the board, and of states nearer than one that is not reached. No state has either. */
const NO_CODE = -1;
const NO_NEARER = -2;

export class Cursor {
  readonly #code: BoardCode;
  readonly #goalCell: number;
  readonly #arrangements: number;
  /** Maximum number of cells that the blank moves in one move. */
  readonly most: number;
  /** [cell][direction]; undefined at the edge of the board. */
  readonly #steps: readonly (readonly (Step | undefined)[])[];
  /** Weight of each digit in the number of the arrangement. That number is exact, because boards have at most 2^53 states. */
  readonly #weights: readonly number[];
  /** Lehmer digits of the current arrangement. They change with the cursor: copy them to keep them. */
  readonly digits: Int32Array;
  #cell = 0;
  /** Number of the arrangement: word * 60 + bit. */
  #arrangement = 0;
  #here = 0;
  /** Code of the states that are one nearer. */
  #nearer = 0;

  // The last move that was tried, and the state that it leads to.
  #move: MoveIndex = 0;
  #toCell = 0;
  #toArrangement = 0;
  /** Digits between the steps of a move. */
  readonly #between: Int32Array;

  constructor(board: NumberedBoard, store: TableStore) {
    const { geometry, goalCell, metric } = board;
    this.#code = boardCode(board, store);
    this.#goalCell = goalCell;
    this.#arrangements = geometry.arrangements;
    const { rows, columns } = geometry.board;
    this.most = metric === 'single' ? 1 : Math.max(rows, columns) - 1;
    this.#steps = stepsOf(geometry);
    this.#weights = weightsOf(geometry);
    this.digits = new Int32Array(geometry.digits);
    this.#between = new Int32Array(geometry.digits);
  }

  /** Number of the state: cell * arrangements + the number of the arrangement. */
  get index(): number {
    return this.#cell * this.#arrangements + this.#arrangement;
  }

  get cell(): number {
    return this.#cell;
  }

  get atGoal(): boolean {
    return this.#cell === this.#goalCell && this.#arrangement === 0;
  }

  /** Moves the cursor to a state. @throws TableError if the table cannot be read */
  place(cell: number, digits: Int32Array): void {
    this.digits.set(digits);
    this.#stand(cell, arrangementNumber(digits, this.#weights));
  }

  /** Returns true if a move exists from here and leads nearer to the goal. @throws as place */
  isNearer(move: MoveIndex): boolean {
    return this.#codeBeyond(move) === this.#nearer;
  }

  /**
   * Returns the change of the distance by a move from here, which must exist.
   * @returns -1, 0 or 1; NaN if the state that the move leads to is not reached according to the table
   * @throws as place
   */
  changeBy(move: MoveIndex): number {
    const code = this.#codeBeyond(move);
    const { modulus, notReached } = this.#code;
    return code === notReached ? Number.NaN : (changeOf(modulus, this.#here, code) ?? Number.NaN);
  }

  /** Makes the move of the last isNearer, which must have returned true. */
  step(): void {
    const direction = Math.floor(this.#move / this.most);
    for (let cell = this.#cell; cell !== this.#toCell; ) {
      const { to, first, last, rotation } = this.#steps[cell][direction] as Step;
      if (first !== last) rotateWindow(this.digits, first, last, rotation);
      cell = to;
    }
    this.#stand(this.#toCell, this.#toArrangement, this.#nearer);
  }

  #stand(cell: number, arrangement: number, code = this.#code.code(cell, arrangement)): void {
    this.#cell = cell;
    this.#arrangement = arrangement;
    this.#here = code;
    this.#nearer = code === this.#code.notReached ? NO_NEARER : nearerCode(this.#code, code);
  }

  /** Returns the code of the state that a move leads to; NO_CODE if the move leaves the board. */
  #codeBeyond(move: MoveIndex): number {
    const direction = Math.floor(move / this.most);
    let cell = this.#cell;
    let arrangement = this.#arrangement;
    let { digits } = this;
    for (let left = move - direction * this.most; ; left--) {
      const step = this.#steps[cell][direction];
      if (step === undefined) return NO_CODE;
      const { to, first, last, rotation } = step;
      if (first !== last) arrangement += changeByRotation(digits, first, last, rotation, this.#weights);
      cell = to;
      if (left === 0) break;
      if (digits === this.digits) {
        digits = this.#between;
        digits.set(this.digits);
      }
      if (first !== last) rotateWindow(digits, first, last, rotation);
    }
    this.#move = move;
    this.#toCell = cell;
    this.#toArrangement = arrangement;
    return this.#code.code(cell, arrangement);
  }
}

/** Maximum number of states of boards whose known distances are kept, in 2 bytes each: those of 2x5 are fewer. */
const MOST_KEPT = 2_000_000;

/**
 * Returns a function that gives the distance of a state to the goal; undefined as in Solutions. On small boards, the distances of all
 * states that were passed are kept, so that many queries take few steps each, if the whole way to the goal could be read.
 * @param states number of states of the board
 */
export function distancesBy(cursor: Cursor, states: number, maxDepth: number) {
  /** [state]: its distance plus 1, or 0 if it is not known; empty on larger boards. */
  const known = new Uint16Array(states <= MOST_KEPT ? states : 0);
  const moves = 4 * cursor.most;
  return (cell: number, digits: Int32Array): number | undefined => {
    const passed: number[] = [];
    cursor.place(cell, digits);
    for (; !cursor.atGoal && !known[cursor.index]; cursor.step()) {
      if (passed.length === maxDepth) return undefined;
      passed.push(cursor.index);
      let move = 0;
      while (move < moves && !cursor.isNearer(move)) move++;
      if (move === moves) return undefined;
    }
    let distance = cursor.atGoal ? 0 : known[cursor.index] - 1;
    for (let at = passed.length - 1; at >= 0; at--) known[passed[at]] = ++distance + 1;
    return distance > maxDepth ? undefined : distance;
  };
}

/** Stands for the move before the first one: no move undoes it. */
const NO_MOVE: MoveIndex = -1;

/** A state on one of the shortest paths to the goal. */
interface Node {
  readonly cell: number;
  readonly digits: Int32Array;
  /** Preferred move towards the end, as its index in the order of moves, and the state that it leads to. Missing at the end. */
  onward?: { readonly preference: number; readonly node: Node };
}

export type Solutions = ReturnType<typeof solutionsBy>;

/**
 * Shortest solutions in one orientation. `down` and `up` return undefined if the table contradicts itself: no neighbour is nearer, or
 * the solution is longer than `maxDepth`; and throw a TableError if the table cannot be read.
 */
export function solutionsBy(
  cursor: Cursor,
  { order: directions, letters }: Orientation,
  metric: Metric,
  maxDepth: number,
) {
  const { most } = cursor;
  const counts = Array.from({ length: most }, (_, index) => index + 1);
  /** Moves, in the order in which they are tried: by direction, and in each direction the shortest first. */
  const order = directions.flatMap((direction) => counts.map((count) => direction * most + count - 1));
  /** [move]: its name, `u` or, in the metric `multi`, `u2`. */
  const names = letters.flatMap((letter) =>
    counts.map((count) => (metric === 'single' ? letter : `${letter}${count}`)),
  );
  /** [move]: the move that undoes it: u and d, l and r are neighbours in DIRECTIONS. */
  const undoes = names.map((_, move) => (Math.floor(move / most) ^ 1) * most + (move % most));

  /** Returns the solution from a state to the goal that makes the first move, in the order of moves, that leads nearer. */
  function down(cell: number, digits: Int32Array): string | undefined {
    cursor.place(cell, digits);
    let solution = '';
    // The move that undoes the last one leads further, so it is not tried.
    let back = NO_MOVE;
    for (let steps = 0; !cursor.atGoal; steps++) {
      let tried = 0;
      while (tried < order.length && (order[tried] === back || !cursor.isNearer(order[tried]))) tried++;
      if (tried === order.length || steps === maxDepth) return undefined;
      const move = order[tried];
      cursor.step();
      back = undoes[move];
      solution += names[move];
    }
    return solution;
  }

  /**
   * Returns the solution from the goal to a state that is the first in the order of the moves. All shortest paths from the state to
   * the goal are followed together, layer by layer. Each state remembers the preferred move that leads back.
   */
  function up(cell: number, digits: Int32Array): string | undefined {
    let layer: Node[] = [{ cell, digits: digits.slice() }];
    for (let steps = 0; ; steps++) {
      cursor.place(layer[0].cell, layer[0].digits);
      if (cursor.atGoal) break;
      if (steps === maxDepth) return undefined;
      const next = new Map<number, Node>();
      for (const node of layer) {
        for (const move of order) {
          cursor.place(node.cell, node.digits);
          if (!cursor.isNearer(move)) continue;
          cursor.step();
          const { index } = cursor;
          const found = next.get(index) ?? { cell: cursor.cell, digits: cursor.digits.slice() };
          const preference = order.indexOf(undoes[move]);
          if (found.onward === undefined || preference < found.onward.preference) found.onward = { preference, node };
          next.set(index, found);
        }
      }
      if (next.size === 0) return undefined;
      layer = [...next.values()];
    }
    let solution = '';
    for (let { onward } = layer[0]; onward !== undefined; { onward } = onward.node)
      solution += names[order[onward.preference]];
    return solution;
  }

  return { down, up };
}
