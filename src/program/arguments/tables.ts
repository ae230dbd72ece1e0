/** The tables of a command: a given one, those of the output folder, small ones made on the spot, and pattern databases. */

import { InputError } from '../../base/text.js';
import type { FoundDatabases } from '../../search/ida-star/pattern-search.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { Limits } from '../../search/question/limits.js';
import type { SearchOptions } from '../../search/search.js';
import { writeState } from '../../space/definition.js';
import { basicName, type NumberedSpace, numbersAlike, type Space, type SpaceSource } from '../../space/space.js';
import { type Board, formatBoard, isFull, isLine, isSameBoard, type Metric, mapOf } from '../../spaces/board/board.js';
import { formatPosition, isSamePosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { boardSource, spaceName } from '../../spaces/board-facts.js';
import { fileNameOf, type NamedSpace } from '../../spaces/names.js';
import type { BoardWalker } from '../../table/board-walker.js';
import { TableError } from '../../table/files/contents.js';
import { expectTableOf, standardPath, tableClaims } from '../../table/files/table-file.js';
import { type OpenTableOptions, Table } from '../../table/table.js';
import type { Io, Output } from '../terminal/process.js';
import { DEFAULT_FOLDER } from './resources.js';

/**
 * Opens a given table. Prints the goal of a board as announceGoal does, and a warning if its module may have changed.
 * @param options the values of --module and --goal
 * @throws as Table.open; InputError if a module is given for a table of another kind of space
 */
export async function openTable(path: string, { module, goal }: OpenTableOptions, io: Io): Promise<Table> {
  const table = await Table.open(path, { module, goal });
  try {
    checkModule(module, table.source, path);
  } catch (error) {
    table.close();
    throw error;
  }
  announceGoal(path, table.walker, goal, io);
  if (table.moduleChanged) {
    io.stderr.write(
      `antipode: ${path} was possibly made with another version of ${module}: antipode verify checks that they agree\n`,
    );
  }
  return table;
}

/** Prints on standard error whose tiles are shown, unless that is the usual goal, or the user has named it. */
export function announceGoal(path: string, walker: BoardWalker | null, named: string | undefined, io: Io): void {
  if (walker === null || named !== undefined || isSamePosition(walker.goal, orderedPosition(walker.board))) return;
  io.stderr.write(`${path}: tiles as in the goal ${formatPosition(walker.goal)}; --goal names another\n`);
}

/** @throws InputError if a module is given for a table of another kind of space */
export function checkModule(module: string | undefined, { kind }: Pick<SpaceSource, 'kind'>, path: string): void {
  if (module === undefined || kind === 'module') return;
  throw new InputError(`--module is for tables of modules, and ${path} is the table of another space: leave it out`);
}

/** A table, and its path, or its origin in words. */
export interface FoundTable {
  readonly path: string;
  readonly table: Table;
}

/** Makes a table in memory. @throws WorkerError; SpaceError if the space contradicts itself */
export async function makeTable(source: SpaceSource): Promise<FoundTable> {
  const { explore } = await import('../../runs/explore.js');
  const { table } = await explore({ space: source, antipodes: 0 });
  return { path: 'a table made on the spot', table: await Table.of(table) };
}

/** Maximum cells of a board that is enumerated on the spot if it has no table: 2x5 has 1,814,400 states. */
const CELLS_ON_THE_SPOT = 10;
/** Maximum cells of a board whose states can be numbered. */
const MOST_CELLS_OF_A_TABLE = 18;

/** Tables of boards: a given one, or those of the output folder and small ones made on the spot, opened when they are needed. */
export class BoardTables {
  /** The only table to use, if one is given. */
  readonly given: BoardWalker | undefined;
  readonly metric: Metric;
  readonly #path: string | undefined;
  /** Tables by the names of their spaces. */
  readonly #tables = new Map<string, FoundTable | undefined>();

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
    const given = path === undefined ? undefined : (await openBoardTable(path, hasGoal)).walker;
    if (given && metric !== undefined && given.metric !== metric) {
      throw new TableError(
        `${path} is a table of the metric ${given.metric}, not of ${metric}: leave out --metric, or name another table`,
      );
    }
    return new BoardTables(path, given ?? undefined, metric ?? given?.metric ?? 'single');
  }

  /**
   * Opens the first table of the output folder for one of some cells of the goal's blank. If there is none, makes one of a small board for the
   * first cell.
   * @throws TableError, WorkerError
   */
  async open(board: Board, goalCells: readonly number[]): Promise<void> {
    if (this.given !== undefined) return;
    for (const cell of goalCells) {
      const name = spaceName(board, cell, this.metric);
      if (!this.#tables.has(name)) {
        const path = standardPath(DEFAULT_FOLDER, { source: this.#source(board, cell), name }, 'board');
        this.#tables.set(name, path === undefined ? path : { path, table: await openBoardTable(path, true) });
      }
      if (this.#tables.get(name) !== undefined) return;
    }
    if (!isLine(board) && board.cells > CELLS_ON_THE_SPOT) return;
    const [cell] = goalCells;
    this.#tables.set(spaceName(board, cell, this.metric), await makeTable(this.#source(board, cell)));
  }

  /** Returns the open table for a cell of the goal's blank. @throws TableError if the given table is of another board */
  find(board: Board, goalCell: number): BoardWalker | undefined {
    if (this.given === undefined)
      return this.#tables.get(spaceName(board, goalCell, this.metric))?.table.walker ?? undefined;
    if (!isSameBoard(this.given.board, board)) {
      throw new TableError(
        `${this.#path} is a table of ${formatBoard(this.given.board)}, not of ${formatBoard(board)}`,
      );
    }
    return this.given.goalCell === goalCell ? this.given : undefined;
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
  origin(walker: BoardWalker): string {
    return [...this.#tables.values()].find((found) => found?.table.walker === walker)?.path ?? String(this.#path);
  }

  #source(board: Board, goalCell: number): SpaceSource {
    return boardSource(board, orderedPosition(board, goalCell), this.metric);
  }
}

/** Returns a board as an argument of explore. */
function argumentFor(board: Board): string {
  if (isFull(board)) return formatBoard(board);
  return board.name === mapOf(board).join('/') ? `"${board.name}"` : `--map <file of ${board.name}>`;
}

/** Opens a table as that of a board. @throws TableError if it is not the table of a board, or damaged; InputError as Table.open */
async function openBoardTable(path: string, hasGoal: boolean): Promise<Table> {
  expectTableOf(path, 'board');
  return Table.open(path, { goal: hasGoal ? tableClaims(path).facts.startTexts[0] : undefined });
}

/**
 * Opens a given table of numbered states.
 * @param module the module given for it
 * @param space the space that the table must be of, if that is given too
 * @throws TableError if it is of another space; SpaceError if its space no longer exists
 */
export async function openNamed(
  path: string,
  module: string | undefined,
  io: Io,
  space?: Pick<Space, 'source' | 'name' | 'metric'>,
): Promise<FoundTable> {
  expectTableOf(path, 'space');
  const table = await openTable(path, { module }, io);
  const found = basicName(table.space);
  const expected = space === undefined ? found : basicName(space);
  if (found === expected) return { path, table };
  table.close();
  throw new TableError(`${path} is a table of ${found}, not of ${expected}`);
}

/**
 * Opens the tables of the output folder whose distances are from the space's start, or from one of the ends.
 * @param ends common ends of all paths to find
 * @throws TableError if a table is damaged, or was made of another space
 */
export async function openStandardTables(space: NumberedSpace, ends: readonly number[]): Promise<FoundTable[]> {
  const own = fromItsStart(space);
  const texts = ends.map((end) => writeState(space, end));
  const others = texts.map((start) => ({ source: { ...own.source, start }, name: `${own.name}-from-${start}` }));
  const paths = [own, ...others].map((each) => standardPath(DEFAULT_FOLDER, each, 'space'));
  const tables: FoundTable[] = [];
  for (const path of new Set(paths)) {
    if (path === undefined) continue;
    const { source } = space;
    const table = await Table.open(path, { module: source.kind === 'module' ? source.path : undefined });
    const difference = table.moduleChanged
      ? `was possibly made with another version of ${table.fullName}`
      : numbersAlike(table.space.source, source)
        ? null
        : `numbers the states of ${table.fullName} in another order than this version`;
    if (difference !== null) {
      table.close();
      throw new TableError(`${path}: the table ${difference}; make it again, or name it with --table`);
    }
    tables.push({ path, table });
  }
  return tables;
}

/** Returns the file name of the table that `antipode explore` writes for a space from its start. */
export function standardName(space: NumberedSpace): string {
  return `${fileNameOf(fromItsStart(space))}.table`;
}

function fromItsStart(space: NumberedSpace): NamedSpace {
  const { start: _, ...source } = space.source;
  return { source, name: basicName(space) };
}

/* Pattern databases of the output folder, or made on the spot. */

/**
 * Checks that a partition is given together with the heuristic that uses it.
 * @param heuristics the given heuristics
 * @throws InputError if a partition is given, and the heuristics do not include `pattern`
 */
export function checkPartitionHeuristic(
  partition: string | undefined,
  heuristics: readonly string[] | undefined,
): void {
  if (partition === undefined || heuristics === undefined || heuristics.includes(PATTERN_HEURISTIC)) return;
  throw new InputError(
    `--partition is for --heuristic ${PATTERN_HEURISTIC}, not for ${heuristics.join(',')}: leave out one of the options`,
  );
}

/** Milliseconds after which a user wonders. */
const LONG = 1000;

/**
 * Opens or makes pattern databases. If there is a time limit, says on standard error that this takes long.
 * @throws as findDatabases
 */
export async function preparedDatabases(
  board: Board,
  goal: Position,
  { partition, threads, seconds, bytes }: Pick<SearchOptions, 'partition' | 'threads' | 'seconds' | 'bytes'>,
  stderr: Output,
): Promise<FoundDatabases> {
  const notice = `${formatBoard(board)}: preparing pattern databases, which the time limit does not count\n`;
  const timer = seconds === undefined ? undefined : setTimeout(() => stderr.write(notice), LONG);
  try {
    // Loads the code of pattern databases only when they are used.
    const { findDatabases } = await import('../../search/ida-star/pattern-search.js');
    return await findDatabases(DEFAULT_FOLDER, board, goal, new Limits({ bytes }), { partition, threads });
  } finally {
    clearTimeout(timer);
  }
}
