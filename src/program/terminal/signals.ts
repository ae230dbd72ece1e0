/** The default answer to signals: Ctrl-C, termination, and a closed terminal. Commands load it with their work, not with each start. */

import { rmSync } from 'node:fs';
import { StorageError, temporaryName } from '../../files/files.js';
import { EXIT_HUNG_UP, type Io, type Output } from './process.js';

/**
 * Makes Ctrl-C end the program immediately, without half-written files.
 * @param paths files that are being written
 * @param lastWords returns the message that is printed at the end
 */
export function endOnSignal(io: Io, paths: readonly string[] = [], lastWords: () => string = () => ''): void {
  const { stderr } = io;
  io.answerSignals((status) => {
    for (const path of paths) remove(path, stderr);
    // An error of a user's module has already been reported, and makes the findings so far worthless.
    if (status < EXIT_HUNG_UP) return true;
    if (stderr.isTTY) stderr.write('\n');
    stderr.write(lastWords());
    return true;
  });
}

/** Removes the temporary file of a file that is being written. */
function remove(path: string, stderr: Output): void {
  try {
    rmSync(temporaryName(path), { force: true });
  } catch (error) {
    // A path that is not a file is refused later, and is not being written.
    if (error instanceof StorageError) return;
    const { code, path: left } = error as NodeJS.ErrnoException;
    stderr.write(`antipode: ${left} could not be removed (${code})\n`);
  }
}
