/** Two notations of permutations: one-line (2 1 3: the images of the points 1, 2, 3) and cycles (1 2)(3 4 5). */

import { InputError } from '../../../base/input-error.js';
import { excerpt, jsonExcerpt } from '../../../base/text/excerpt.js';

/** A permutation as it is written, not yet checked. */
export type Notation =
  | { readonly kind: 'line'; readonly numbers: readonly number[] }
  | { readonly kind: 'cycles'; readonly cycles: readonly (readonly number[])[]; readonly numbers: readonly number[] };

/**
 * Reads a permutation as a list of numbers or a text in one-line notation, or as lists of numbers or a text in cycles. `()` is the identity.
 * @param label name of the permutation's owner, for messages
 * @throws InputError if it has neither notation
 */
export function parseNotation(label: string, permutation: unknown): Notation {
  if (Array.isArray(permutation)) {
    if (permutation.length > 0 && permutation.every(isCycle)) {
      return { kind: 'cycles', cycles: permutation, numbers: permutation.flat() };
    }
    const wrong = permutation.find((entry) => typeof entry !== 'number');
    if (wrong !== undefined) throw expected(label, wrong);
    return { kind: 'line', numbers: permutation };
  }
  if (typeof permutation !== 'string') throw expected(label, permutation);
  const text = permutation.trim();
  if (!text.startsWith('(')) return { kind: 'line', numbers: numbersOf(label, text, permutation) };
  if (!text.endsWith(')')) throw expected(label, permutation);
  const cycles = text
    .slice(1, -1)
    .split(/\)\s*\(/)
    .map((cycle) => numbersOf(label, cycle, permutation));
  return { kind: 'cycles', cycles, numbers: cycles.flat() };
}

function isCycle(entry: unknown): entry is readonly number[] {
  return Array.isArray(entry) && entry.every((point) => Number.isSafeInteger(point));
}

function numbersOf(label: string, text: string, permutation: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    if (!/^\d{1,9}$/.test(word)) throw expected(label, permutation);
    return Number(word);
  });
}

function expected(label: string, found: unknown): InputError {
  const shown = typeof found === 'string' ? `'${excerpt(found)}'` : jsonExcerpt(found);
  return new InputError(
    `the permutation of ${label} is written [2, 1, 3], "2 1 3", or in cycles "(1 2)(3 4 5)"; found ${shown}`,
  );
}
