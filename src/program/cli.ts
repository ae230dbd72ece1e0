#!/usr/bin/env node

/** The process of the `antipode` program: its signals, its streams and how it ends. */

import { strayError } from '../space/stray-errors.js';
import { main } from './main.js';
import { EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_TERMINATED, reportError } from './process/exit.js';
import type { Io, SignalAnswer } from './process/io.js';

/** The status that the program ends with, for each signal that ends it. */
const STATUSES = { SIGINT: EXIT_INTERRUPTED, SIGTERM: EXIT_TERMINATED, SIGHUP: EXIT_HUNG_UP };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let answer: SignalAnswer | undefined;

const io: Io = {
  // Opened by the first command that reads it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  answerSignals(next) {
    const listening = answer !== undefined;
    answer = next;
    if (listening) return;
    // Not only once: a second signal would end Node before the first has been answered.
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (answer?.(STATUSES[signal])) process.exit(STATUSES[signal]);
      });
    }
  },
};

// A user's module may end the process, or wait for what never comes, so that nothing is left to do: that is no success.
let settled = false;
process.on('exit', (code) => {
  // If the terminal has gone, Node fails at the very end, because it cannot put it back as it was; the signal itself does not.
  if (code === EXIT_HUNG_UP && [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)) {
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  }
  if (settled || code !== 0) return;
  process.exitCode = reportError(
    new Error('the program was ended before its work was done, by a module that exits or never answers'),
    process.stderr,
  );
});

// A reader that has seen enough, such as `head`, is no failure; one that does not read messages, no reason to stop.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  settled = true;
  process.exit(
    error.code === 'EPIPE' ? undefined : reportError(new Error(`standard output: ${error.message}`), process.stderr),
  );
});
process.stderr.on('error', () => {});

// An error in a timer of a user's module, or a promise that it rejects, ends the program as a signal does: work that can be saved is.
process.on('uncaughtException', (thrown) => {
  if (settled) return;
  const status = reportError(strayError(thrown), process.stderr);
  if (answer?.(status) === false) return;
  settled = true;
  process.exit(status);
});

main(process.argv.slice(2), io).then(async (status) => {
  // A promise that a module has rejected by now is reported before the end.
  if (status === 0) await new Promise(setImmediate);
  settled = true;
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  // A user's module may have left a timer or a connection, which would keep the process running.
  process.exit(status);
});
