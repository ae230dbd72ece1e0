/** The table of a command, and the module given for it. */

import { InputError } from '../../base/input-error.js';
import type { SpaceSource } from '../../space/space-source.js';
import { formatPosition, orderedPosition } from '../../spaces/board/position.js';
import { boardOfClaims, isBoardTable } from '../../table/contents/board-claims.js';
import { tableClaims } from '../../table/files/origin.js';
import { exploredGoals } from '../../table/files/results.js';
import { type OpenTableOptions, Table } from '../../table/table.js';
import type { Io } from '../process/io.js';

/**
 * Opens a given table. A board's table is opened for the goal that was explored, which a line on standard error names unless it is the
 * usual one. Prints a warning if its module may have changed.
 * @param options the values of --module and --goal
 * @throws as Table.open; InputError if a module is given for a table of another kind of space, or if the goal has to be chosen
 */
export async function openTable(path: string, { module, goal }: OpenTableOptions, io: Io): Promise<Table> {
  const table = await Table.open(path, { module, goal: goal ?? (await exploredGoal(path, io)) });
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

/**
 * Returns the goal of the result beside a table, and prints it unless it is the board's usual one; undefined if there is no such result.
 * @throws TableError if the file is not a table; InputError if there are results of several goals
 */
async function exploredGoal(path: string, io: Io): Promise<string | undefined> {
  const claims = tableClaims(path);
  const goals = await exploredGoals(path, claims);
  if (goals.length > 1) {
    const listed = goals.slice(0, MOST_GOALS).map(({ goal }) => `"${goal}"`);
    const more = goals.length > MOST_GOALS ? ` and ${goals.length - MOST_GOALS} more` : '';
    throw new InputError(
      `${path} is the table of ${goals.length} explored goals, ${listed.join(', ')}${more}: choose one with --goal`,
    );
  }
  const [explored] = goals;
  if (isBoardTable(claims)) {
    const goal = explored?.goal ?? claims.facts.startTexts[0];
    const from = explored === undefined ? '' : `, from ${explored.result}`;
    if (goal !== formatPosition(orderedPosition(boardOfClaims(claims).board))) {
      io.stderr.write(`${path}: tiles as in the goal ${goal}${from}; --goal names another\n`);
    }
  }
  return explored?.goal;
}

/** Maximum number of goals in a message. */
const MOST_GOALS = 3;

/** @throws InputError if a module is given for a table of another kind of space */
export function checkModule(module: string | undefined, { kind }: Pick<SpaceSource, 'kind'>, path: string): void {
  if (module === undefined || kind === 'module') return;
  throw new InputError(`--module is for tables of modules, and ${path} is the table of another space: leave it out`);
}
