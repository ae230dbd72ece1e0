/** `antipode rank` and `antipode unrank`. */

import { excerpt, InputError } from '../../base/text.js';
import { LARGEST_PERMUTATION, rank, unrank } from '../../permutations/lehmer.js';
import { refuse, wholeNumber } from '../arguments/option-values.js';
import type { Io } from '../terminal/process.js';

export function rankCommand(words: readonly string[], io: Io): void {
  io.stdout.write(`${rank(parsePermutation(words.join(' ')))}\n`);
}

export function unrankCommand(n: string, rankText: string, io: Io): void {
  const elements = wholeNumber('n', n, 1, LARGEST_PERMUTATION);
  const isRank = /^\d{1,3000}$/.test(rankText);
  refuse({ [`the rank must be a whole number from 0 to n!-1, found '${excerpt(rankText)}'`]: !isRank });
  io.stdout.write(`${unranked(elements, BigInt(rankText)).join(elements > 9 ? ' ' : '')}\n`);
}

function unranked(elements: number, rank: bigint): number[] {
  try {
    return unrank(elements, rank);
  } catch (error) {
    throw error instanceof RangeError ? new InputError(error.message, { cause: error }) : error;
  }
}

function parsePermutation(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const elements = (words.length === 1 ? [...words[0]] : words).map((word) => {
    if (/^\d{1,4}$/.test(word)) return Number(word);
    throw new InputError(`a permutation holds the numbers 1 to n, found '${excerpt(word)}' in '${excerpt(text)}'`);
  });
  const found = new Set(elements);
  const missing = elements.map((_, index) => index + 1).find((element) => !found.has(element));
  const { length } = elements;
  refuse({
    [`a permutation has 1 to ${LARGEST_PERMUTATION} elements, found ${length}`]:
      length === 0 || length > LARGEST_PERMUTATION,
    [`a permutation of ${length} elements holds 1 to ${length} once each, but ${missing} is missing: '${excerpt(text)}'`]:
      missing !== undefined,
  });
  return elements;
}
