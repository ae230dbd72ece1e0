/** The table of a command, and the module given for it. */

import { InputError } from '../../base/input-error.js';
import type { SpaceSource } from '../../space/space-source.js';
import { formatPosition, isSamePosition, orderedPosition } from '../../spaces/board/position.js';
import { type OpenTableOptions, Table } from '../../table/table.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import type { Io } from '../process/io.js';

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
