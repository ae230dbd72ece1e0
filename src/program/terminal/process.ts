/**
 * The process as commands see it: its streams and signals, its words and the provenance of results, its exit statuses and its error line.
 * Every start of the program loads it.
 */

import { cpus } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { addressWithoutPassword, InputError, shellCommand, withoutControls } from '../../base/text.js';
import { SpaceError } from '../../space/definition.js';
import type { Provenance } from '../../study/page.js';
import { NoFileError } from '../../table/contents.js';

export type Input = Readable & { readonly isTTY?: boolean; readonly fd?: number };
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
};

/** The process, and the call of the program. */
export interface Io {
  /** Version of the program. */
  readonly version: string;
  /** The arguments, without the program's name. */
  readonly argv: readonly string[];
  /** Returns standard input, which the first call opens. */
  stdin(): Input;
  /** Results. */
  readonly stdout: Output;
  /** Messages. */
  readonly stderr: Output;
  /**
   * Sets the answer to Ctrl-C, termination and a closed terminal. It replaces the previous answer.
   * @param answer takes the exit status, 128 + the signal's number, and returns true if the process is to end immediately with that status
   */
  answerSignals(answer: (status: number) => boolean): void;
}

export const EXIT_FAILED = 1;
export const EXIT_INPUT = 2;
/** Every answer is a solution, and not all of them are proved to be optimal. */
export const EXIT_NOT_PROVED = 3;
/** 128 + the signal's number, as in shells. */
export const EXIT_HUNG_UP = 129;

/** Error of work that a signal has ended in an orderly way. The message describes what is saved. */
export class SignalError extends Error {
  override readonly name = 'SignalError';
  readonly status: number;

  /** @param status to exit with: 128 + the signal's number */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Prints an error on standard error. @returns the exit status */
export function reportError(error: unknown, stderr: Output): number {
  const message = error instanceof Error ? error.message : String(error);
  // A file name in the message can hold any characters.
  const line = withoutControls(message.replace(/\s*\n\s*/g, ' '));
  stderr.write(`antipode: ${line}\n`);
  if (error instanceof SignalError) return error.status;
  // A space that contradicts its interface is a user's module.
  return [InputError, SpaceError, NoFileError].some((kind) => error instanceof kind) ? EXIT_INPUT : EXIT_FAILED;
}

/** Returns the words of a call without the password of a queue's address, so that they can be stored. */
export function withoutPassword(argv: readonly string[]): readonly string[] {
  const isQueue = (word: string, index: number) => argv[index - 1] === '--queue' || word.startsWith('--queue=');
  return argv.map((word, index) => (isQueue(word, index) ? addressWithoutPassword(word) : word));
}

/** Returns the provenance of a new result. @param threads number of threads that made it, if any */
export function provenanceOf({ version, argv }: Io, threads: number | null): Provenance {
  const processors = cpus();
  return {
    version,
    command: shellCommand(['antipode', ...withoutPassword(argv)]),
    date: new Date().toISOString(),
    node: process.version,
    // Some systems do not report their processors.
    processor: { model: processors[0]?.model.trim() || 'unknown', count: processors.length },
    threads,
  };
}
