/** The lines of a file in twsearch's language: words, and comments that begin with `#`. */

import { InputError } from '../../../base/input-error.js';

/** A line that is not empty and not a comment. */
export interface KsolveLine {
  /** Counts from 1. */
  readonly number: number;
  /** Words, at least one. */
  readonly words: readonly string[];
}

export class KsolveLines {
  readonly #lines: Iterator<KsolveLine>;

  constructor(text: string) {
    this.#lines = linesOf(text);
  }

  /** Returns the next line, undefined after the last one. */
  next(): KsolveLine | undefined {
    return this.#lines.next().value;
  }
}

function* linesOf(text: string): Generator<KsolveLine> {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const words = line.split(/[\0- ]+/).filter((word) => word !== '');
    if (words.length > 0 && !words[0].startsWith('#')) yield { number: index + 1, words };
  }
}

/** Returns the error of a line. */
export function wrongLine({ number }: KsolveLine, message: string): InputError {
  return new InputError(`line ${number}: ${message}`);
}
