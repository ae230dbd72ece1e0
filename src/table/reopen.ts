/** Reopens the space of a table from the facts in its header. */

import { existsSync } from 'node:fs';
import { excerpt, InputError } from '../base/text.js';
import { SpaceError } from '../space/definition.js';
import type { NumberedSpace, SpaceFacts } from '../space/space.js';
import { trustedSource } from '../space/space-module.js';
import { openStoredSpace } from '../spaces/open-space.js';
import { NoFileError, TableError } from './files/contents.js';

/**
 * Opens the space of a table.
 * @param where the table's path or name, for messages
 * @throws TableError if the space cannot be opened, or has changed since
 */
export async function reopenSpace(claims: SpaceFacts, where: string): Promise<NumberedSpace> {
  let space: NumberedSpace;
  try {
    space = await openStoredSpace(claims.source);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof SpaceError)) throw error;
    throw new TableError(`${where}: its space can no longer be opened: ${error.message}`, { cause: error });
  }
  const different = (what: string, now: unknown, before: unknown) =>
    new TableError(`${where}: its space has changed: ${what} now ${now}, but ${before} in the table; make it again`);
  const { size, moves, starts, reversible } = claims;
  if (space.size !== size) throw different('its number of states is', space.size, size);
  if (space.reversible !== reversible) throw different('reversible is', space.reversible, reversible);
  if (space.moves.join(' ') !== moves.join(' ')) {
    throw different('its moves are', excerpt(space.moves.join(' ')), excerpt(moves.join(' ')));
  }
  if (space.starts.join(' ') !== starts.join(' ')) {
    throw different('its starts are', excerpt(space.starts.join(' ')), excerpt(starts.join(' ')));
  }
  return space;
}

/**
 * Returns the facts in a table's header with a trusted source.
 * @param path path of the table, for messages
 * @param module path of the module that the user has named for the space
 * @throws TableError if the space's module is not trusted; NoFileError if it does not exist; InputError if the named module
 * does not exist
 */
export function trustedFacts(facts: SpaceFacts, path: string, module: string | undefined): SpaceFacts {
  try {
    return { ...facts, source: trustedSource(facts.source, module) };
  } catch (error) {
    if (!(error instanceof SpaceError)) throw error;
    const { source } = facts;
    const FoundError = source.kind === 'module' && !existsSync(source.path) ? NoFileError : TableError;
    throw new FoundError(`${path}: ${error.message}`, { cause: error });
  }
}
