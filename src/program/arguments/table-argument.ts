/** The table of a command, and the module given for it. */

import { InputError } from '../../base/input-error.js';
import type { SpaceSource } from '../../space/space-source.js';
import { Table } from '../../table/table.js';
import type { Io } from '../process/io.js';

/**
 * Opens a given table. Prints a warning if its module may have changed.
 * @param module the value of --module
 * @throws as Table.open; InputError if a module is given for a table of another kind of space
 */
export async function openTable(path: string, module: string | undefined, io: Io): Promise<Table> {
  const table = await Table.open(path, { module });
  try {
    checkModule(module, table.source, path);
  } catch (error) {
    table.close();
    throw error;
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
