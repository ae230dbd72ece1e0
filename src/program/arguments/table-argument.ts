/** The table that a command is about, and the module that is named for it. */

import { InputError } from '../../base/input-error.js';
import { Table } from '../../table/table.js';
import type { Io } from '../process/io.js';

/**
 * Opens a table that was named; says on standard error if its module may have changed.
 * @param module as --module names it
 * @throws as Table.open; InputError if a module is named for a table of another kind of space
 */
export async function openTable(path: string, module: string | undefined, io: Io): Promise<Table> {
  const table = await Table.open(path, { module });
  if (module !== undefined && table.source.kind !== 'module') {
    table.close();
    throw new InputError(`--module is for tables of modules, and ${path} is one of ${table.fullName}: leave it out`);
  }
  if (table.moduleChanged) {
    io.stderr.write(
      `antipode: ${path} does not show that it was made of ${module} as it is now: antipode verify checks that they agree\n`,
    );
  }
  return table;
}
