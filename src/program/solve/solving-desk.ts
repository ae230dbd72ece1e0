/** Finds what answers a position, a table or a search, and words the answer. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { type AlgorithmName, checkMetric, isInformed } from '../../search/algorithm-names.js';
import type { HeuristicName } from '../../search/heuristic/heuristic.js';
import { NO_NODES, nodesOfWay } from '../../search/positions/from-table.js';
import type { SearchResult } from '../../search/positions/search.js';
import { TableSolver } from '../../search/table-solver.js';
import { type Board, formatBoard, isSameBoard, neighbour } from '../../spaces/board/board.js';
import { spaceName } from '../../spaces/board/board-facts.js';
import type { Metric } from '../../spaces/board/metric.js';
import { countMoves, parseMoves, plainLetters } from '../../spaces/board/moves-text.js';
import {
  arePosition,
  BLANK,
  boardOfCells,
  drawPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parseTiles,
  positionOfTiles,
} from '../../spaces/board/position.js';
import { TableError } from '../../table/errors.js';
import { textOf } from '../../table/walker/descent.js';
import type { Output } from '../io.js';
import type { Answers } from './answers.js';
import { NotServedError } from './complaints.js';
import { TABLE_FOLDER, Tables } from './tables.js';

interface DeskOptions {
  /** Path of the only table to be used. */
  readonly table?: string | undefined;
  readonly board?: Board | undefined;
  readonly goal?: Position | undefined;
  /** What counts as one move; by default what the table has, else `single`. */
  readonly metric?: Metric | undefined;
  /** What answers; by default the table where there is one, and a search otherwise. */
  readonly algorithm?: AlgorithmName | undefined;
  readonly heuristic?: HeuristicName | undefined;
  readonly seconds?: number | undefined;
  readonly bytes?: number | undefined;
  readonly threads?: number | undefined;
  /** Whether to print every position on the way. */
  readonly boards?: boolean | undefined;
  /** Whether to print a letter for each tile that is slid. */
  readonly letters?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What is searched with where there is no table: for the longest ways in no memory, or, without a heuristic, in the least time. */
const WITHOUT_TABLE: Readonly<Record<Metric, AlgorithmName>> = { single: 'idastar', multi: 'bidirectional' };

/** What it took to answer. */
type Effort = Omit<SearchResult, 'moves' | 'distance'>;

export class SolvingDesk {
  readonly #options: DeskOptions;
  readonly #tables: Tables;
  readonly #board: Board | undefined;
  readonly #goal: Position | undefined;
  /** By the number of cells, which tells the board. */
  readonly #solvers = new Map<number, TableSolver>();
  readonly #announced = new Set<string>();
  readonly #stderr: Output;

  /** @throws InputError, TableError */
  constructor(options: DeskOptions, stderr: Output) {
    this.#options = options;
    this.#stderr = stderr;
    const { board } = options;
    this.#tables = new Tables(options.table, options.metric);
    if (options.algorithm !== undefined) checkMetric(options.algorithm, this.#tables.metric);
    const { given } = this.#tables;
    if (given && board && !isSameBoard(board, given.board)) {
      throw new TableError(`${options.table} is a table of ${formatBoard(given.board)}, not of ${formatBoard(board)}`);
    }
    this.#board = given?.board ?? board;
    if (options.goal !== undefined) {
      this.#goal = options.goal;
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
    return solver !== undefined && this.#answerFromTable(solver, tiles, answers);
  }

  /** Answers, and makes the table where that takes no time. @throws InputError, TableError, LimitError, WorkerError */
  async answer(text: string, answers: Answers): Promise<void> {
    const { algorithm, table } = this.#options;
    const start = this.#read(text);
    const solver = this.#solverOf(start);
    const { board, goal } = solver;
    const byTable = algorithm === undefined || algorithm === 'table';
    if (byTable && solver.tableFor(start) === undefined && this.#tables.canMake(board)) {
      await this.#tables.make(board, goal.indexOf(BLANK));
    }
    const found = byTable ? solver.tableFor(start) : undefined;
    if (found !== undefined) {
      this.#answerFromTable(solver, start, answers);
      if (algorithm === undefined) this.#announce(`${formatBoard(board)}: solved from ${this.#tables.origin(found)}`);
    } else if (byTable && (algorithm === 'table' || table !== undefined)) {
      throw this.#noTable(solver, start);
    } else {
      await this.#answerBySearch(solver, start, answers);
    }
  }

  #read(text: string): Position {
    const tiles = parseTiles(text);
    const { table } = this.#options;
    const { given } = this.#tables;
    if (given !== undefined && tiles.length !== given.board.cells && tiles.length > 1) {
      throw new NotServedError(
        `${table} is a table of ${formatBoard(given.board)}, and this position has ${tiles.length} cells: '${excerpt(text)}'`,
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
      const goal = this.#goal ?? this.#tables.given?.goal ?? orderedPosition(board);
      solver = new TableSolver(board, goal, (goalCell) => this.#tables.find(board, goalCell), this.#tables.metric);
      this.#solvers.set(start.length, solver);
    }
    return solver;
  }

  /** @returns whether there is a table for it */
  #answerFromTable(solver: TableSolver, start: Position, answers: Answers): boolean {
    const { algorithm, boards, letters, json } = this.#options;
    if (algorithm !== undefined && algorithm !== 'table') return false;
    const begin = json ? performance.now() : 0;
    const way = solver.wayFrom(start);
    if (way === undefined) return false;
    if (boards || json || letters) {
      const moves = way && textOf(way);
      const nodes = moves === null ? NO_NODES : nodesOfWay(countMoves(moves));
      const seconds = (performance.now() - begin) / 1000;
      const effort: Effort = { algorithm: 'table', heuristic: null, ...nodes, seconds };
      this.#write(solver.board, start, moves, effort, answers);
    } else if (way === null) {
      answers.write('unsolvable\n');
    } else {
      answers.writeLine(way.bytes, way.begin, way.end);
    }
    return true;
  }

  async #answerBySearch({ board, goal }: TableSolver, start: Position, answers: Answers): Promise<void> {
    const { search, STRONGEST_HEURISTIC } = await import('../../search/positions/search.js');
    const { metric } = this.#tables;
    const {
      algorithm = WITHOUT_TABLE[metric],
      heuristic = STRONGEST_HEURISTIC,
      seconds,
      bytes,
      threads,
    } = this.#options;
    if (this.#options.algorithm === undefined) {
      const by = isInformed(algorithm) ? `${algorithm} with ${heuristic}` : algorithm;
      this.#announce(`${formatBoard(board)}: solved by ${by}, for there is no table in ${TABLE_FOLDER}/`);
    }
    const { moves, distance, ...effort } = await search(
      algorithm,
      { board, start, goal, metric },
      { heuristic, seconds, bytes, threads },
    );
    this.#write(board, start, moves, effort, answers);
  }

  /** Says what answers, on standard error, once. */
  #announce(text: string): void {
    if (this.#announced.has(text)) return;
    this.#announced.add(text);
    this.#stderr.write(`${text}\n`);
  }

  #noTable({ board, goal }: TableSolver, start: Position): NotServedError {
    const goalCell = goal.indexOf(BLANK);
    const advice = this.#tables.advice(board, goalCell);
    return new NotServedError(
      this.#tables.given === undefined
        ? `there is no table for ${spaceName(board, goalCell, this.#tables.metric)} in ${TABLE_FOLDER}/: ${advice}`
        : `${this.#options.table} does not serve goals with the blank on cell ${goalCell} from positions with it on cell ${start.indexOf(BLANK)}: ${advice}`,
    );
  }

  #write(board: Board, start: Position, moves: string | null, effort: Effort, answers: Answers): void {
    const { boards, letters, json } = this.#options;
    const positions = boards && moves !== null ? positionsOnTheWay(board, start, moves) : undefined;
    if (json) {
      const solvable = moves !== null;
      const distance = solvable ? countMoves(moves) : null;
      const plain = this.#tables.metric === 'single' ? {} : { letters: solvable ? plainLetters(moves) : null };
      const answer = { position: formatPosition(start), solvable, distance, moves, ...plain, ...effort };
      answers.write(
        `${JSON.stringify(positions ? { ...answer, positions: positions.map(formatPosition) } : answer)}\n`,
      );
    } else {
      const drawn = positions?.map((position) => `${drawPosition(board, position)}\n`).join('\n');
      const text = letters && moves !== null ? plainLetters(moves) : moves;
      answers.write(`${text ?? 'unsolvable'}\n${drawn === undefined ? '' : `${drawn}\n`}`);
    }
  }
}

/** The start, and the position after each move. */
function positionsOnTheWay(board: Board, start: Position, moves: string): Position[] {
  const positions = [start];
  let position = [...start];
  for (const { direction, count } of parseMoves(moves)) {
    position = [...position];
    for (let tile = 0; tile < count; tile++) {
      const blank = position.indexOf(BLANK);
      const other = neighbour(board, blank, direction);
      [position[blank], position[other]] = [position[other], BLANK];
    }
    positions.push(position);
  }
  return positions;
}
