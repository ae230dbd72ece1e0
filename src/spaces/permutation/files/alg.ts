/**
 * Algs, as cubing.js calls sequences of moves. They have moves `R U R' U'`, groupings `(R U)3'`, commutators `[A, B]` = A B A' B', conjugates
 * `[A: B]` = A B A', pauses `.` and comments from `//` to the end of a line.
 *
 * The notation: src/cubing/alg/parseAlg.ts of github.com/cubing/cubing.js.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { type Images, powerOf, productOf } from '../images.js';
import type { MoveOfWord } from './named-moves.js';

/** Maximum depth of nested brackets. */
const DEEPEST = 20;

/**
 * Returns the permutation of an alg.
 * @param identity of the same points
 * @throws InputError that quotes the alg
 */
export function imagesOfAlg(text: string, identity: Images, moveOf: MoveOfWord): Images {
  return new AlgReader(text, identity, moveOf).read();
}

class AlgReader {
  readonly #text: string;
  readonly #identity: Images;
  readonly #moveOf: MoveOfWord;
  #at = 0;

  constructor(text: string, identity: Images, moveOf: MoveOfWord) {
    this.#text = text;
    this.#identity = identity;
    this.#moveOf = moveOf;
  }

  read(): Images {
    const images = this.#sequence(0);
    if (this.#at < this.#text.length) throw this.#wrong(`unexpected '${excerpt(this.#text[this.#at])}'`);
    return images;
  }

  /** Reads up to a sign that ends a sequence, or to the end. */
  #sequence(depth: number): Images {
    if (depth > DEEPEST) throw this.#wrong(`more than ${DEEPEST} brackets within each other`);
    let images = this.#identity;
    for (;;) {
      this.#take(/(?:\s|\/\/[^\n]*|\.)*/y);
      const word = this.#take(/(?:\d+-)?\w+'?/y);
      if (word !== '') images = productOf(images, this.#move(word));
      else if (this.#take(/\(/y) !== '') images = productOf(images, this.#grouping(depth));
      else if (this.#take(/\[/y) !== '') images = productOf(images, this.#pair(depth));
      else return images;
    }
  }

  #move(word: string): Images {
    const move = this.#moveOf(word);
    if (move === undefined) throw this.#wrong(`'${excerpt(word)}' is not a move`);
    return move;
  }

  #grouping(depth: number): Images {
    const inner = this.#sequence(depth + 1);
    this.#expect(/\)/y, ')');
    return powerOf(inner, this.#amount());
  }

  /** Reads the rest of a commutator or a conjugate. */
  #pair(depth: number): Images {
    const outer = this.#sequence(depth + 1);
    const sign = this.#expect(/[,:]/y, ', or :');
    const inner = this.#sequence(depth + 1);
    this.#expect(/\]/y, ']');
    const conjugate = productOf(productOf(outer, inner), powerOf(outer, -1));
    const pair = sign === ':' ? conjugate : productOf(conjugate, powerOf(inner, -1));
    return powerOf(pair, this.#amount());
  }

  /** Reads the number of repetitions, with the sign of its direction: 3, 3' or '. */
  #amount(): number {
    const amount = this.#take(/\d{0,9}'?/y);
    const times = /^\d/.test(amount) ? Number.parseInt(amount, 10) : 1;
    return amount.endsWith("'") ? -times : times;
  }

  #expect(sign: RegExp, name: string): string {
    const found = this.#take(sign);
    if (found !== '') return found;
    throw this.#wrong(`expected ${name} at character ${this.#at + 1}`);
  }

  /** Returns the text at this place that matches a sticky expression, '' if none does, and moves behind it. */
  #take(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const [found = ''] = expression.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #wrong(message: string): InputError {
    return new InputError(`${message} in the alg '${excerpt(this.#text)}'`);
  }
}
