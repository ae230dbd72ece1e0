/** The distinction of tables from other files, by their first bytes. */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MAGIC } from './container.js';

/** Returns whether a file begins as a table does, whatever its name. False if there is no such file. @throws the file system's error */
export function isTableFile(path: string): boolean {
  // A pipe would lose what is read of it.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const begin = Buffer.alloc(MAGIC.length);
    readSync(file, begin);
    return begin.toString('latin1') === MAGIC;
  } finally {
    closeSync(file);
  }
}
