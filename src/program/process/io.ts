/** The streams and signals of the process. */

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
 * @param status exit status: 128 + the signal's number
 * @returns true if the process is to end immediately, with that status
 */
export type SignalAnswer = (status: number) => boolean;

export interface Io {
  readonly stdin: Input;
  /** Results. */
  readonly stdout: Output;
  /** Messages. */
  readonly stderr: Output;
  /** Sets the answer to Ctrl-C, termination and a closed terminal. It replaces the previous answer. */
  answerSignals(answer: SignalAnswer): void;
}
