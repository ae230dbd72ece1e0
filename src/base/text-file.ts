/** Text files of users, with a limit of size. */

import { type OpenFile, openFile } from '#machine/files.js';
import { bytesText, InputError } from './text.js';

/** Maximum bytes: far more than a file of instances or generators needs. */
const MOST_BYTES = 10_000_000;

/**
 * Reads a text file.
 * @param what contents of the file for messages, such as 'positions'
 * @throws InputError if the file cannot be read, or is longer than the limit
 */
export function readText(path: string, what: string, most = MOST_BYTES): string {
  // Read piece by piece, because the length of a device or a pipe is unknown.
  const bytes = new Uint8Array(most + 1);
  let length = 0;
  let isPipe = false;
  try {
    const file = openFile(path);
    try {
      isPipe = file.kind === 'pipe';
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readOrWait(file, bytes.subarray(length));
      }
    } finally {
      file.close();
    }
  } catch (error) {
    throw new InputError(`the file ${path} cannot be read (${(error as { readonly code?: string }).code})`);
  }
  if (isPipe && length === 0) throw new InputError(`${path} is a pipe to which no process writes`);
  if (length > most) throw new InputError(`${path} has more than ${bytesText(most)}, too much for ${what}`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length));
}

/** Milliseconds between looks at a pipe whose writer has not written yet. */
const PAUSE = 5;

/** Reads the next bytes of a file that was opened without waiting. @returns their number, 0 at the end */
function readOrWait(file: OpenFile, bytes: Uint8Array): number {
  for (;;) {
    try {
      return file.read(bytes, null);
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
