/** Available tables of numbered states: a given table, and those of the output folder. */

import { basicName } from '../../space/names.js';
import type { NumberedSpace, Space } from '../../space/space.js';
import { numbersAlike } from '../../space/space-source.js';
import { writeState } from '../../space/space-text.js';
import { fileNameOf } from '../../spaces/file-name.js';
import type { NamedSpace } from '../../spaces/same-space.js';
import { TableError } from '../../table/contents/errors.js';
import { expectTableOf } from '../../table/files/origin.js';
import { standardPath } from '../../table/files/standard-path.js';
import { Table } from '../../table/table.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { openTable } from '../arguments/table-argument.js';
import type { Io } from '../process/io.js';

/** A table of numbered states, and its path. */
export interface StatesTable {
  readonly path: string;
  readonly table: Table;
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
): Promise<StatesTable> {
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
export async function openStandardTables(space: NumberedSpace, ends: readonly number[]): Promise<StatesTable[]> {
  const own = fromItsStart(space);
  const texts = ends.map((end) => writeState(space, end));
  const others = texts.map((start) => ({ source: { ...own.source, start }, name: `${own.name}-from-${start}` }));
  const paths = [own, ...others].map((each) => standardPath(DEFAULT_FOLDER, each, 'space'));
  const tables: StatesTable[] = [];
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
