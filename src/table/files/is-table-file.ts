/** Recognizes table files by their first bytes. */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MAGIC } from './container.js';

/**
 * Returns true if a file begins like a table, whatever its name; false if it does not exist.
 * @throws the file system's error
 */
export function isTableFile(path: string): boolean {
  // Reading from a pipe would consume its bytes.
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
