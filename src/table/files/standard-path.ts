/** The path of a space's table in a folder of tables. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from '../../space/names.js';
import { fileNameOf } from '../../spaces/file-name.js';
import { isSameSpace, type NamedSpace } from '../../spaces/same-space.js';
import { isBoardTable } from '../contents/board-claims.js';
import { TableError } from '../contents/errors.js';
import { tableClaims } from './origin.js';

/**
 * Returns the path of a space's table in a folder: the path that `antipode explore` writes, or else the one that version 0.1
 * wrote; undefined if neither exists.
 * @param kind of the table
 * @throws TableError if the table is damaged, or the table at the first path belongs to another space
 */
export function standardPath(folder: string, space: NamedSpace, kind: 'board' | 'space'): string | undefined {
  const names = [fileNameOf(space), plainText(space.name)].map((name) => join(folder, `${name}.table`));
  for (const [index, path] of names.entries()) {
    if (!existsSync(path)) continue;
    const claims = tableClaims(path);
    const { facts: found } = claims;
    // In version 0.1, a module could have the name of a board.
    if (isBoardTable(claims) !== (kind === 'board')) continue;
    if (isSameSpace(found, space)) return path;
    const words = found.name === space.name ? `another ${found.name}` : found.name;
    if (index === 0)
      throw new TableError(`${path}: this is the table of ${words}; move it away, or make the right one`);
  }
  return undefined;
}
