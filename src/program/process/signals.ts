/** Ctrl-C, termination, and a terminal that is closed. */

import { rmSync } from 'node:fs';
import { StorageError } from '../../base/storage/errors.js';
import { temporaryName } from '../../base/storage/whole-file.js';
import { EXIT_HUNG_UP } from './exit.js';
import type { Io, Output } from './io.js';

/**
 * From now on Ctrl-C ends the program at once, and leaves no half-written file.
 * @param paths that are being written
 * @param lastWords what is to be said then
 */
export function endOnSignal(io: Io, paths: readonly string[] = [], lastWords: () => string = () => ''): void {
  const { stderr } = io;
  io.answerSignals((status) => {
    for (const path of paths) remove(path, stderr);
    // An error of a user's module has been reported already, and makes what was found worthless.
    if (status < EXIT_HUNG_UP) return true;
    if (stderr.isTTY) stderr.write('\n');
    stderr.write(lastWords());
    return true;
  });
}

/** Removes what there is of a file that is being written. */
function remove(path: string, stderr: Output): void {
  try {
    rmSync(temporaryName(path), { force: true });
  } catch (error) {
    // What is not a file is refused later, and is not being written.
    if (error instanceof StorageError) return;
    const { code, path: left } = error as NodeJS.ErrnoException;
    stderr.write(`antipode: ${left} is left over, it cannot be removed (${code})\n`);
  }
}
