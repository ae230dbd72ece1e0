/**
 * Facts of a table file that do not need its space: its kind and header, its path in a folder, and the results that explorations have
 * written beside it (docs/reference/result.md). The file of a board's table is the same for every goal with the blank on one cell; its
 * results tell which of them were explored.
 */

import { basename, dirname, exists, join, openFile, readFolder, realPath } from '#machine/files.js';
import { InputError } from '../base/text.js';
import { BLANK, formatPosition, parsePosition } from '../spaces/board/position.js';
import { fileNameOf, isSameSpace, type NamedSpace } from '../spaces/names.js';
import { TableError, type TableHeader } from './contents.js';
import { boardOfHeader, isBoardTable, readAnyHeader } from './header.js';
import { ChunkedFile } from './store.js';

/** Returns the kind of a table's space. @throws TableError if the file cannot be read or is not a table */
export function tableKind(path: string): 'board' | 'space' {
  return isBoardTable(readTableHeader(path)) ? 'board' : 'space';
}

/** Checks the kind of a table's space. @throws TableError if the kind differs, or the file cannot be read or is not a table */
export function expectTable(path: string, expected: 'board' | 'space'): void {
  const kind = tableKind(path);
  if (kind === expected) return;
  throw new TableError(`${path}: expected the table of ${NAMES[expected]}, found that of ${NAMES[kind]}`);
}

const NAMES = { board: 'a board', space: 'a state space' } as const;

/** Returns the header of a table, which may be truncated. @throws TableError if the file cannot be read or is not a table */
export function readTableHeader(path: string): TableHeader {
  const file = new ChunkedFile(path, readAnyHeader);
  file.close();
  return file.checked.header;
}

/**
 * Returns the path that `antipode explore` writes for a space's table in a folder; undefined if there is no such file.
 * @param kind of the table
 * @throws TableError if the table is damaged or belongs to another space
 */
export function standardPath(folder: string, space: NamedSpace, kind: 'board' | 'space'): string | undefined {
  const path = join(folder, `${fileNameOf(space)}.table`);
  if (!exists(path)) return undefined;
  const header = readTableHeader(path);
  if (isBoardTable(header) !== (kind === 'board')) return undefined;
  const { name } = header.facts;
  if (isSameSpace(header.facts, space)) return path;
  const words = name === space.name ? `another ${name}` : name;
  throw new TableError(`${path}: this is the table of ${words}; move it away, or make the right one`);
}

/** Maximum bytes of a result; 1,000,000 antipodes and a long histogram take less. */
const MOST_BYTES = 1e8;

/**
 * Returns the goals for which a board's table was made, each with the path of its result: a result beside the table that names it, or has
 * its name. The list is empty for other tables.
 * @param path path of the table, or of a link to it
 * @throws InputError if the folder or a result cannot be read
 */
export async function exploredGoals(path: string, header: TableHeader) {
  const { facts } = header;
  if (!isBoardTable(header)) return [];
  const { board, goalCell } = boardOfHeader(header);
  const file = await realPath(path);
  const own = basename(resultPath(file));
  const folder = dirname(file);
  const unreadable = (what: string, cause: unknown) =>
    new InputError(
      `${what} cannot be read (${codeOf(cause)}), so the goal of ${path} is unknown: choose it with --goal`,
    );
  const all = await readFolder(folder).catch((error) => {
    throw unreadable(folder, error);
  });
  // The results of export, `.result.json`, tell no more goals.
  const names = all.filter((name) => name === own || /-goal-[\dx-]+\.json$/.test(name));
  const goals = new Map<string, string>();
  for (const name of names.sort()) {
    const { space, goal, table } = await readResult(join(folder, name)).catch((error) => {
      throw unreadable(join(folder, name), error);
    });
    if (space !== facts.name || typeof goal !== 'string' || typeof table !== 'string') continue;
    if (name !== own && basename(table) !== basename(file)) continue;
    try {
      const position = parsePosition(goal, board);
      if (position[goalCell] === BLANK) goals.set(formatPosition(position), join(folder, name));
    } catch (error) {
      // A file of that name may be something else.
      if (!(error instanceof InputError)) throw error;
    }
  }
  return [...goals].map(([goal, result]) => ({ goal, result }));
}

/** Maximum number of goals in a message. */
const MOST_GOALS = 3;

/**
 * Returns the goal for which a board's table was made; undefined if no result beside it tells.
 * @throws InputError if there are several
 */
export async function exploredGoal(path: string, header: TableHeader): Promise<string | undefined> {
  const goals = await exploredGoals(path, header);
  if (goals.length < 2) return goals[0]?.goal;
  const listed = goals.slice(0, MOST_GOALS).map(({ goal }) => `"${goal}"`);
  const more = goals.length > MOST_GOALS ? ` and ${goals.length - MOST_GOALS} more` : '';
  throw new InputError(
    `${path} is the table of ${goals.length} explored goals, ${listed.join(', ')}${more}: choose one with --goal`,
  );
}

/** Returns the path of the result that an exploration writes beside a table, unless its goal has other tiles. */
export function resultPath(table: string): string {
  return table.replace(/(\.table)?$/, '.json');
}

/** Returns the antipodes that a result lists, as texts of states, all unchecked; none if it cannot be read. */
export async function claimedAntipodes(result: string): Promise<readonly string[]> {
  const { antipodes } = await readResult(result).catch((error) => {
    if (codeOf(error) === undefined) throw error;
    return {} as { readonly antipodes?: unknown };
  });
  return Array.isArray(antipodes) ? antipodes.filter((text) => typeof text === 'string') : [];
}

/**
 * Reads a result, all unchecked.
 * @returns no fields if there is no such file, or if it is too large for a result or not a JSON object
 * @throws the file system's error
 */
async function readResult(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const result: unknown = JSON.parse(resultText(path));
    return typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {};
  } catch (error) {
    // A file of that name may be something else.
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return {};
    throw error;
  }
}

/** Returns the text of a file, or of an empty object if it cannot be a result. @throws the file system's error */
function resultText(path: string): string {
  const file = openFile(path);
  try {
    if (file.kind !== 'file' || file.bytes > MOST_BYTES) return '{}';
    const bytes = new Uint8Array(file.bytes);
    for (let done = 0, read = -1; read !== 0 && done < bytes.length; done += read) {
      read = file.read(bytes.subarray(done), done);
    }
    return new TextDecoder().decode(bytes);
  } finally {
    file.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { readonly code?: string }).code;
}
