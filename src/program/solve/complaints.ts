/** Complaints about questions that have no answer, so that the others are answered. */

import { InputError } from '../../base/input-error.js';
import { LimitError } from '../../search/question/limits.js';
import { TableError } from '../../table/contents/errors.js';
import { EXIT_FAILED, EXIT_INPUT } from '../process/exit.js';
import type { Output } from '../process/io.js';

/** The error of a question that no table at hand serves; others may be served. */
export class NotServedError extends TableError {}

/** Wrong questions beyond this many are only counted. */
const MOST_COMPLAINTS = 20;

/** Names each question that has no answer. */
export class Complaints {
  readonly #what: string;
  readonly #stderr: Output;
  #count = 0;
  #status = 0;

  /** @param what the questions are, in words: 'positions' */
  constructor(what: string, stderr: Output) {
    this.#what = what;
    this.#stderr = stderr;
  }

  /** The exit status. */
  get status(): number {
    return this.#status;
  }

  /** @param place of the question, for the message */
  async of(place: string, answered: Promise<void>): Promise<void> {
    try {
      await answered;
    } catch (error) {
      if (error instanceof InputError) this.#status = EXIT_INPUT;
      else if (error instanceof NotServedError || error instanceof LimitError) this.#status ||= EXIT_FAILED;
      else throw error;
      if (++this.#count <= MOST_COMPLAINTS) this.#stderr.write(`antipode: ${place}${error.message}\n`);
    }
  }

  tellUncounted(): void {
    const more = this.#count - MOST_COMPLAINTS;
    if (more > 0) this.#stderr.write(`antipode: ${more} more ${this.#what} have no answer\n`);
  }
}
