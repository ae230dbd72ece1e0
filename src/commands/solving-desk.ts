/** Finds the table for each position, and words the answer. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Board, type Direction, formatBoard, neighbour, parseBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import {
  arePosition,
  BLANK,
  boardOfCells,
  drawPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parsePosition,
  parseTiles,
  positionOfTiles,
} from '../board/position.js';
import { geometryOf } from '../numbering/geometry.js';
import { TableSolver } from '../solve/table-solver.js';
import { spaceName } from '../table/contents.js';
import { lettersOf, type Way } from '../table/descent.js';
import { DistanceTable } from '../table/distance-table.js';
import { TableError } from '../table/errors.js';
import { excerpt } from '../text/excerpt.js';
import type { Answers } from './answers.js';

/** As commander gives them. */
export interface SolveArguments {
  readonly table?: string;
  readonly board?: string;
  readonly goal?: string;
  readonly boards?: boolean;
  readonly json?: boolean;
}

const TABLE_FOLDER = 'out';
/** Boards of no more states are enumerated on the spot where there is no table: 2x5 has 1,814,400. */
const STATES_ON_THE_SPOT = 2_000_000;

/** No table at hand serves this one position; others may be served. */
export class NotServedError extends TableError {}

export class SolvingDesk {
  readonly #options: SolveArguments;
  readonly #given: DistanceTable | undefined;
  readonly #board: Board | undefined;
  readonly #goal: Position | undefined;
  readonly #tables = new Map<string, DistanceTable | undefined>();
  /** By the number of cells, which tells the board. */
  readonly #solvers = new Map<number, TableSolver>();

  constructor(options: SolveArguments) {
    this.#options = options;
    const board = options.board === undefined ? undefined : parseBoard(options.board);
    this.#given = options.table === undefined ? undefined : DistanceTable.open(options.table);
    if (this.#given && board && formatBoard(board) !== formatBoard(this.#given.board)) {
      throw new TableError(`${options.table} is a table of ${formatBoard(this.#given.board)}, not of ${options.board}`);
    }
    this.#board = this.#given?.board ?? board;
    if (options.goal !== undefined) {
      this.#goal = parsePosition(options.goal, this.#board);
      this.#board ??= boardOfCells(this.#goal.length);
    }
  }

  /**
   * Answers, where the tiles are a position and its table is at hand.
   * @returns whether they are
   * @throws TableError
   */
  answerAtOnce(tiles: Position, answers: Answers): boolean {
    const cells = this.#board?.cells ?? tiles.length;
    if (tiles.length !== cells || !arePosition(tiles)) return false;
    const solver = this.#solvers.get(cells);
    const way = solver?.wayFrom(tiles);
    if (solver === undefined || way === undefined) return false;
    this.#answer(solver, tiles, way, answers);
    return true;
  }

  /** Answers, and makes the table where that takes no time. @throws InputError, TableError */
  async answer(text: string, answers: Answers): Promise<void> {
    const start = this.#read(text);
    const solver = this.#solverOf(start);
    const { board, goal } = solver;
    let way = solver.wayFrom(start);
    if (way === undefined) {
      const goalCell = goal.indexOf(BLANK);
      const small = geometryOf(board).states <= STATES_ON_THE_SPOT;
      if (this.#given !== undefined || !small) throw this.#noTable(solver, start);
      const { explore } = await import('../explore/explore.js');
      const { table } = await explore({ board, goal: orderedPosition(board, goalCell), antipodes: 0 });
      if (table !== null) this.#tables.set(spaceName(board, goalCell), DistanceTable.of(table));
      way = solver.wayFrom(start) as Way | null;
    }
    this.#answer(solver, start, way, answers);
  }

  #read(text: string): Position {
    const tiles = parseTiles(text);
    const { table } = this.#options;
    if (this.#given !== undefined && tiles.length !== this.#given.board.cells && tiles.length > 1) {
      throw new NotServedError(
        `${table} is a table of ${formatBoard(this.#given.board)}, and this position has ${tiles.length} cells: '${excerpt(text)}'`,
      );
    }
    if (this.#goal && tiles.length !== this.#goal.length) {
      throw new InputError(
        `start and goal must be of one board: the goal has ${this.#goal.length} cells, the position ${tiles.length}: '${excerpt(text)}'`,
      );
    }
    return positionOfTiles(tiles, text, this.#board);
  }

  #solverOf(start: Position): TableSolver {
    let solver = this.#solvers.get(start.length);
    if (solver === undefined) {
      const board = this.#board ?? boardOfCells(start.length);
      const goal = this.#goal ?? this.#given?.goal ?? orderedPosition(board);
      solver = new TableSolver(board, goal, (goalCell) => this.#tableFor(board, goalCell));
      this.#solvers.set(start.length, solver);
    }
    return solver;
  }

  #tableFor(board: Board, goalCell: number): DistanceTable | undefined {
    if (this.#given !== undefined) return this.#given.goalCell === goalCell ? this.#given : undefined;
    const name = spaceName(board, goalCell);
    if (!this.#tables.has(name)) this.#tables.set(name, openStandard(name));
    return this.#tables.get(name);
  }

  #noTable({ board, goal }: TableSolver, start: Position): NotServedError {
    const goalCell = goal.indexOf(BLANK);
    const option = goalCell === board.cells - 1 ? '' : ` --goal "${formatPosition(orderedPosition(board, goalCell))}"`;
    const make = `make one with: antipode explore ${formatBoard(board)}${option}`;
    return new NotServedError(
      this.#given === undefined
        ? `there is no table for ${spaceName(board, goalCell)} in ${TABLE_FOLDER}/: ${make}`
        : `${this.#options.table} does not serve goals with the blank on cell ${goalCell} from positions with it on cell ${start.indexOf(BLANK)}: ${make}`,
    );
  }

  #answer({ board }: TableSolver, start: Position, way: Way | null, answers: Answers): void {
    const { boards, json } = this.#options;
    if (!boards && !json) {
      if (way === null) answers.write('unsolvable\n');
      else answers.writeLine(way.bytes, way.begin, way.end);
      return;
    }
    const moves = way && lettersOf(way);
    const positions = boards && moves !== null ? positionsOnTheWay(board, start, moves) : undefined;
    if (json) {
      const solvable = moves !== null;
      const answer = { position: formatPosition(start), solvable, distance: solvable ? moves.length : null, moves };
      answers.write(
        `${JSON.stringify(positions ? { ...answer, positions: positions.map(formatPosition) } : answer)}\n`,
      );
    } else {
      const drawn = positions?.map((position) => `${drawPosition(board, position)}\n`).join('\n');
      answers.write(`${moves ?? 'unsolvable'}\n${drawn === undefined ? '' : `${drawn}\n`}`);
    }
  }
}

function openStandard(name: string): DistanceTable | undefined {
  const path = join(TABLE_FOLDER, `${name}.table`);
  if (!existsSync(path)) return undefined;
  const table = DistanceTable.open(path);
  const found = spaceName(table.board, table.goalCell);
  if (found !== name) throw new TableError(`${path}: the table is one of ${found}; make it again`);
  return table;
}

/** The start, and the position after each move. */
function positionsOnTheWay(board: Board, start: Position, moves: string): Position[] {
  const positions = [start];
  let position = [...start];
  for (const move of moves) {
    const blank = position.indexOf(BLANK);
    const other = neighbour(board, blank, move as Direction);
    position = [...position];
    [position[blank], position[other]] = [position[other], BLANK];
    positions.push(position);
  }
  return positions;
}
