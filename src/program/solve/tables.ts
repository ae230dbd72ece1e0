/** The tables at hand: the one that was named, those of the output folder, and small ones made on the spot. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../../space/names.js';
import { type Board, formatBoard, isFull, isLine, isSameBoard, mapOf } from '../../spaces/board/board.js';
import { spaceName } from '../../spaces/board/board-facts.js';
import type { Metric } from '../../spaces/board/metric.js';
import { formatPosition, orderedPosition } from '../../spaces/board/position.js';
import { TableError } from '../../table/errors.js';
import { tableKind } from '../../table/origin.js';
import { BoardWalker } from '../../table/walker/board-walker.js';

export const TABLE_FOLDER = 'out';
/** Boards of no more cells are enumerated on the spot where there is no table: 2x5 has 1,814,400 states. */
const CELLS_ON_THE_SPOT = 10;
/** The states of larger boards are more than can be numbered. */
const MOST_CELLS_OF_A_TABLE = 18;

export class Tables {
  /** The only table that may be used, where one was named. */
  readonly given: BoardWalker | undefined;
  /** What counts as one move. */
  readonly metric: Metric;
  readonly #path: string | undefined;
  readonly #tables = new Map<string, BoardWalker | undefined>();
  readonly #made = new Set<BoardWalker>();

  /**
   * @param path of the only table that may be used
   * @param metric by default that of the table, or `single`
   * @throws TableError where the table cannot be opened, or is one of another metric
   */
  constructor(path?: string, metric?: Metric) {
    this.#path = path;
    this.given = path === undefined ? undefined : BoardWalker.open(path);
    this.metric = metric ?? this.given?.metric ?? 'single';
    if (this.given !== undefined && this.given.metric !== this.metric) {
      throw new TableError(
        `${path} is a table of the metric ${this.given.metric}, not of ${this.metric}: leave out --metric, or name another table`,
      );
    }
  }

  /** The table for a cell of the goal's blank, if it is at hand. @throws TableError where the given one is of another board */
  find(board: Board, goalCell: number): BoardWalker | undefined {
    if (this.given !== undefined) {
      if (!isSameBoard(this.given.board, board)) {
        throw new TableError(
          `${this.#path} is a table of ${formatBoard(this.given.board)}, not of ${formatBoard(board)}`,
        );
      }
      return this.given.goalCell === goalCell ? this.given : undefined;
    }
    const name = spaceName(board, goalCell, this.metric);
    if (!this.#tables.has(name)) this.#tables.set(name, openStandard(name, board));
    return this.#tables.get(name);
  }

  /** Whether a table that is not at hand can be made on the spot. */
  canMake(board: Board): boolean {
    return this.given === undefined && (isLine(board) || board.cells <= CELLS_ON_THE_SPOT);
  }

  /** Makes a table, in memory. @throws WorkerError */
  async make(board: Board, goalCell: number): Promise<void> {
    const { explore } = await import('../../runs/explore.js');
    const { table: contents } = await explore({
      board,
      goal: orderedPosition(board, goalCell),
      metric: this.metric,
      antipodes: 0,
    });
    if (contents === null) throw new Error('an exploration made no table');
    const table = BoardWalker.of(contents);
    this.#made.add(table);
    this.#tables.set(spaceName(board, goalCell, this.metric), table);
  }

  /** What to do where there is no table for a cell of the goal's blank, in words. */
  advice(board: Board, goalCell: number): string {
    const name = formatBoard(board);
    if (!isLine(board) && board.cells > MOST_CELLS_OF_A_TABLE) return `${name} is too large for any, so do without`;
    const goal = goalCell === board.cells - 1 ? '' : ` --goal "${formatPosition(orderedPosition(board, goalCell))}"`;
    const metric = this.metric === 'single' ? '' : ` --metric ${this.metric}`;
    return `make one with: antipode explore ${argumentFor(board)}${goal}${metric}`;
  }

  /** Where a table comes from, in words. */
  origin(table: BoardWalker): string {
    if (this.#made.has(table)) return 'a table made on the spot';
    return this.#path ?? standardPath(spaceName(table.board, table.goalCell, table.metric));
  }
}

/** How a board is given to explore. */
function argumentFor(board: Board): string {
  if (isFull(board)) return formatBoard(board);
  return board.name === mapOf(board).join('/') ? `"${board.name}"` : `--map <file of ${board.name}>`;
}

function openStandard(name: string, board: Board): BoardWalker | undefined {
  const path = standardPath(name);
  // A user's own space may have the name of a board.
  if (!existsSync(path) || tableKind(path) === 'space') return undefined;
  const table = BoardWalker.open(path);
  const found = spaceName(table.board, table.goalCell, table.metric);
  if (found !== name) throw new TableError(`${path}: the table is one of ${found}; make it again`);
  if (!isSameBoard(table.board, board)) {
    throw new TableError(`${path}: the table is one of another map, ${mapOf(table.board).join('/')}; make it again`);
  }
  return table;
}

/** Where `antipode explore` writes the table of a space. */
function standardPath(name: string): string {
  return join(TABLE_FOLDER, `${fileNameOf(name)}.table`);
}
