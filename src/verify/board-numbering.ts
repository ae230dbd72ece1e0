/**
 * The plain numbering of a board's states, by docs/reference/table-format.md alone: cells, moves and texts.
 *
 * This file repeats the work of src/spaces/board/numbering and src/engines in a plain form, because a table must not be
 * checked by the code that made it.
 */

import { InputError } from '../base/text.js';
import { NO_STATE } from '../space/definition.js';
import { type Board, colourOf, DIRECTIONS, formatBoard, isLine, type Metric } from '../spaces/board/board.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '../spaces/board/position.js';
import type { BoardOrigin, PlainStates } from './steps.js';

export type PlainBoard = ReturnType<typeof plainBoard>;

export function plainBoard(board: Board, goal: Position, metric: Metric) {
  const shape = boardShape(board);
  const goalCell = goal.indexOf(BLANK);
  const path = plainPath(board);
  /** [blank cell]: 1 if arrangements are odd, else 0. */
  const odd = oddCells(board, path);

  /**
   * Returns the states with the check's own moves. The states of a blank cell have consecutive numbers, and so do those of a word.
   * @param stride numbers from the first state of a word to that of the next: 64 in tables, else `statesOfWord`
   */
  function states(stride: number): PlainStates {
    const { words, still } = shape;
    const slides = slidesOf(board, path, metric, still);
    const statesOfCell = words * stride;
    const arrangements = new Arrangements(shape);
    let current = -1;
    let cell = 0;
    return {
      size: board.cells * statesOfCell,
      moves: Math.max(...slides.map(({ length }) => length)),
      starts: [goalCell * statesOfCell],
      // Consecutive calls for states of the same word are fastest.
      neighbours(state, next) {
        const word = Math.floor(state / stride);
        if (word !== current) {
          current = word;
          cell = Math.floor(word / words);
          arrangements.takeWord(word - cell * words, odd[cell]);
        }
        arrangements.takeBit(state - word * stride);
        const ofCell = slides[cell];
        for (let move = 0; move < next.length; move++) {
          if (move >= ofCell.length) {
            next[move] = NO_STATE;
            continue;
          }
          const { to, order } = ofCell[move];
          const inCell = order === null ? state - cell * statesOfCell : arrangements.numberAfter(order, stride);
          next[move] = to * statesOfCell + inCell;
        }
      },
    };
  }

  /** Returns the label of each tile along the path. */
  function labels(cell: number, word: number, bit: number): number[] {
    if (isLine(board)) return Array.from({ length: board.cells - 1 }, (_, label) => label);
    const arrangements = new Arrangements(shape);
    arrangements.takeWord(word, odd[cell]);
    arrangements.takeBit(bit);
    return arrangements.labels();
  }

  return {
    board,
    goal,
    /** Cell of the goal's blank. */
    goalCell,
    metric,
    shape,
    /** Number of states of the board, reached or not. */
    size: board.cells * shape.arrangements,
    /** Cells in the order in which their tiles are numbered. */
    path,
    /**
     * [blank cell]: the parity of its states' distances, as every move by one cell changes the colour of the blank's cell; null in the
     * metric `multi`, in which they have both.
     */
    parities: path.map((_, cell) => (metric === 'multi' ? null : colourOf(board, cell) ^ colourOf(board, goalCell))),
    /** Number of states of a word in an array of all states. */
    statesOfWord: Math.min(PLAIN_STATES_PER_WORD, shape.arrangements),
    states,
    /**
     * Returns the position of a state as text; undefined if the bit belongs to no state. The last four bits of a word do not, nor do more
     * bits on boards with few tiles.
     */
    positionText(cell: number, word: number, bit: number): string | undefined {
      if (bit >= PLAIN_STATES_PER_WORD || word * PLAIN_STATES_PER_WORD + bit >= shape.arrangements) return undefined;
      const tiles = path.map((place) => goal[place]).filter((tile) => tile !== BLANK);
      // The goal's digits are all 0, except for the implied digit. Tiles are numbered so that it gets the parity of the goal's cell.
      if (odd[goalCell] === 1) tiles.push(...tiles.splice(-2).reverse());
      const position = new Array<number>(board.cells).fill(BLANK);
      const places = path.filter((place) => place !== cell);
      for (const [index, label] of labels(cell, word, bit).entries()) position[places[index]] = tiles[label];
      return formatPosition(position);
    },
  };
}

/** Opens the states of a board in a worker. */
export function plainBoardStates({ board, goalCell, metric, stride }: BoardOrigin): PlainStates {
  return plainBoard(board, orderedPosition(board, goalCell), metric).states(stride);
}

/*
 * The numbering of the tiles' arrangements, by docs/reference/table-format.md alone. The tiles along the path without the
 * blank, numbered by the goal, are a permutation. Its Lehmer digits d[0..D-1] are a mixed-radix number: the last five
 * digits give the bit, all others the word. An object holds one arrangement at a time and allocates nothing for the next.
 *
 * Example: the digits of the 3x3 arrangement 1 0 2 3 4 5 7 6 are 1 0 0 0 0 0 1 0, so the word is 1 * 7 * 6 = 42 and the
 * bit 0: the digit d[6] = 1 only makes the sum even. (With the blank on an odd cell of a map it makes the sum odd.)
 */

/** States per 64-bit word, 5!/2. */
export const PLAIN_STATES_PER_WORD = 60;
/** Bits per word of a table. */
export const PLAIN_WORD_BITS = 64;
/** Number of digits that determine the bit. */
const LOW = 5;

/** The number of arrangements, and their places in words. */
type Shape = ReturnType<typeof boardShape>;

/**
 * Returns the shape of a board's table: the number of Lehmer digits; of leading digits that are always 0, on boards of fewer than five
 * tiles; of words per blank cell; and of arrangements per blank cell, numbered word * 60 + bit from 0. On some maps, moves do not reach all
 * of them.
 * @throws InputError if the board has more than 2^53 states
 */
function boardShape(board: Board) {
  const tiles = board.cells - 1;
  // The tiles of a single row or column keep their order.
  if (isLine(board)) return { digits: LOW, still: 0, words: 1, arrangements: 1 };
  let permutations = 1;
  for (let k = 2; k <= tiles; k++) permutations *= k;
  const arrangements = permutations / 2;
  if (!Number.isSafeInteger(board.cells * arrangements)) {
    throw new InputError(`${formatBoard(board)} has more than 2^53 states, too many to check`);
  }
  const words = Math.max(arrangements / PLAIN_STATES_PER_WORD, 1);
  return { digits: Math.max(tiles, LOW), still: Math.max(LOW - tiles, 0), words, arrangements };
}

class Arrangements {
  readonly #digits: number;
  /** Number of digits that determine the word. */
  readonly #high: number;
  readonly #still: number;
  /** The arrangement: the goal's number of each tile along the path, after the tiles that never move. */
  readonly #tiles: Uint8Array;
  /** Tiles not yet placed, in ascending order; after a word has been read, the last five. */
  readonly #left: Uint8Array;
  /** Index in LAST_FIVE of the first order for the word's parity. */
  #orders = 0;
  /** [number of `digits` bits]: its number of set bits. */
  readonly #ones: Uint8Array;

  constructor({ digits, still }: Shape) {
    this.#digits = digits;
    this.#high = digits - LOW;
    this.#still = still;
    this.#tiles = new Uint8Array(digits);
    this.#left = new Uint8Array(digits);
    this.#ones = new Uint8Array(1 << digits);
    for (let set = 1; set < this.#ones.length; set++) this.#ones[set] = this.#ones[set >> 1] + (set & 1);
  }

  /**
   * Reads the digits of a word, so that takeBit can select its arrangements.
   * @param odd 1 if the arrangements of the blank cell are odd, else 0
   */
  takeWord(word: number, odd: number): void {
    const tiles = this.#tiles;
    const left = this.#left;
    const high = this.#high;
    let rest = word;
    let sum = odd;
    for (let j = high - 1; j >= 0; j--) {
      const radix = this.#digits - j;
      const quotient = Math.floor(rest / radix);
      tiles[j] = rest - quotient * radix;
      sum += tiles[j];
      rest = quotient;
    }
    for (let tile = 0; tile < left.length; tile++) left[tile] = tile;
    for (let j = 0; j < high; j++) {
      const digit = tiles[j];
      tiles[j] = left[digit];
      for (let k = digit; k < left.length - 1; k++) left[k] = left[k + 1];
    }
    this.#orders = (sum % 2) * LAST_FIVE_OF_A_PARITY;
  }

  /** Selects an arrangement of the word. @param bit 0..59 */
  takeBit(bit: number): void {
    const tiles = this.#tiles;
    const left = this.#left;
    const order = this.#orders + bit * LOW;
    for (let j = 0; j < LOW; j++) tiles[this.#high + j] = left[LAST_FIVE[order + j]];
  }

  /** Returns the number of each tile along the path, without the blank. */
  labels(): number[] {
    return Array.from(this.#tiles.subarray(this.#still), (tile) => tile - this.#still);
  }

  /**
   * Returns word * stride + bit of the arrangement after a move. A digit counts the smaller tiles that follow: all smaller tiles minus
   * those that came before.
   * @param order of a PlainSlide
   */
  numberAfter(order: Uint8Array, stride: number): number {
    const tiles = this.#tiles;
    const ones = this.#ones;
    const high = this.#high;
    let before = 0;
    let word = 0;
    for (let j = 0; j < high; j++) {
      const tile = tiles[order[j]];
      const set = 1 << tile;
      word = word * (this.#digits - j) + tile - ones[before & (set - 1)];
      before |= set;
    }
    let bit = 0;
    for (let j = high; j < high + 3; j++) {
      const tile = tiles[order[j]];
      const set = 1 << tile;
      bit = bit * (this.#digits - j) + tile - ones[before & (set - 1)];
      before |= set;
    }
    return word * stride + bit;
  }
}

const LAST_FIVE_OF_A_PARITY = PLAIN_STATES_PER_WORD * LOW;

/**
 * Orders of the last five tiles for each bit: first for words whose sum of digits is even, then for odd sums. The bit
 * gives three digits with the radices 5, 4 and 3. The fourth digit makes the sum of all digits even. If arrangements
 * are odd, the two cases are swapped.
 */
const LAST_FIVE = new Uint8Array(2 * LAST_FIVE_OF_A_PARITY);
for (let parity = 0; parity < 2; parity++) {
  for (let bit = 0; bit < PLAIN_STATES_PER_WORD; bit++) {
    const digits = [Math.floor(bit / 12), Math.floor(bit / 3) % 4, bit % 3];
    digits.push((parity + digits[0] + digits[1] + digits[2]) % 2, 0);
    const left = [0, 1, 2, 3, 4];
    const order = digits.map((digit) => left.splice(digit, 1)[0]);
    LAST_FIVE.set(order, parity * LAST_FIVE_OF_A_PARITY + bit * LOW);
  }
}

/** A move in either metric: the blank moves one cell, or several in a line. */
interface PlainSlide {
  /** Cell that the blank moves to. */
  readonly to: number;
  /**
   * [index after the move]: index of the tile along the path before it, both after the tiles that never move. Null if no tile changes
   * its index, because all cells are adjacent on the path.
   */
  readonly order: Uint8Array | null;
}

/** Returns all moves of a metric from each blank cell. */
function slidesOf(board: Board, path: readonly number[], metric: Metric, still: number): PlainSlide[][] {
  const beside = cellsBeside(board);
  return path.map((_, cell) =>
    DIRECTIONS.flatMap((_, direction) => {
      const slides: PlainSlide[] = [];
      /** [cell]: the index of the tile on it. */
      const indices: number[] = [];
      for (const [index, place] of path.filter((place) => place !== cell).entries()) indices[place] = still + index;
      for (let at = cell, to = beside[at][direction]; to >= 0; at = to, to = beside[at][direction]) {
        indices[at] = indices[to];
        const order = path.filter((place) => place !== to).map((place) => indices[place]);
        order.unshift(...Array(still).keys());
        slides.push({ to, order: order.every((index, k) => index === k) ? null : Uint8Array.from(order) });
        if (metric === 'single') break;
      }
      return slides;
    }),
  );
}

/** Row and column of a cell on the grid. */
interface Place {
  readonly row: number;
  readonly column: number;
}

function cellPlaces({ squares, columns }: Board): Place[] {
  return squares.map((square) => ({ row: Math.floor(square / columns), column: square % columns }));
}

/** Returns the cells above, below, left and right of each cell, in the order of DIRECTIONS; -1 if there is none. */
export function cellsBeside(board: Board): number[][] {
  const places = cellPlaces(board);
  const cellAt = (row: number, column: number) =>
    places.findIndex((place) => place.row === row && place.column === column);
  return places.map(({ row, column }) => [
    cellAt(row - 1, column),
    cellAt(row + 1, column),
    cellAt(row, column - 1),
    cellAt(row, column + 1),
  ]);
}

/**
 * Returns the cells in the order in which their tiles are numbered. The order alternates direction from row to row or from
 * column to column, whichever keeps neighbours closer together. In a tie, lines run along the shorter side, and on squares
 * along rows: the order of 3x3 is 0 1 2 5 4 3 6 7 8.
 */
export function plainPath(board: Board): number[] {
  const byRows = ploughed(board, 'row');
  const byColumns = ploughed(board, 'column');
  const [ofRows, ofColumns] = [byRows, byColumns].map((path) => longestStep(board, path));
  if (ofRows === ofColumns) return board.columns <= board.rows ? byRows : byColumns;
  return ofRows < ofColumns ? byRows : byColumns;
}

/** Returns the cells row by row or column by column, every second of these lanes reversed. */
function ploughed(board: Board, lane: keyof Place): number[] {
  const lanes = cellPlaces(board).map((place) => place[lane]);
  return Array.from({ length: Math.max(...lanes) + 1 }, (_, index) => {
    const cells = [...lanes.keys()].filter((cell) => lanes[cell] === index);
    return index % 2 === 0 ? cells : cells.reverse();
  }).flat();
}

/** Returns the maximum distance along the path between neighbouring cells. */
function longestStep(board: Board, path: readonly number[]): number {
  const lengths = cellsBeside(board).flatMap((targets, cell) =>
    targets.filter((to) => to >= 0).map((to) => Math.abs(path.indexOf(to) - path.indexOf(cell))),
  );
  return lengths.reduce((a, b) => Math.max(a, b));
}

/**
 * Returns 1 for each blank cell whose arrangements are odd, else 0. They are odd if the parities of the cell's place on
 * the path and of its colour on a chessboard differ.
 */
function oddCells(board: Board, path: readonly number[]): number[] {
  return cellPlaces(board).map(({ row, column }, cell) => (row + column + path.indexOf(cell)) % 2);
}
