/** Errors of single questions, reported without stopping the others. */

import { InputError } from '../../base/input-error.js';
import { countOf } from '../../base/text/numbers.js';
import { LimitError } from '../../search/question/limits.js';
import { TableError } from '../../table/contents/errors.js';
import { EXIT_FAILED, EXIT_INPUT } from '../process/exit.js';
import type { Output } from '../process/io.js';

/** Error of a question that no available table answers. Other questions can still be answered. */
export class NotServedError extends TableError {}

/** Maximum number of printed errors; further ones are only counted. */
const MOST_COMPLAINTS = 20;

/** Prints the error of each unanswered question. */
export class Complaints {
  readonly #noun: string;
  readonly #stderr: Output;
  #count = 0;
  #status = 0;

  /** @param noun noun for a question, such as 'position' */
  constructor(noun: string, stderr: Output) {
    this.#noun = noun;
    this.#stderr = stderr;
  }

  /** Exit status. */
  get status(): number {
    return this.#status;
  }

  /** @param place place of the question, for the message */
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
    const others = countOf(more, `more ${this.#noun}`);
    if (more > 0) this.#stderr.write(`antipode: ${others} ${more === 1 ? 'has' : 'have'} no answer\n`);
  }
}
