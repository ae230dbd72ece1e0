import { expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { countMoves, parseMoves, plainLetters } from '#src/spaces/board/moves.js';

test('a move is a letter, optionally followed by the number of cells that the blank moves', () => {
  expect(plainLetters('r2u1')).toBe('rru');
  expect(countMoves('r2u1')).toBe(2);
  expect(parseMoves('d')).toEqual([{ direction: 'd', count: 1 }]);
  expect(plainLetters('l254')).toBe('l'.repeat(254));
});

test('the blank moves at most the length of the largest board', () => {
  expect(() => plainLetters('u1l9007199254740993')).toThrow(InputError);
  expect(() => plainLetters('u255')).toThrow("the blank moves at most 254 cells in a move, found 'u255'");
});
