/** Opens table files to be checked. */

import { NoFileError, TableError } from '../../table/contents/errors.js';
import { InputFile } from './input-file.js';

/** Opens a table file. @throws TableError if the file cannot be read or is empty */
export async function openTableFile(path: string): Promise<InputFile> {
  let file: InputFile;
  try {
    file = await InputFile.open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new NoFileError(`${path}: there is no such table; make it with antipode explore`);
    if (code === 'ENOTFILE') throw new NoFileError(`${path}: this is not a file; give the path of a table file`);
    throw new NoFileError(`${path}: the table cannot be read (${code})`);
  }
  if (file.bytes > 0) return file;
  await file.close();
  throw new TableError(`${path}: the file is empty; make the table again`);
}
