/** A single file that is written beside a table: tried before the work, and written whole. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { writeWhole } from '../../base/storage/whole-file.js';
import { excerpt } from '../../base/text/excerpt.js';
import { checkOutput } from './output-folder.js';

/**
 * @param option that names the file
 * @param bytes about how many will be written
 * @throws InputError if the file cannot be written, or would be written over the table; Error if the disk has not the
 * space
 */
export function checkOutputFile(option: string, path: string, tablePath: string, bytes: number): void {
  if (path === '' || path.endsWith(sep)) {
    throw new InputError(`${option} must be the name of a file, found '${excerpt(path)}'`);
  }
  if (isDevice(path)) throw new InputError(`${path} is a device or a pipe: ${option} must be the name of a file`);
  checkOutput(dirname(path), [path], bytes, `choose another ${option}`, option);
  if (isSameFile(path, tablePath)) {
    throw new InputError(`the file would be written over the table ${tablePath}: choose another ${option}`);
  }
}

/**
 * Writes a file whole or not at all.
 * @throws Error that names the file if the system cannot write it
 */
export async function writeOutput(path: string, fill: Parameters<typeof writeWhole>[1]): Promise<void> {
  try {
    await writeWhole(path, fill);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new Error(`${path} could not be written: ${cause.message}`, { cause });
  }
}

/** Writing a whole file would replace a device. */
function isDevice(path: string): boolean {
  if (!existsSync(path)) return false;
  const found = statSync(path);
  return !found.isFile() && !found.isDirectory();
}

/** Returns whether two paths name the same file; their folders exist. */
export function isSameFile(one: string, other: string): boolean {
  if (placeOf(one) === placeOf(other)) return true;
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function placeOf(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}
