/** The folder that results are written to: tried before the work, tidied when it is broken off. */

import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../board/input-error.js';
import { temporaryName } from '../table/whole-file.js';
import { bytesText } from '../text/numbers.js';
import { EXIT_INTERRUPTED, EXIT_TERMINATED } from './exit.js';

/**
 * Makes the output folder and tries it, so that hours of work do not end at a file that cannot be written.
 * @param bytes about how many will be written
 * @throws InputError where a file cannot be written there, Error where the disk has not the space
 */
export function checkOutput(folder: string, paths: readonly string[], bytes: number): void {
  try {
    makeFolder(folder);
    for (const path of paths) {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
        throw new InputError(`${path} is a folder, and a file of that name is to be written: choose another --output`);
      }
      writeFileSync(temporaryName(path), '');
      rmSync(temporaryName(path));
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`cannot write to the folder '${folder}' (${code ?? message}): choose another --output`);
  }
  const { bavail, bsize } = statfsSync(folder);
  // A bitset in memory is half of these bytes, so half of them is the table; its checksums take a thousandth.
  const needed = (bytes / 2) * 1.01;
  if (bavail * bsize < needed) {
    throw new Error(
      `the table needs ${bytesText(needed)} in the folder '${folder}', but ${bytesText(bavail * bsize)} are free: choose another --output, or --no-table`,
    );
  }
}

/** Not mkdir's own recursion, which never ends in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}

/** From now on Ctrl-C ends the program at once, and leaves no half-written file. */
export function removeTemporaryFilesOnSignal(paths: readonly string[]): void {
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    for (const path of paths) rmSync(temporaryName(path), { force: true });
    if (process.stderr.isTTY) process.stderr.write('\n');
    process.exit(signal === 'SIGINT' ? EXIT_INTERRUPTED : EXIT_TERMINATED);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
