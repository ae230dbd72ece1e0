#!/usr/bin/env node

/** The process of the `antipode` program: its signals, its streams and its exit. */

import { constants } from 'node:os';
import { strayError } from '../space/definition.js';
import { main } from './main.js';
import { EXIT_HUNG_UP, type Io, reportError } from './terminal/process.js';

/** Signals that end the program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let answer: Parameters<Io['answerSignals']>[0] | undefined;

const streams: Parameters<typeof main>[1] = {
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  answerSignals(next) {
    const listening = answer !== undefined;
    answer = next;
    if (listening) return;
    // Not `once`: a second signal would end Node before the first one is answered.
    for (const signal of SIGNALS) {
      const status = 128 + constants.signals[signal];
      process.on(signal, () => {
        if (answer?.(status)) process.exit(status);
      });
    }
  },
};

// A user's module can end the process, or wait forever with nothing left to do. Neither is a success.
let settled = false;
process.on('exit', (code) => {
  // If the terminal is gone, Node fails on exit, because it cannot restore the terminal's mode. Ending by the signal avoids that.
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

// A reader that closes standard output early, such as `head`, is not a failure. A closed standard error is no reason to stop.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  settled = true;
  process.exit(
    error.code === 'EPIPE' ? undefined : reportError(new Error(`standard output: ${error.message}`), process.stderr),
  );
});
process.stderr.on('error', () => {});

// An error in a timer of a user's module, or a rejected promise, ends the program as a signal does: progress is saved if possible.
process.on('uncaughtException', (thrown) => {
  if (settled) return;
  const status = reportError(strayError(thrown), process.stderr);
  if (answer?.(status) === false) return;
  settled = true;
  process.exit(status);
});

main(process.argv.slice(2), streams).then(async (status) => {
  // Reports a promise that a module has rejected by now.
  if (status === 0) await new Promise(setImmediate);
  settled = true;
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  // A timer or a connection that a user's module left open would keep the process running.
  process.exit(status);
});
