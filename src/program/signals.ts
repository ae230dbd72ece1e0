/** Ctrl-C, termination, and a terminal that is closed. */

import { rmSync } from 'node:fs';
import { temporaryName } from '../base/storage/whole-file.js';
import { EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_TERMINATED } from './exit.js';

/** The status that the program ends with, of each signal that ends it. */
const STATUSES = { SIGINT: EXIT_INTERRUPTED, SIGTERM: EXIT_TERMINATED, SIGHUP: EXIT_HUNG_UP };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @param status to end with: 128 + the signal's number */
type Answer = (status: number) => void;

let answer: Answer | undefined;

/** From now on Ctrl-C and the like are answered so, and no longer as before. */
export function answerSignals(next: Answer): void {
  const listening = answer !== undefined;
  answer = next;
  if (listening) return;
  // Not only once: a second signal would end Node before the first has been answered.
  for (const signal of SIGNALS) process.on(signal, () => answer?.(STATUSES[signal]));
}

/**
 * From now on Ctrl-C ends the program at once, and leaves no half-written file.
 * @param paths that are being written
 * @param lastWords what is to be said then
 */
export function endOnSignal(paths: readonly string[] = [], lastWords: () => string = () => ''): void {
  answerSignals((status) => {
    for (const path of paths) remove(temporaryName(path));
    if (process.stderr.isTTY) process.stderr.write('\n');
    process.stderr.write(lastWords());
    process.exit(status);
  });
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
