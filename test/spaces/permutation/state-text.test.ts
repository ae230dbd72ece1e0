import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { colouredPuzzle, type PieceSet } from '#src/spaces/permutation/colourings/puzzle.js';
import { colouringText, formatArrangement, parseArrangement } from '#src/spaces/permutation/state-text.js';

const SETS: readonly PieceSet[] = [
  { name: 'corners', pieces: 3, turns: 3 },
  { name: 'tiles', pieces: 3, turns: 1, solved: [1, 2, 2] },
  { name: 'discs', pieces: 1, turns: 4, orientations: [null] },
];
const images = Array.from({ length: 16 }, (_, point) => point);
const puzzle = colouredPuzzle({ generators: [{ name: 'stay', images }], sets: SETS });
const text = colouringText('mixed', puzzle, SETS);

describe('texts of colourings', () => {
  test('list the pieces of each set, identical ones with one number, and turns after a plus sign', () => {
    expect(text.format(puzzle.solved)).toBe('1 2 3 / 1 2 2 / 1');
    expect(Array.from(text.parse('2+1 1 3+2 / 2 1 2 / 1'))).toEqual([
      5, 3, 4, 0, 1, 2, 7, 8, 6, 10, 9, 10, 11, 11, 11, 11,
    ]);
  });

  test.each([
    '2+1 1 3+2 / 2 1 2 / 1',
    '2+1 1+0 3+2 2 1 2 1',
    '2+1,1,3+2\n2,1,2\n1',
    '2+113+2/212/1',
    '2+1 1 3+2 / 212 / 1',
  ])('are read from %j', (written) => {
    expect(text.format(text.parse(written))).toBe('2+1 1 3+2 / 2 1 2 / 1');
  });

  test('are read together if no number has two digits', () => {
    const beads = (solved: number[]) => {
      const sets = [{ name: 'beads', pieces: 10, turns: 1, solved }];
      const stay = { name: 'stay', images: Array.from({ length: 10 }, (_, point) => point) };
      const { format, parse } = colouringText('beads', colouredPuzzle({ generators: [stay], sets }), sets);
      return (written: string) => format(parse(written));
    };
    expect(beads([1, 1, 1, 1, 1, 2, 2, 2, 9, 9])('9211112129')).toBe('9 2 1 1 1 1 2 1 2 9');
    expect(() => beads([1, 1, 1, 1, 1, 2, 2, 2, 10, 10])('92111121210')).toThrow('found 1 in place of 10 pieces');
  });

  test.each([
    ['1 2 3', '3 in place of 7 pieces'],
    ['1 2 x / 1 2 2 / 1', "'x' among corners"],
    ['1 2 4 / 1 2 2 / 1', "'4' among corners"],
    ['1 2 2 / 1 2 2 / 1', '2 pieces 2 among corners in place of 1'],
    ['1 2 3+3 / 1 2 2 / 1', "'3+3' among corners, whose turns are below 3,"],
    ['1 2 3 / 1 1 2 / 1', '2 pieces 1 among tiles in place of 1'],
    ['1 2 3 / 1 2 2 / 1+1', "'1+1' among discs, whose turns are below 1,"],
  ])('give an error with the fault of %j', (written, found) => {
    const message = `a state of mixed is the pieces on the places of corners (3) / tiles (3) / discs (1), such as '1 2 3 / 1 2 2 / 1'; found ${found} in '${written}'`;
    expect(() => text.parse(written)).toThrow(new InputError(message));
  });
});

const plain = { space: 'pancake:4', pieces: 4, signed: false };
const signed = { space: 'burnt-pancake:3', pieces: 3, signed: true };

describe('texts of arrangements', () => {
  test.each(['2 1 3 4', '2,1,3,4', ' 2  1, 3\n4 ', '2134'])('are read from %j', (text) => {
    expect(parseArrangement(text, plain)).toEqual([2, 1, 3, 4]);
  });

  test.each(['-2 1 -3', '-2,1,-3', '-21-3'])('have signs if pieces have two sides: %j', (text) => {
    expect(parseArrangement(text, signed)).toEqual([-2, 1, -3]);
  });

  test.each([
    ['2 1 3', 'only 3 of them'],
    ['', 'only 0 of them'],
    ['2 1 3 3', '3 twice'],
    ['2 1 3 4 5', "'5'"],
    ['21345', "'5'"],
    ['0 1 2 3', "'0'"],
    ['2 1 3 x', "'x'"],
    ['-2 1 3 4', "'-2'"],
    ['2 1 3 4.0', "'4.0'"],
    ['2 1 3 04', "'04'"],
  ])('give an error with the fault of %j', (text, found) => {
    const message = `a state of pancake:4 is the numbers 1 to 4, each once, such as '2 1 3 4'; found ${found} in '${text}'`;
    expect(() => parseArrangement(text, plain)).toThrow(new InputError(message));
  });

  test('give an error that explains signs', () => {
    expect(() => parseArrangement('1 2', signed)).toThrow(
      "a state of burnt-pancake:3 is the numbers 1 to 3, each once, negative if the burnt side is up, such as '-2 1 3'; found only 2 of them in '1 2'",
    );
    expect(() => parseArrangement('-1', { ...signed, space: 'pancake:1', pieces: 1, signed: false })).toThrow(
      "a state of pancake:1 is the numbers 1, such as '1'; found '-1' in '-1'",
    );
  });

  test('are read back', () => {
    const numbers = fc.integer({ min: 1, max: 13 }).chain((n) =>
      fc.shuffledSubarray(
        Array.from({ length: n }, (_, piece) => piece + 1),
        { minLength: n },
      ),
    );
    fc.assert(
      fc.property(numbers, fc.infiniteStream(fc.boolean()), (pieces, sides) => {
        const arrangement = pieces.map((piece) => (sides.next().value ? -piece : piece));
        const form = { space: 's', pieces: pieces.length, signed: true };
        expect(parseArrangement(formatArrangement(arrangement), form)).toEqual(arrangement);
      }),
    );
  });
});
