/** Tables of something else that has the same name: a module may be called as a board or a built-in puzzle is. */

import { existsSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import type { SpaceSource } from '../../space/space-source.js';
import { TableError } from '../../table/contents/errors.js';

type Origin = 'board' | SpaceSource['kind'];

const WORDS: Readonly<Record<Origin, string>> = {
  known: 'a built-in puzzle',
  module: 'a module',
  generators: 'a file of generators',
  board: 'a board',
};

/**
 * @param path of the table that is to be written, or null
 * @param origin what it is of
 * @throws InputError if the table of another space would be replaced
 */
export async function refuseOtherTables(path: string | null, origin: Origin): Promise<void> {
  if (path === null || !existsSync(path)) return;
  const found = await originOf(path);
  if (found === null || found === origin) return;
  throw new InputError(
    `${path} is the table of ${WORDS[found]} of the same name, and would be lost: choose another --output, or take it away`,
  );
}

/** Returns null if it is not a table. */
async function originOf(path: string): Promise<Origin | null> {
  const { tableOrigin } = await import('../../table/files/origin.js');
  try {
    return tableOrigin(path);
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}
