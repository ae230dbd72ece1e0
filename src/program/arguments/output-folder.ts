/** The folder of results: checked before the work. */

import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { StorageError } from '../../base/storage/errors.js';
import { makeFolder } from '../../base/storage/folder.js';
import { temporaryName } from '../../base/storage/whole-file.js';
import { excerpt } from '../../base/text/excerpt.js';
import { bytesText } from '../../base/text/numbers.js';

/** The folder of tables and results, unless an option names another one. */
export const DEFAULT_FOLDER = 'out';

/**
 * Makes the output folder and tries to write to it, so that hours of work do not end at a file that cannot be written.
 * @param bytes approximate size of the files
 * @param instead advice if the disk has too little free space, in words
 * @param option the option that named the folder or the files
 * @throws InputError if a file cannot be written there; Error if the disk has too little free space
 */
export function checkOutput(
  folder: string,
  paths: readonly string[],
  bytes: number,
  instead: string,
  option = '--output',
): void {
  try {
    makeFolder(folder);
    for (const path of paths) {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
        throw new InputError(`${path} is a folder, but must be a file: choose another ${option}`);
      }
      writeFileSync(temporaryName(path), '');
      rmSync(temporaryName(path));
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (error instanceof StorageError) throw new InputError(`${error.message}: choose another ${option}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENAMETOOLONG') {
      const longest = paths.reduce((most, path) => (path.length > most.length ? path : most));
      throw new InputError(
        `the file name '${excerpt(basename(longest))}' is too long, with ${basename(longest).length} characters: choose another ${option}`,
      );
    }
    throw new InputError(`cannot write to the folder '${folder}' (${code ?? message}): choose another ${option}`);
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes) {
    throw new Error(
      `the files in the folder '${folder}' need about ${bytesText(Math.ceil(bytes))}, but ${bytesText(bavail * bsize)} are free: ${instead}`,
    );
  }
}
