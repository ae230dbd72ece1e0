/** The parts of its process that the program uses. */

import type { Readable, Writable } from 'node:stream';

export type Input = Readable & { readonly isTTY?: boolean; readonly fd?: number };
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
};

/**
 * Answers a signal.
 * @param status to end with: 128 + the signal's number
 * @returns true if the process is to end at once, with that status
 */
export type SignalAnswer = (status: number) => boolean;

export interface Io {
  readonly stdin: Input;
  /** Results. */
  readonly stdout: Output;
  /** Messages. */
  readonly stderr: Output;
  /** Sets the answer to Ctrl-C, termination and a closed terminal from now on. */
  answerSignals(answer: SignalAnswer): void;
}
