/** The tables at hand: a table that was named, those of the output folder, and small ones of boards made on the spot. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { basicName, plainText } from '../../space/names.js';
import type { NumberedSpace } from '../../space/space.js';
import { writeState } from '../../space/space-text.js';
import { type Board, formatBoard, isFull, isLine, isSameBoard, mapOf } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { formatPosition, orderedPosition } from '../../spaces/board/position.js';
import { boardSource, spaceName } from '../../spaces/board/space/board-facts.js';
import { fileNameOf } from '../../spaces/file-name.js';
import { isSameSpace, type NamedSpace } from '../../spaces/same-space.js';
import { isBoardEncoding } from '../../table/contents/board-claims.js';
import { TableError } from '../../table/contents/errors.js';
import { expectTableOf, tableClaims } from '../../table/files/origin.js';
import { Table } from '../../table/table.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { openTable } from '../arguments/table-argument.js';
import type { Io } from '../process/io.js';

/** Boards of no more cells are enumerated on the spot if there is no table: 2x5 has 1,814,400 states. */
const CELLS_ON_THE_SPOT = 10;
/** The states of larger boards are more than can be numbered. */
const MOST_CELLS_OF_A_TABLE = 18;

/** The tables of boards, opened when they are needed. */
export class BoardTables {
  /** The only table that may be used, if one was named. */
  readonly given: BoardWalker | undefined;
  readonly metric: Metric;
  readonly #path: string | undefined;
  readonly #tables = new Map<string, BoardWalker | undefined>();
  /** The path of each table, or how it was made. */
  readonly #origins = new Map<BoardWalker, string>();

  private constructor(path: string | undefined, given: BoardWalker | undefined, metric: Metric) {
    this.#path = path;
    this.given = given;
    this.metric = metric;
  }

  /**
   * Opens the table that was named, if there is one.
   * @param path of the only table that may be used
   * @param metric by default that of the table, or `single`
   * @throws TableError if the table cannot be opened, or is one of another metric
   */
  static async of(path?: string, metric?: Metric): Promise<BoardTables> {
    const given = path === undefined ? undefined : await openWalker(path);
    if (given !== undefined && metric !== undefined && given.metric !== metric) {
      throw new TableError(
        `${path} is a table of the metric ${given.metric}, not of ${metric}: leave out --metric, or name another table`,
      );
    }
    return new BoardTables(path, given, metric ?? given?.metric ?? 'single');
  }

  /** Opens the first table of the output folder that is for one of some cells of the goal's blank. @throws TableError */
  async open(board: Board, goalCells: readonly number[]): Promise<void> {
    if (this.given !== undefined) return;
    for (const cell of goalCells) {
      const name = spaceName(board, cell, this.metric);
      if (!this.#tables.has(name)) this.#tables.set(name, await this.#openStandard(name, board, cell));
      if (this.#tables.get(name) !== undefined) return;
    }
  }

  /** Returns the open table for a cell of the goal's blank. @throws TableError if the given one is of another board */
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

  /** Returns whether a table that is not at hand can be made on the spot. */
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

  /** Returns the advice if there is no table for a cell of the goal's blank. */
  advice(board: Board, goalCell: number): string {
    const name = formatBoard(board);
    if (!isLine(board) && board.cells > MOST_CELLS_OF_A_TABLE) return `${name} is too large for any, so do without`;
    const goal = goalCell === board.cells - 1 ? '' : ` --goal "${formatPosition(orderedPosition(board, goalCell))}"`;
    const metric = this.metric === 'single' ? '' : ` --metric ${this.metric}`;
    return `make one with: antipode explore ${argumentFor(board)}${goal}${metric}`;
  }

  /** Returns the path of a table, or how it was made. */
  origin(table: BoardWalker): string {
    return this.#origins.get(table) ?? String(this.#path);
  }

  /** Opens the table of the output folder for a cell of the goal's blank, if there is one. @throws TableError */
  async #openStandard(name: string, board: Board, goalCell: number): Promise<BoardWalker | undefined> {
    const source = boardSource(board, orderedPosition(board, goalCell), this.metric);
    const path = standardPath({ source, name }, 'board');
    if (path === undefined) return undefined;
    const table = await openWalker(path);
    this.#origins.set(table, path);
    return table;
  }
}

/** Returns a board as an argument of explore. */
function argumentFor(board: Board): string {
  if (isFull(board)) return formatBoard(board);
  return board.name === mapOf(board).join('/') ? `"${board.name}"` : `--map <file of ${board.name}>`;
}

/** @throws TableError if it is not the table of a board, or damaged */
async function openWalker(path: string): Promise<BoardWalker> {
  expectTableOf(path, 'board');
  return walkerOf(await Table.open(path));
}

function walkerOf({ walker, fullName }: Table): BoardWalker {
  if (walker === null) throw new Error(`${fullName} is not a board`);
  return walker;
}

/**
 * Returns the path of a space's table in the output folder: the one that `antipode explore` writes, or that version 0.1 wrote;
 * undefined if there is none.
 * @param kind of the table
 * @throws TableError if it is damaged, or the first of them is of another space
 */
function standardPath(space: NamedSpace, kind: 'board' | 'space'): string | undefined {
  const names = [fileNameOf(space), plainText(space.name)].map((name) => join(DEFAULT_FOLDER, `${name}.table`));
  for (const [index, path] of names.entries()) {
    if (!existsSync(path)) continue;
    const { facts: found, encoding } = tableClaims(path);
    // In version 0.1 a module could have the name of a board.
    if (isBoardEncoding(encoding) !== (kind === 'board')) continue;
    if (isSameSpace(found, space)) return path;
    const words = found.name === space.name ? `another ${found.name}` : found.name;
    if (index === 0) throw new TableError(`${path}: the table is one of ${words}; make it again`);
  }
  return undefined;
}

/** A table of numbered states, and its path. */
export interface StatesTable {
  readonly path: string;
  readonly table: Table;
}

/**
 * Opens a table of numbered states that was named.
 * @param module that was named for it
 * @param space that it must be of, if that was named too
 * @throws TableError if it is of another one; SpaceError if its space does not exist any more
 */
export async function openNamed(
  path: string,
  module: string | undefined,
  io: Io,
  space?: NumberedSpace,
): Promise<StatesTable> {
  expectTableOf(path, 'space');
  const table = await openTable(path, module, io);
  const found = basicName(table.space);
  const expected = space === undefined ? found : basicName(space);
  if (found === expected) return { path, table };
  table.close();
  throw new TableError(`${path} is a table of ${found}, not of ${expected}`);
}

/**
 * Opens the tables of the output folder whose distances are from the space's own start, or from one of the ends.
 * @param ends states that are an end of every path in question
 * @throws TableError if one is damaged, or was made of another space
 */
export async function openStandardTables(space: NumberedSpace, ends: readonly number[]): Promise<StatesTable[]> {
  const own = fromItsStart(space);
  const texts = ends.map((end) => writeState(space, end));
  const others = texts.map((start) => ({ source: { ...own.source, start }, name: `${own.name}-from-${start}` }));
  const paths = [own, ...others].map((each) => standardPath(each, 'space'));
  const tables: StatesTable[] = [];
  for (const path of new Set(paths)) {
    if (path === undefined) continue;
    const { source } = space;
    const table = await Table.open(path, { module: source.kind === 'module' ? source.path : undefined });
    if (table.moduleChanged) {
      table.close();
      throw new TableError(
        `${path}: the table does not show that it was made of ${table.fullName} as it is now; make it again, or name it with --table`,
      );
    }
    tables.push({ path, table });
  }
  return tables;
}

/** Returns the name of the table that `antipode explore` writes of a space from its own start. */
export function standardName(space: NumberedSpace): string {
  return `${fileNameOf(fromItsStart(space))}.table`;
}

function fromItsStart(space: NumberedSpace): NamedSpace {
  const { start: _, ...source } = space.source;
  return { source, name: basicName(space) };
}
