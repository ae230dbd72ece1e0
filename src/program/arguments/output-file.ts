/** A single output file, or standard output: checked before the work, and written whole. */

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { StorageError } from '../../base/storage/errors.js';
import { fileBehind, writeWhole } from '../../base/storage/whole-file.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { Io, Output } from '../process/io.js';
import { checkOutput } from './output-folder.js';

/** File name that stands for standard output. */
export const STANDARD_OUTPUT = '-';

/** A file that an option names. */
export interface OutputFile {
  readonly option: string;
  /** `-` for standard output. */
  readonly path: string;
  /** Name of its format, if that is binary: a terminal cannot show it. */
  readonly binary?: string | undefined;
}

/**
 * Checks that an output can be written.
 * @param bytes approximate size of the output
 * @throws InputError if the file cannot be written or would overwrite the table, or a terminal cannot show it; Error if the disk has
 * too little free space
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
      `${binary} is binary, but standard output is a terminal: redirect it to a file or a program, or choose another ${option}`,
    );
  }
  if (path === '' || path.endsWith(sep)) {
    throw new InputError(`${option} must be the name of a file, found '${excerpt(path)}'`);
  }
  const file = namedFile(path, option);
  checkOutput(dirname(file), [file], bytes, `choose another ${option}`, option);
  if (isSameFile(file, tablePath)) {
    throw new InputError(`the output would overwrite the table ${tablePath}: choose another ${option}`);
  }
}

/** Returns the target of a path's links, or the path if it does not exist. @throws InputError if the target is not a file */
function namedFile(path: string, option: string): string {
  try {
    return fileBehind(path);
  } catch (error) {
    if (!(error instanceof StorageError)) return path;
    throw new InputError(
      `${error.message}: name a file, or write to standard output with ${option} ${STANDARD_OUTPUT}`,
    );
  }
}

/**
 * Writes a file whole or not at all, or standard output in order.
 * @param fill writes bytes at offsets; for standard output the offsets ascend without gaps
 * @returns the length in bytes
 * @throws Error that names the file, if the system cannot write it
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

/** Waits until a stream has taken bytes. If the stream fails, its error event ends the program, as for all printed output. */
function printed(bytes: Uint8Array, stdout: Output): Promise<void> {
  return new Promise((resolve) => {
    stdout.write(bytes, (error) => {
      if (!error) resolve();
    });
  });
}

/** Returns true if two outputs are the same file, after following links, or both are standard output. */
export function isSameOutput(one: string, other: string): boolean {
  if (one === STANDARD_OUTPUT || other === STANDARD_OUTPUT) return one === other;
  return isSameFile(fileBehind(one), fileBehind(other));
}

/** Returns true if two paths name the same file. Their folders must exist. */
export function isSameFile(one: string, other: string): boolean {
  if (placeOf(one) === placeOf(other)) return true;
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function placeOf(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}
