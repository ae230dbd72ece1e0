/** The tables of spaces at hand: the one that was named, or those of the output folder. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { basicName, fileNameOf } from '../../space/names.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { writeState } from '../../space/space-text.js';
import { TableError } from '../../table/errors.js';
import { expectTableOf } from '../../table/origin.js';
import { Table } from '../../table/table.js';
import { TABLE_FOLDER } from './tables.js';

/** A table, and where it comes from. */
export interface TableAtHand {
  readonly path: string;
  readonly table: Table;
}

/** The source of a space, whatever it starts from. */
export function withoutStart(source: SpaceSource): SpaceSource {
  const { start: _, ...space } = source;
  return space;
}

/**
 * Opens a table that was named.
 * @param space that it must be of, where that was named too
 * @throws TableError where it is of another one; SpaceError where its space is not there any more
 */
export async function namedTable(
  path: string,
  space?: { readonly source: SpaceSource; readonly space: NumberedSpace },
): Promise<TableAtHand> {
  expectTableOf(path, 'space');
  const table = await Table.open(path);
  const found = basicName(table.space);
  const expected = space === undefined ? found : basicName(space.space);
  if (found !== expected) throw new TableError(`${path} is a table of ${found}, not of ${expected}`);
  return { path, table };
}

/**
 * Opens the tables of the output folder whose distances are from the space's own start, or from one of the ends.
 * @param source without a start
 * @param ends states that are an end of every way in question
 * @throws TableError where one is damaged, or was made of another space
 */
export async function standardTables(
  source: SpaceSource,
  space: NumberedSpace,
  ends: readonly number[],
): Promise<TableAtHand[]> {
  const ownName = basicName(space);
  const names = [ownName, ...ends.map((end) => `${ownName}-from-${writeState(space, end)}`)];
  const tables: TableAtHand[] = [];
  for (const name of new Set(names)) {
    const path = join(TABLE_FOLDER, `${fileNameOf(name)}.table`);
    if (!existsSync(path)) continue;
    expectTableOf(path, 'space');
    const table = await Table.open(path);
    if (table.fullName !== name || originOf(table.source) !== originOf(source)) {
      throw new TableError(`${path}: the table is one of another ${table.fullName}; make it again`);
    }
    tables.push({ path, table });
  }
  return tables;
}

/** What tells spaces of the same name apart. */
function originOf(source: SpaceSource): string {
  if (source.kind === 'module') return source.path;
  return source.kind === 'generators' ? JSON.stringify(source.generators) : '';
}
