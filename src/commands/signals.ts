/** Ctrl-C, termination, and a terminal that is closed. */

import { rmSync } from 'node:fs';
import { temporaryName } from '../storage/whole-file.js';
import { EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_TERMINATED } from './exit.js';

const STATUSES = { SIGINT: EXIT_INTERRUPTED, SIGTERM: EXIT_TERMINATED, SIGHUP: EXIT_HUNG_UP };

/**
 * From now on Ctrl-C ends the program at once, and leaves no half-written file.
 * @param paths that are being written
 */
export function endOnSignal(paths: readonly string[] = []): void {
  const end = (signal: keyof typeof STATUSES) => {
    for (const path of paths) remove(temporaryName(path));
    if (process.stderr.isTTY) process.stderr.write('\n');
    process.exit(STATUSES[signal]);
  };
  // Not only once: a second signal would end Node before the first has been answered.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    process.stderr.write(
      `antipode: ${path} is left over, it cannot be removed (${(error as NodeJS.ErrnoException).code})\n`,
    );
  }
}
