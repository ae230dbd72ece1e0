/** A single file that is written beside a table, or standard output in its place: tried before the work, and written whole. */

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { StorageError } from '../../base/storage/errors.js';
import { fileBehind, writeWhole } from '../../base/storage/whole-file.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { Io, Output } from '../process/io.js';
import { checkOutput } from './output-folder.js';

/** Standard output in place of the name of a file. */
export const STANDARD_OUTPUT = '-';

/** A file that an option names. */
export interface OutputFile {
  readonly option: string;
  /** `-` for standard output. */
  readonly path: string;
  /** The name of its format if that is binary: a terminal does not show it. */
  readonly binary?: string | undefined;
}

/**
 * @param bytes about how many will be written
 * @throws InputError if the file cannot be written, or would be written over the table, or a terminal cannot show it; Error if
 * the disk has not the space
 */
export function checkOutputFile(
  { option, path, binary }: OutputFile,
  tablePath: string,
  bytes: number,
  stdout: Output,
): void {
  if (path === STANDARD_OUTPUT) {
    if (binary === undefined || !stdout.isTTY) return;
    throw new InputError(
      `${binary} is binary, and standard output is a terminal: redirect it to a file or a program, or choose another ${option}`,
    );
  }
  if (path === '' || path.endsWith(sep)) {
    throw new InputError(`${option} must be the name of a file, found '${excerpt(path)}'`);
  }
  const file = namedFile(path, option);
  checkOutput(dirname(file), [file], bytes, `choose another ${option}`, option);
  if (isSameFile(file, tablePath)) {
    throw new InputError(`the file would be written over the table ${tablePath}: choose another ${option}`);
  }
}

/** Returns the file behind a path, or the path if it cannot be followed. @throws InputError if it does not lead to a file */
function namedFile(path: string, option: string): string {
  try {
    return fileBehind(path);
  } catch (error) {
    if (!(error instanceof StorageError)) return path;
    throw new InputError(`${error.message}: name a file, or write to standard output by ${option} ${STANDARD_OUTPUT}`);
  }
}

/**
 * Writes a file whole or not at all, or standard output from its beginning to its end.
 * @param fill writes bytes at offsets, of standard output one after the other
 * @returns the length in bytes
 * @throws Error that names the file if the system cannot write it
 */
export async function writeOutput(path: string, fill: Parameters<typeof writeWhole>[1], io: Io): Promise<number> {
  let length = 0;
  const counted: typeof fill = (write) =>
    fill(async (bytes, offset) => {
      await write(bytes, offset);
      length = Math.max(length, offset + bytes.length);
    });
  if (path === STANDARD_OUTPUT) {
    await counted((bytes) => printed(bytes, io.stdout));
    return length;
  }
  try {
    await writeWhole(path, counted);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new Error(`${path} could not be written: ${cause.message}`, { cause });
  }
  return length;
}

/** Returns the name of an output in messages. */
export function outputText(path: string): string {
  return path === STANDARD_OUTPUT ? 'standard output' : path;
}

/** Waits until a stream has taken bytes. If it fails, its own error ends the program, as for everything that is printed. */
function printed(bytes: Uint8Array, stdout: Output): Promise<void> {
  return new Promise((resolve) => {
    stdout.write(bytes, (error) => {
      if (!error) resolve();
    });
  });
}

/** Returns whether two files that will be written are the same, their links followed, or both are standard output. */
export function isSameOutput(one: string, other: string): boolean {
  if (one === STANDARD_OUTPUT || other === STANDARD_OUTPUT) return one === other;
  return isSameFile(fileBehind(one), fileBehind(other));
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
