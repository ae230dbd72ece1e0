/**
 * Heuristics: estimates of the distance to a goal.
 *
 * All of them are admissible, never more than the distance, and consistent: a move changes the estimate by at most 1.
 * So A* never has to reopen a position. The estimate is 0 at the goal and nowhere else.
 */

import { InputError, jsonExcerpt } from '../../base/text.js';
import { type Board, columnOf, type MapSquares, rowOf } from '../../spaces/board/board.js';
import { BLANK, type Position, type Tiles } from '../../spaces/board/position.js';

/** Names of the heuristics of boards, from the weakest to the strongest. */
export const HEURISTICS = ['misplaced', 'manhattan', 'linear-conflict'] as const;
export type HeuristicName = (typeof HEURISTICS)[number];

/** The heuristic that expands the fewest nodes. */
export const STRONGEST_HEURISTIC: HeuristicName = 'linear-conflict';

/** The heuristic from the tables of a partition (src/search/ida-star), for boards that have one. Only idastar uses it. */
export const PATTERN_HEURISTIC = 'pattern';

/** An estimate of the distance to one goal. */
export interface Heuristic {
  readonly name: HeuristicName;
  /** Returns a lower bound of the tiles' distance from the goal. */
  estimate(tiles: Tiles): number;
  /**
   * Returns the change of the estimate when the tile on `cell` slides onto the blank.
   * @param tiles before that move
   * @param blank the blank's cell, a neighbour of `cell`
   */
  change(tiles: Tiles, blank: number, cell: number): number;
  /** The estimate is the sum of these ... */
  readonly costs: TileCosts;
  /** ... and of two moves for each tile that has to leave its line. */
  readonly conflicts?: LineConflicts;
}

/**
 * The cost of a tile, by its cell and its goal cell. Heuristics add costs up.
 *
 * - misplaced: 1 for each tile that is not on its goal cell. A move takes at most one tile there.
 * - manhattan: the rows and columns between a tile and its goal cell. A move takes one tile to an adjacent cell.
 * - linear-conflict: as manhattan, and two moves for each tile that has to leave its line to let others pass.
 */
const COSTS: Readonly<Record<HeuristicName, Cost>> = {
  misplaced: (_, cell, goalCell) => (cell === goalCell ? 0 : 1),
  manhattan: linesBetween,
  'linear-conflict': linesBetween,
};

/** The cost in moves of a tile on `cell` that belongs on `goalCell`. */
type Cost = (board: Board, cell: number, goalCell: number) => number;

/** Returns the moves of a tile between two cells if nothing is in its way. */
export function linesBetween(board: MapSquares, cell: number, goalCell: number): number {
  return (
    Math.abs(rowOf(board, cell) - rowOf(board, goalCell)) + Math.abs(columnOf(board, cell) - columnOf(board, goalCell))
  );
}

/**
 * Returns a heuristic of boards in the metric `single`.
 * @param goal position of the board, to which the heuristic estimates the distance
 * @param longestLine maximum cells of a line whose conflicts count. Those of longer lines are not looked up, and take longer
 * @throws InputError if there is no such heuristic
 * @example
 * ```ts
 * import { heuristicFor, orderedPosition, parseBoard, parsePosition } from 'antipode';
 *
 * const board = parseBoard('3x3');
 * const manhattan = heuristicFor('manhattan', board, orderedPosition(board));
 * console.log(manhattan.estimate(parsePosition('8 6 7 2 5 4 3 x 1', board))); // 21
 * ```
 */
export function heuristicFor(
  name: HeuristicName,
  board: Board,
  goal: Position,
  longestLine = LONGEST_TABLED,
): Heuristic {
  if (!HEURISTICS.includes(name)) {
    throw new InputError(`the heuristic must be one of ${HEURISTICS.join(', ')}; found ${jsonExcerpt(name)}`);
  }
  const costs = tileCosts(board, goal, COSTS[name]);
  const conflicts = name === 'linear-conflict' ? new LineConflicts(board, goal, longestLine) : undefined;
  return {
    name,
    costs,
    ...(conflicts && { conflicts }),
    estimate: (tiles) => costs.sum(tiles) + 2 * (conflicts?.count(tiles) ?? 0),
    change: (tiles, blank, cell) =>
      costs.change(tiles[cell], cell, blank) + 2 * (conflicts?.change(tiles, cell, blank) ?? 0),
  };
}

/* Costs of tiles, each determined by the tile's cell alone. Heuristics add them up. */

type TileCosts = ReturnType<typeof tileCosts>;

function tileCosts(board: Board, goal: Position, cost: Cost) {
  const { cells } = board;
  /** [tile * cells + cell], in moves; 0 for the blank. */
  const costs = new Uint16Array(cells * cells);
  for (const [goalCell, tile] of goal.entries()) {
    if (tile === BLANK) continue;
    for (let cell = 0; cell < cells; cell++) costs[tile * cells + cell] = cost(board, cell, goalCell);
  }
  return {
    /** Heuristics with the same costs have the same sums. */
    cost,
    /** Returns the cost of a tile on a cell. */
    of: (tile: number, cell: number): number => costs[tile * cells + cell],
    sum(tiles: Tiles): number {
      let sum = 0;
      for (let cell = 0; cell < cells; cell++) sum += costs[tiles[cell] * cells + cell];
      return sum;
    },
    /** Returns the change of a tile's cost when it slides from one cell to another. */
    change: (tile: number, from: number, to: number): number => costs[tile * cells + to] - costs[tile * cells + from],
  };
}

/*
 * Tiles that obstruct each other in their goal line.
 *
 * Tiles that belong in a row and stay in it keep their order. So all of them but a longest sequence in the goal's order
 * have to leave the row and return. Each takes two moves across, which Manhattan distance does not count. The same
 * holds for columns. A tile's moves across its row and across its column are different moves, so both count.
 *
 * A line has a number with one digit for each place: 0 if the place holds no tile that belongs in this line, else 1 +
 * the tile's place in the goal line. The radix is 1 + the length of the longest of all rows, or of all columns. A table
 * gives the tiles that must leave for each number. Missing cells take no place.
 *
 * Source: O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
 * heuristics", Information Sciences 63 (1992).
 */

/** Maximum cells of a line whose conflicts are looked up: the table of length 7 has 8^7 = 2,097,152 entries. */
const LONGEST_TABLED = 7;

/** All rows, or all columns, of a board. */
export type BoardLines = ReturnType<typeof linesOf>;

export class LineConflicts {
  readonly rows: BoardLines;
  readonly columns: BoardLines;
  readonly #cells: number;

  constructor(board: Board, goal: Position, longestLine: number) {
    this.#cells = board.cells;
    this.rows = linesOf(board, goal, board.rows, rowOf, longestLine);
    this.columns = linesOf(board, goal, board.columns, columnOf, longestLine);
  }

  /** Counts the tiles that must leave their lines. */
  count(tiles: Tiles): number {
    let leaving = 0;
    for (const lines of [this.rows, this.columns]) {
      for (const line of lines.cellsOf.keys()) leaving += this.#leavingLong(lines, line, tiles);
      if (lines.leaving.length === 0) continue;
      for (let line = 0; line < lines.count; line++) leaving += lines.leaving[this.numberOf(lines, line, tiles)];
    }
    return leaving;
  }

  /** Returns the change of `count` when the tile on `from` slides onto the blank on `to`; `tiles` is the position before. */
  change(tiles: Tiles, from: number, to: number): number {
    // Along its own line a tile passes only the blank, so the conflicts of that line stay the same.
    const lines = this.rows.lineOf[from] === this.rows.lineOf[to] ? this.columns : this.rows;
    if (lines.leaving.length === 0) return lines.cellsOf.length === 0 ? 0 : this.#changeLong(lines, tiles, from, to);
    const { leaving, lineOf } = lines;
    const left = this.countsIn(lines, tiles[from], from);
    const entered = this.countsIn(lines, tiles[from], to);
    let change = 0;
    if (left !== 0) {
      const number = this.numberOf(lines, lineOf[from], tiles);
      change += leaving[number - left] - leaving[number];
    }
    if (entered !== 0) {
      const number = this.numberOf(lines, lineOf[to], tiles);
      change += leaving[number + entered] - leaving[number];
    }
    return change;
  }

  /** As `change`, of lines without a table. */
  #changeLong(lines: BoardLines, tiles: Tiles, from: number, to: number): number {
    const { lineOf, digits } = lines;
    const tile = tiles[from];
    const [left, entered] = [lineOf[from], lineOf[to]];
    let change = 0;
    if (digits[left * this.#cells + tile] !== 0) {
      change += this.#leavingLong(lines, left, tiles, from) - this.#leavingLong(lines, left, tiles);
    }
    if (digits[entered * this.#cells + tile] !== 0) {
      change += this.#leavingLong(lines, entered, tiles, to, tile) - this.#leavingLong(lines, entered, tiles);
    }
    return change;
  }

  /** Counts the tiles that must leave a line without a table. @param at a cell of it whose tile is another one */
  #leavingLong({ cellsOf, digits }: BoardLines, line: number, tiles: Tiles, at = -1, other: number = BLANK): number {
    const sequence: number[] = [];
    for (const cell of cellsOf[line]) {
      const digit = digits[line * this.#cells + (cell === at ? other : tiles[cell])];
      if (digit !== 0) sequence.push(digit);
    }
    return sequence.length - longestAscent(sequence);
  }

  /** Returns the addend of a tile on a cell to the number of the cell's line. */
  countsIn({ lineOf, placeOf, weights, digits, leaving }: BoardLines, tile: number, cell: number): number {
    return leaving.length === 0 ? 0 : digits[lineOf[cell] * this.#cells + tile] * weights[placeOf[cell]];
  }

  /** Returns the number of a line. */
  numberOf(lines: BoardLines, line: number, tiles: Tiles): number {
    let number = 0;
    for (let cell = 0; cell < this.#cells; cell++) {
      if (lines.lineOf[cell] === line) number += this.countsIn(lines, tiles[cell], cell);
    }
    return number;
  }
}

function linesOf(board: Board, goal: Position, count: number, line: typeof rowOf, longestLine: number) {
  /** The line of each cell, and the cell's place in it. */
  const lineOf = board.squares.map((_, cell) => line(board, cell));
  /** Cells of each line. */
  const lengths = new Array<number>(count).fill(0);
  const placeOf = lineOf.map((line) => lengths[line]++);
  const length = Math.max(...lengths);
  /** [line * cells + tile]: the tile's digit in that line. */
  const digits = new Uint8Array(count * goal.length);
  for (const [cell, tile] of goal.entries()) {
    if (tile !== BLANK) digits[lineOf[cell] * goal.length + tile] = 1 + placeOf[cell];
  }
  /** The weight of a digit at each place. */
  const weights = Array.from({ length }, (_, place) => (length + 1) ** place);
  /** Tiles that must leave, by the number of the line; empty if lines are too long for a table, or too short for conflicts. */
  const leaving = length >= 2 && length <= LONGEST_TABLED ? leavingTable(length) : new Uint8Array(0);
  const isLong = length > LONGEST_TABLED && length <= longestLine;
  /** Cells of each line whose conflicts count without a table. */
  const cellsOf = Array.from({ length: isLong ? count : 0 }, (_, own) =>
    [...lineOf.keys()].filter((cell) => lineOf[cell] === own),
  );
  // The radix is one more than the maximum digit.
  return { count, lengths, lineOf, placeOf, weights, digits, radix: length + 1, leaving, cellsOf };
}

/** By the length of the line. */
const leavingTables = new Map<number, Uint8Array>();

function leavingTable(length: number): Uint8Array {
  const known = leavingTables.get(length);
  if (known !== undefined) return known;
  const radix = length + 1;
  const table = new Uint8Array(radix ** length);
  // Only entries that contain each tile at most once are filled.
  const fill = (place: number, number: number, line: readonly number[]): void => {
    if (place === length) {
      table[number] = line.length - longestAscent(line);
      return;
    }
    fill(place + 1, number, line);
    for (let digit = 1; digit < radix; digit++) {
      if (!line.includes(digit)) fill(place + 1, number + digit * radix ** place, [...line, digit]);
    }
  };
  fill(0, 0, []);
  leavingTables.set(length, table);
  return table;
}

/** Returns the length of a longest ascending subsequence. */
function longestAscent(sequence: readonly number[]): number {
  // The least last element of the ascending subsequences of each length.
  const least: number[] = [];
  for (const element of sequence) {
    let length = 0;
    while (length < least.length && least[length] < element) length++;
    least[length] = element;
  }
  return least.length;
}

/*
 * Several heuristics of a position, computed together for a census of all positions of a board.
 *
 * Heuristics need sums over the tiles of a position: costs, and the numbers of its lines (see above). The sums
 * are packed side by side, as fields of four 32-bit lanes, so that one addition per lane adds a tile to all sums. A
 * place that stays the same for many positions is added only once (workers/kernel/census.ts).
 */

/** 32-bit lanes of a position's sums. */
export const LANES = 4;
const LANE_BITS = 32;

/** The place of a sum in the lanes. The mask is applied after the shift. */
export type Field = { readonly lane: number; readonly shift: number; readonly mask: number };

/** The number of a line, and the tiles that must leave by that number. */
type LineField = Field & { readonly leaving: Uint8Array };

/** The sum of a heuristic's tile costs, and the moves that it adds for each tile that must leave its line. */
type CostField = Field & { readonly movesToLeave: number };

export type PackedEstimates = ReturnType<typeof packEstimates>;

/**
 * Packs the sums of several heuristics.
 * @returns the fields of the lines; one field for each heuristic; `most`, an upper bound of all estimates; and the
 * addends of a tile on a cell: [(tile * cells + cell) * LANES + lane]
 * @throws RangeError if the sums do not fit, which happens only on boards too large to enumerate
 */
export function packEstimates(board: Board, goal: Position, names: readonly HeuristicName[]) {
  const { cells } = board;
  const addends = new Uint32Array(cells * cells * LANES);
  const bitsLeft = new Array<number>(LANES).fill(LANE_BITS);
  /** Allocates the field of a sum. @param most its maximum @param amount addend of a tile on a cell */
  const pack = (most: number, amount: (tile: number, cell: number) => number): Field => {
    const bits = Math.max(1, LANE_BITS - Math.clz32(most));
    const lane = bitsLeft.findIndex((left) => left >= bits);
    if (lane < 0) throw new RangeError(`the sums of ${cells} cells do not fit into ${LANES} lanes`);
    const shift = LANE_BITS - bitsLeft[lane];
    bitsLeft[lane] -= bits;
    for (let tile = BLANK + 1; tile < cells; tile++) {
      for (let cell = 0; cell < cells; cell++) {
        addends[(tile * cells + cell) * LANES + lane] += amount(tile, cell) * 2 ** shift;
      }
    }
    return { lane, shift, mask: 2 ** bits - 1 };
  };
  const heuristics = names.map((name) => heuristicFor(name, board, goal));
  const costs: CostField[] = [];
  for (const [index, heuristic] of heuristics.entries()) {
    const same = heuristics.findIndex(({ costs }) => costs.cost === heuristic.costs.cost);
    const cost = (tile: number, cell: number) => heuristic.costs.of(tile, cell);
    const field = same < index ? costs[same] : pack(mostOf(heuristic, cells), cost);
    costs.push({ ...field, movesToLeave: heuristic.conflicts === undefined ? 0 : 2 });
  }
  // Conflicts depend on board and goal alone, so they are the same for every heuristic that has them.
  const conflicts = heuristics.find((heuristic) => heuristic.conflicts !== undefined)?.conflicts;
  const lines: LineField[] = [];
  for (const all of conflicts === undefined ? [] : [conflicts.rows, conflicts.columns]) {
    for (let line = 0; all.leaving.length > 0 && line < all.count; line++) {
      const amount = (tile: number, cell: number) =>
        all.lineOf[cell] === line ? (conflicts?.countsIn(all, tile, cell) ?? 0) : 0;
      lines.push({ ...pack(all.radix ** all.lengths[line] - 1, amount), leaving: all.leaving });
    }
  }
  const leaving = lines.reduce((sum, line) => sum + line.leaving.reduce((a, b) => Math.max(a, b), 0), 0);
  const most = Math.max(...costs.map(({ mask, movesToLeave }) => mask + movesToLeave * leaving));
  return { lines, costs, most, addends };
}

/** Upper bound of a position's sum of costs. */
function mostOf({ costs }: Heuristic, cells: number): number {
  let most = 0;
  for (let tile = BLANK + 1; tile < cells; tile++) {
    most += Math.max(...Array.from({ length: cells }, (_, cell) => costs.of(tile, cell)));
  }
  return most;
}
