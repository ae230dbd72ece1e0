/** The tables that the options of a command name, and pattern databases. */

import { bytesText, InputError, secondsText } from '../../base/text.js';
import { saveTable } from '../../files/save-table.js';
import { checkProjected } from '../../search/algorithms.js';
import type { CoordinateDatabases } from '../../search/coordinates/coordinate-databases.js';
import type { FoundDatabases } from '../../search/ida-star/pattern-search.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { Limits } from '../../search/question/limits.js';
import type { SearchOptions } from '../../search/search.js';
import { basicName, type PermutationPuzzle, type Space, type SpaceSource } from '../../space/space.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { formatPosition, isSamePosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { NoFileError, TableError } from '../../table/contents.js';
import { type OpenTableOptions, Table } from '../../table/table.js';
import { expectTable, readTableHeader } from '../../table/table-file.js';
import type { Io } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import { checkOutput, DEFAULT_FOLDER } from './resources.js';

/**
 * Opens a given table. Prints on standard error whose tiles are shown, unless that is a board's usual goal or the user has named it, and a
 * warning if the table's module may have changed.
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
  const { walker } = table;
  if (walker !== null && goal === undefined && !isSamePosition(walker.goal, orderedPosition(walker.board))) {
    io.stderr.write(`${path}: tiles as in the goal ${formatPosition(walker.goal)}; --goal names another\n`);
  }
  if (table.moduleChanged) {
    io.stderr.write(
      `antipode: ${path} was possibly made with another version of ${module}: antipode verify checks that they agree\n`,
    );
  }
  return table;
}

/** @throws InputError if a module is given for a table of another kind of space */
export function checkModule(module: string | undefined, { kind }: Pick<SpaceSource, 'kind'>, path: string): void {
  if (module === undefined || kind === 'module') return;
  throw new InputError(`--module is for tables of modules, and ${path} is the table of another space: leave it out`);
}

/**
 * Opens a given table of a board.
 * @param metric the given metric
 * @param hasGoal true if questions name their goal; otherwise it is the one for which the table was explored
 * @throws TableError if it is not the table of a board, has another metric, or is damaged; InputError if several goals were explored
 */
export async function openBoardTable(
  path: string,
  metric: string | undefined,
  hasGoal: boolean,
  io: Io,
): Promise<Table> {
  expectTable(path, 'board');
  const { facts } = readTableHeader(path);
  if (metric !== undefined && metric !== facts.metric) {
    throw new TableError(
      `${path} is a table of the metric ${facts.metric}, not of ${metric}: leave out --metric, or name another table`,
    );
  }
  return openTable(path, { goal: hasGoal ? facts.startTexts[0] : undefined }, io);
}

/**
 * Opens a given table of numbered states.
 * @param module the module given for it; that of the space by default
 * @param space the space that the table must be of, if that is given too
 * @throws TableError if it is of another space; SpaceError if its space no longer exists
 */
export async function openNamed(
  path: string,
  module: string | undefined,
  io: Io,
  space?: Pick<Space, 'source' | 'name' | 'metric'>,
): Promise<Table> {
  expectTable(path, 'space');
  const own = space?.source.kind === 'module' ? space.source.path : undefined;
  const table = await openTable(path, { module: module ?? own }, io);
  const found = basicName(table.space);
  const expected = space === undefined ? found : basicName(space);
  if (found === expected) return table;
  table.close();
  throw new TableError(`${path} is a table of ${found}, not of ${expected}`);
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
  options: Pick<SearchOptions, 'partition' | 'threads' | 'seconds' | 'bytes' | 'signal'>,
  stderr: { write(text: string): unknown },
): Promise<FoundDatabases> {
  const notice = `${formatBoard(board)}: preparing pattern databases, which the time limit does not count\n`;
  const { partition, threads, seconds, bytes, signal } = options;
  const timer = seconds === undefined ? undefined : setTimeout(() => stderr.write(notice), LONG);
  try {
    // Loads the code of pattern databases only when they are used.
    const { findDatabases } = await import('../../search/ida-star/pattern-search.js');
    return await findDatabases(DEFAULT_FOLDER, board, goal, new Limits({ bytes, signal }), { partition, threads });
  } finally {
    clearTimeout(timer);
  }
}

/** @throws InputError if an option needs tables of coordinates, which do not serve the space */
export function checkCoordinates(space: Space, { projection, save }: Readonly<Record<string, unknown>>): void {
  if (projection ?? save) checkProjected(space, projection === undefined ? '--save' : '--projection');
}

/** How `solve`, `compare` and `explore` open tables of coordinates. */
interface CoordinatesOptions extends Pick<SearchOptions, 'projections' | 'threads' | 'bytes' | 'signal'> {
  /** True, or the folder of --output, to save them; null to save none. In these cases they are made, whatever the output folder has. */
  readonly save?: boolean | string | null | undefined;
}

/**
 * Finds the tables of coordinates of a permutation puzzle in the output folder, or makes them, and says on standard error what they are.
 * @returns the tables, which searches find as long as they are held; and the path of their file, null if they have none
 * @throws as makeCoordinateDatabases; InputError or Error if they cannot be saved
 */
export async function preparedCoordinates(
  space: PermutationPuzzle,
  options: CoordinatesOptions,
  io: Io,
  say: (text: string) => unknown = (text) => io.stderr.write(text),
): Promise<{ readonly databases: CoordinateDatabases; readonly file: string | null }> {
  const { save, signal } = options;
  const begin = performance.now();
  const name = basicName(space);
  // Loads the code of coordinates only when they are used.
  const { coordinatesPath } = await import('../../search/coordinates/coordinate-file.js');
  const { makeCoordinateDatabases, servesSearches } = await import('../../search/puzzle-search.js');
  const [folder, option] = typeof save === 'string' ? [save, '--output'] : [DEFAULT_FOLDER, 'folder to work in'];
  const path = coordinatesPath(folder, space);
  if (save) checkOutput(folder, [path], options.bytes ?? 0, 'save no tables', option);
  const timer = setTimeout(() => say(`${name}: making tables of coordinates, some 20 s\n`), LONG);
  try {
    const found = save === undefined && servesSearches(path, space, options) ? path : undefined;
    const made = { ...options, coordinates: found };
    const databases = await makeCoordinateDatabases(space, made, new Limits({ signal }));
    const time = secondsText((performance.now() - begin) / 1000);
    const origin = found === undefined ? 'tables' : `tables of coordinates from ${found},`;
    say(`${name}: ${origin} of ${databases.name}, ${bytesText(databases.bytes)} in ${time}\n`);
    if (save) {
      endOnSignal(io, [path]);
      const written = await saveTable(databases, path).catch((cause) => {
        throw new Error(`${path} could not be written: ${cause.message}`, { cause });
      });
      say(`${name}: saved in ${path}, ${bytesText(written)}\n`);
    }
    return { databases, file: save ? path : (found ?? null) };
  } catch (error) {
    if (!(error instanceof TableError) || error instanceof NoFileError) throw error;
    throw new TableError(
      `${error.message.replace(/; make (it|them|the table) again$/, '')}; solve --save makes the file again`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the projections of --projection, one for each table: a semicolon separates them. */
export function readProjections(texts: readonly string[] | undefined): readonly string[] | undefined {
  return texts?.flatMap((text) => text.split(';').map((table) => table.trim()));
}
