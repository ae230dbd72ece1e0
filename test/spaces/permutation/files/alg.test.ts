import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { powerOf } from '#src/permutations/permutation.js';
import { imagesOfAlg } from '#src/spaces/permutation/files/kpuzzle.js';

const IDENTITY = [0, 1, 2, 3, 4];
const MOVES: Readonly<Record<string, readonly number[]>> = {
  A: [1, 2, 3, 4, 0],
  B: [1, 0, 2, 3, 4],
  '2-3Rw': [0, 2, 1, 3, 4],
};

const read = (text: string) =>
  imagesOfAlg(text, IDENTITY, (word) => {
    const [, name, inverse] = /^(.*?)('?)$/.exec(word) ?? [];
    return MOVES[name] === undefined ? undefined : powerOf(MOVES[name], inverse === '' ? 1 : -1);
  });

describe('an alg', () => {
  test.each([
    ['a sequence from left to right', 'A B', [0, 2, 3, 4, 1]],
    ['nothing', '', IDENTITY],
    ['pauses, lines and comments', 'A . // A A\n B', [0, 2, 3, 4, 1]],
    ['layers', '2-3Rw', [0, 2, 1, 3, 4]],
  ])('is %s', (_, text, images) => {
    expect(read(text)).toEqual(images);
  });

  test.each([
    ['(A B)2', 'A B A B'],
    ["(A B)'", "B' A'"],
    ["(A B)3'", "B' A' B' A' B' A'"],
    ['[A: B]', "A B A'"],
    ['[A, B]', "A B A' B'"],
    ['[A: [B, A]2]', "A B A B' A' B A B' A' A'"],
    ['((A)2 B)2', 'A A B A A B'],
  ])('has %s for %s', (text, moves) => {
    expect(read(text)).toEqual(read(moves));
  });

  test.each([
    ['A C', "'C' is not a move in the alg 'A C'"],
    ['(A', "expected ) at character 3 in the alg '(A'"],
    ['[A B]', "expected , or : at character 5 in the alg '[A B]'"],
    ['[A, B', "expected ] at character 6 in the alg '[A, B'"],
    ['A)', "unexpected ')' in the alg 'A)'"],
    ['A / B', "unexpected '/' in the alg 'A / B'"],
    [
      '('.repeat(50_000),
      "more than 20 brackets within each other in the alg '((((((((((((((((((((((((((((((((((((((((...'",
    ],
  ])('is quoted in the error if it is wrong: %#', (text, message) => {
    expect(() => read(text)).toThrow(new InputError(message));
  });
});
