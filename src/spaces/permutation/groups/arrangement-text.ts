/** Texts of arrangements: the pieces 1..n in the order of their places, negative if a piece is upside down. */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';

export interface ArrangementForm {
  /** Name of the space for messages: `pancake:4`. */
  readonly space: string;
  /** Number of pieces, at least 1. */
  readonly pieces: number;
  /** True if pieces have two sides. */
  readonly signed: boolean;
}

/** Returns the text: `2 1 3 4`, or `-2 1 3 -4`. */
export function formatArrangement(arrangement: readonly number[]): string {
  return arrangement.join(' ');
}

/**
 * Reads the form of formatArrangement, also with commas, and for up to 9 pieces without separators: 2134, -213-4.
 * @throws InputError if the text is not every piece once
 */
export function parseArrangement(text: string, form: ArrangementForm): number[] {
  const words = wordsOf(text, form.pieces);
  const seen = new Set<number>();
  const arrangement = words.map((word) => {
    const piece = Number(word);
    const number = form.signed ? Math.abs(piece) : piece;
    const known = /^-?[1-9]\d{0,2}$/.test(word) && number >= 1 && number <= form.pieces;
    if (!known) throw wrong(text, form, `'${excerpt(word, 10)}'`);
    if (seen.has(number)) throw wrong(text, form, `${number} twice`);
    seen.add(number);
    return piece;
  });
  if (arrangement.length < form.pieces) throw wrong(text, form, `only ${arrangement.length} of them`);
  return arrangement;
}

function wordsOf(text: string, pieces: number): readonly string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const together = words.length === 1 && pieces <= 9 && /^(-?[1-9])+$/.test(words[0]);
  return together ? (words[0].match(/-?\d/g) ?? []) : words;
}

/** Maximum number of pieces of an example in a message. */
const MOST_SHOWN = 20;

function wrong(text: string, { space, pieces, signed }: ArrangementForm, found: string): InputError {
  const numbers = Array.from({ length: Math.min(pieces, MOST_SHOWN) }, (_, piece) => piece + 1);
  const example = [...numbers.slice(0, 2).reverse(), ...numbers.slice(2)];
  if (signed) example[0] = -example[0];
  const more = pieces > MOST_SHOWN ? ' ...' : '';
  const range = pieces === 1 ? '1' : `1 to ${pieces}, each once`;
  const sides = signed ? ', negative if the burnt side is up' : '';
  return new InputError(
    `a state of ${space} is the numbers ${range}${sides}, such as '${formatArrangement(example)}${more}'; found ${found} in '${excerpt(text)}'`,
  );
}
