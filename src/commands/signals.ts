/** Ctrl-C and termination. */

import { rmSync } from 'node:fs';
import { temporaryName } from '../table/whole-file.js';
import { EXIT_INTERRUPTED, EXIT_TERMINATED } from './exit.js';

/**
 * From now on Ctrl-C ends the program at once, and leaves no half-written file.
 * @param paths that are being written
 */
export function endOnSignal(paths: readonly string[] = []): void {
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    for (const path of paths) rmSync(temporaryName(path), { force: true });
    if (process.stderr.isTTY) process.stderr.write('\n');
    process.exit(signal === 'SIGINT' ? EXIT_INTERRUPTED : EXIT_TERMINATED);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
