/** Available tables of boards: a given table, those of the output folder, and small tables made on the spot. */

import { type Board, formatBoard, isFull, isLine, isSameBoard, mapOf } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { formatPosition, isSamePosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { boardSource, spaceName } from '../../spaces/board/space/board-facts.js';
import { TableError } from '../../table/contents/errors.js';
import { expectTableOf, tableClaims } from '../../table/files/origin.js';
import { standardPath } from '../../table/files/standard-path.js';
import { Table } from '../../table/table.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';

/** Maximum cells of a board that is enumerated on the spot if it has no table: 2x5 has 1,814,400 states. */
const CELLS_ON_THE_SPOT = 10;
/** Maximum cells of a board whose states can be numbered. */
const MOST_CELLS_OF_A_TABLE = 18;

/** Tables of boards, opened when they are needed. */
export class BoardTables {
  /** The only table to use, if one is given. */
  readonly given: BoardWalker | undefined;
  readonly metric: Metric;
  readonly #path: string | undefined;
  readonly #tables = new Map<string, BoardWalker | undefined>();
  /** Path of each table, or its origin in words. */
  readonly #origins = new Map<BoardWalker, string>();

  private constructor(path: string | undefined, given: BoardWalker | undefined, metric: Metric) {
    this.#path = path;
    this.given = given;
    this.metric = metric;
  }

  /**
   * Opens the given table, if there is one.
   * @param path the only table to use
   * @param metric by default that of the table, or `single`
   * @param hasGoal true if questions name their goal; otherwise it is the one for which the given table was explored
   * @throws TableError if the table cannot be opened, or has another metric; InputError if several goals were explored
   */
  static async of(path?: string, metric?: Metric, hasGoal = true): Promise<BoardTables> {
    const given = path === undefined ? undefined : await openWalker(path, hasGoal);
    if (given !== undefined && metric !== undefined && given.metric !== metric) {
      throw new TableError(
        `${path} is a table of the metric ${given.metric}, not of ${metric}: leave out --metric, or name another table`,
      );
    }
    return new BoardTables(path, given, metric ?? given?.metric ?? 'single');
  }

  /** Opens the first table of the output folder for one of some cells of the goal's blank. @throws TableError */
  async open(board: Board, goalCells: readonly number[]): Promise<void> {
    if (this.given !== undefined) return;
    for (const cell of goalCells) {
      const name = spaceName(board, cell, this.metric);
      if (!this.#tables.has(name)) this.#tables.set(name, await this.#openStandard(name, board, cell));
      if (this.#tables.get(name) !== undefined) return;
    }
  }

  /** Returns the open table for a cell of the goal's blank. @throws TableError if the given table is of another board */
  find(board: Board, goalCell: number): BoardWalker | undefined {
    if (this.given !== undefined) {
      if (!isSameBoard(this.given.board, board)) {
        throw new TableError(
          `${this.#path} is a table of ${formatBoard(this.given.board)}, not of ${formatBoard(board)}`,
        );
      }
      return this.given.goalCell === goalCell ? this.given : undefined;
    }
    return this.#tables.get(spaceName(board, goalCell, this.metric));
  }

  /** Returns true if a missing table can be made on the spot. */
  canMake(board: Board): boolean {
    return this.given === undefined && (isLine(board) || board.cells <= CELLS_ON_THE_SPOT);
  }

  /** Makes a table, in memory. @throws WorkerError */
  async make(board: Board, goalCell: number): Promise<void> {
    const { explore } = await import('../../runs/explore.js');
    const { table: contents } = await explore({
      space: boardSource(board, orderedPosition(board, goalCell), this.metric),
      antipodes: 0,
    });
    const table = walkerOf(await Table.of(contents));
    this.#origins.set(table, 'a table made on the spot');
    this.#tables.set(spaceName(board, goalCell, this.metric), table);
  }

  /** Returns the advice for a missing table of a goal. */
  advice(board: Board, goal: Position): string {
    const name = formatBoard(board);
    if (!isLine(board) && board.cells > MOST_CELLS_OF_A_TABLE)
      return `${name} is too large for a table, so search without one`;
    const option = isSamePosition(goal, orderedPosition(board)) ? '' : ` --goal "${formatPosition(goal)}"`;
    const metric = this.metric === 'single' ? '' : ` --metric ${this.metric}`;
    return `make one with: antipode explore ${argumentFor(board)}${option}${metric}`;
  }

  /** Returns the path of a table, or its origin in words. */
  origin(table: BoardWalker): string {
    return this.#origins.get(table) ?? String(this.#path);
  }

  /** Opens the table of the output folder for a cell of the goal's blank, if there is one. @throws TableError */
  async #openStandard(name: string, board: Board, goalCell: number): Promise<BoardWalker | undefined> {
    const source = boardSource(board, orderedPosition(board, goalCell), this.metric);
    const path = standardPath(DEFAULT_FOLDER, { source, name }, 'board');
    if (path === undefined) return undefined;
    const table = await openWalker(path, true);
    this.#origins.set(table, path);
    return table;
  }
}

/** Returns a board as an argument of explore. */
function argumentFor(board: Board): string {
  if (isFull(board)) return formatBoard(board);
  return board.name === mapOf(board).join('/') ? `"${board.name}"` : `--map <file of ${board.name}>`;
}

/** Opens a table as that of a board. @throws TableError if it is not the table of a board, or damaged; InputError as Table.open */
async function openWalker(path: string, hasGoal: boolean): Promise<BoardWalker> {
  expectTableOf(path, 'board');
  return walkerOf(await Table.open(path, { goal: hasGoal ? tableClaims(path).facts.startTexts[0] : undefined }));
}

function walkerOf({ walker, fullName }: Table): BoardWalker {
  if (walker === null) throw new Error(`${fullName} is not a board`);
  return walker;
}
