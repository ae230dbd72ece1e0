/** Ctrl-C, termination, and a terminal that is closed. */

import { rmSync } from 'node:fs';
import { temporaryName } from '../../base/storage/whole-file.js';
import type { Io, Output } from './io.js';

/**
 * From now on Ctrl-C ends the program at once, and leaves no half-written file.
 * @param paths that are being written
 * @param lastWords what is to be said then
 */
export function endOnSignal(io: Io, paths: readonly string[] = [], lastWords: () => string = () => ''): void {
  const { stderr } = io;
  io.answerSignals(() => {
    for (const path of paths) remove(temporaryName(path), stderr);
    if (stderr.isTTY) stderr.write('\n');
    stderr.write(lastWords());
    return true;
  });
}

function remove(path: string, stderr: Output): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    stderr.write(`antipode: ${path} is left over, it cannot be removed (${(error as NodeJS.ErrnoException).code})\n`);
  }
}
