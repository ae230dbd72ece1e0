/** The call of a command: its words, the provenance of its results, and the default answer to signals. */

import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { StorageError, temporaryName } from '../../base/files.js';
import type { Provenance } from '../../base/provenance.js';
import { addressWithoutPassword, shellCommand } from '../../base/text.js';
import { EXIT_HUNG_UP, type Io, type Output } from './process.js';

/** The call of the program. */
export interface Call {
  /** Version of the program. */
  readonly version: string;
  /** The arguments, without the program's name. */
  readonly argv: readonly string[];
}

/** Returns the call without the password of an address, so that it can be stored. */
export function withoutPassword(call: Call, url: string): Call {
  const shown = addressWithoutPassword(url);
  return { ...call, argv: call.argv.map((word) => word.replace(url, () => shown)) };
}

/** Returns the provenance of a new result. @param threads number of threads that made it, if any */
export function provenanceOf({ version, argv }: Call, threads: number | null): Provenance {
  const processors = cpus();
  return {
    version,
    command: shellCommand(['antipode', ...argv]),
    date: new Date().toISOString(),
    node: process.version,
    // Some systems do not report their processors.
    processor: { model: processors[0]?.model.trim() || 'unknown', count: processors.length },
    threads,
  };
}

export interface Invocation {
  readonly call: Call;
  readonly io: Io;
  /** Sets the exit status of a command that ends without an error. @default 0 */
  endWith(status: number): void;
}

/* The default answer to signals: Ctrl-C, termination, and a closed terminal. */

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
