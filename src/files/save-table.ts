/** Writes a table file so that a reader never sees half of one. */

import { type FileContents, partsOfFile } from '../table/parts.js';
import { writeWhole } from './files.js';

/**
 * Writes a table file: to a temporary name in the same folder, synced, then renamed. An existing file is replaced.
 * @param contents the `table` of an exploration, or tables of makeCoordinates
 * @param path path of the table file, by convention with the ending `.table`, or `.coordinates`
 * @returns the length of the file in bytes
 * @throws StorageError if the path is a device, a pipe, a socket or an open descriptor; the file system's error, after the temporary
 * file is removed
 * @example
 * ```ts
 * import { explore, saveTable } from 'antipode';
 *
 * const { table } = await explore({ space: '3x3' });
 * const bytes = await saveTable(table, '3x3.table');
 * ```
 */
export async function saveTable(contents: FileContents, path: string): Promise<number> {
  let end = 0;
  await writeWhole(path, async (write) => {
    for (const part of partsOfFile(contents)) {
      await write(part, end);
      end += part.length;
    }
  });
  return end;
}
