import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { makeBoard, parseBoard } from '#src/spaces/board/board.js';
import {
  boardOfCells,
  drawPosition,
  formatPosition,
  LONGEST_TEXT,
  orderedPosition,
  parsePosition,
} from '#src/spaces/board/position.js';
import { isSolvable } from '#src/spaces/board/reachability.js';

const board = makeBoard(3, 3);

describe('a position', () => {
  test.each([
    '2 3 4 1 5 x 7 6 8',
    '2,3,4,1,5,0,7,6,8',
    ' 2, 3, 4,\t1 5 _ 7 6 8 \r',
    '23415x768',
    '234150768',
    '2 3 4 1 5 X 7 6 8',
    '02 03 04 01 05 00 07 06 08',
    '234/15x/768',
    '2 3 4 / 1 5 x / 7 6 8',
    '2,3,4/1,5,0/7,6,8',
    ' 234 / 1 5 _ /768 ',
  ])('is read from %j', (text) => {
    expect(parsePosition(text, board)).toEqual([2, 3, 4, 1, 5, 0, 7, 6, 8]);
  });

  test.each(['1 2 3 4 5 6 7 8', '123/456/78', '12345678'])(
    'is refused without a blank if no board is named: %j',
    (text) => {
      const message = `the position '${text}' has no blank: write x, 0 or _ for it`;
      expect(() => parsePosition(text)).toThrow(new InputError(message));
    },
  );

  test('is written in a form that it is read from', () => {
    fc.assert(
      fc.property(fc.constantFrom(makeBoard(2, 2), board, makeBoard(3, 4), makeBoard(4, 4)), fc.nat(), (any, seed) => {
        const position = orderedPosition(any, seed % any.cells);
        expect(parsePosition(formatPosition(position), any)).toEqual(position);
      }),
    );
  });

  test('is drawn in rows', () => {
    expect(drawPosition(makeBoard(2, 6), orderedPosition(makeBoard(2, 6)))).toBe(
      ' 1  2  3  4  5  6\n 7  8  9 10 11  x',
    );
  });

  test.each([
    ['', 'a position holds tile numbers and x, 0 or _ for the blank, found nothing'],
    [' , ', 'a position holds tile numbers and x, 0 or _ for the blank, found nothing'],
    ['1 2 3', "a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'"],
    [
      '1 2 3 4 5 6 7 8 8',
      "a position of 3x3 holds tiles 1 to 8 and the blank once each, but tile 8 occurs 2 times, the blank is missing: '1 2 3 4 5 6 7 8 8'",
    ],
    [
      '1 2 3 4 5 6 7 9 x',
      "a position of 3x3 holds tiles 1 to 8 and the blank once each, but tile 9 is unknown, tile 8 is missing: '1 2 3 4 5 6 7 9 x'",
    ],
    [
      '1 2 3 4 x 6 7 8 x',
      "a position of 3x3 holds tiles 1 to 8 and the blank once each, but the blank occurs 2 times, tile 5 is missing: '1 2 3 4 x 6 7 8 x'",
    ],
    ['1 2 3 4 5 6 7 8 x 9', "a position of 3x3 has 9 tiles with the blank, found 10: '1 2 3 4 5 6 7 8 x 9'"],
    [
      '1 2 3 4 5 6 7 8 blank',
      "a position holds tile numbers and x, 0 or _ for the blank, found 'blank' in '1 2 3 4 5 6 7 8 blank'",
    ],
    [
      '1 2 3 4 5 6 7 -8 x',
      "a position holds tile numbers and x, 0 or _ for the blank, found '-8' in '1 2 3 4 5 6 7 -8 x'",
    ],
  ])('is refused if the text is not a position: %j', (text, message) => {
    expect(() => parsePosition(text, board)).toThrow(new InputError(message));
  });

  test('is read from rows of any board', () => {
    const tiles = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0];
    expect(parsePosition('1 2 3 4 / 5 6 7 8 / 9 10 11 x', parseBoard('3x4'))).toEqual(tiles);
    expect(parsePosition('1234/5678/9,10,11,x', parseBoard('3x4'))).toEqual(tiles);
    expect(parsePosition('1/2/3/4/5/6/7/8/9/10/11/x', parseBoard('12x1'))).toEqual(tiles);
    // A row omits missing cells.
    expect(parsePosition('12/345/67x', parseBoard('..#/.../...'))).toEqual([1, 2, 3, 4, 5, 6, 7, 0]);
    expect(parsePosition('1 2 3 4 / 10 / 5 6 7 8 / 9 11 12 x', parseBoard('..../.###/..../....'))).toEqual([
      1, 2, 3, 4, 10, 5, 6, 7, 8, 9, 11, 12, 0,
    ]);
    expect(parsePosition('123/456/7x8')).toEqual([1, 2, 3, 4, 5, 6, 7, 0, 8]);
  });

  test.each([
    [
      '3x3',
      '1234/56/78x',
      "a position of 3x3 has 3 rows of 3 tiles with the blank, found rows of 4, 2, 3: '1234/56/78x'",
    ],
    ['3x3', '123/456', "a position of 3x3 has 3 rows of 3 tiles with the blank, found rows of 3, 3: '123/456'"],
    [
      '3x3',
      '123//456/78x',
      "a position of 3x3 has 3 rows of 3 tiles with the blank, found rows of 3, 0, 3, 3: '123//456/78x'",
    ],
    ['3x3', '/', 'a position holds tile numbers and x, 0 or _ for the blank, found nothing'],
    ['3x3', '123/456/7y8', "a position holds tile numbers and x, 0 or _ for the blank, found 'y' in '123/456/7y8'"],
    [
      '..#/.../...',
      '123/45/67x',
      "a position of ..#/.../... has rows of 2, 3, 3 tiles with the blank, found rows of 3, 2, 3: '123/45/67x'",
    ],
    [
      '3x4',
      '1234/5678/91011x',
      "a position of 3x4 has 3 rows of 4 tiles with the blank, found rows of 4, 4, 6: '1234/5678/91011x'; tiles of two digits must be separated by spaces or commas",
    ],
    [
      '2x12',
      '1/2/3/4/5/6/7/8/9/10',
      "a position of 2x12 has 2 rows of 12 tiles with the blank, found rows of 1, 1, 1, 1, 1, 1 ...: '1/2/3/4/5/6/7/8/9/10'; tiles of two digits must be separated by spaces or commas",
    ],
  ])('of %s is refused in rows of another board: %j', (on, text, message) => {
    expect(() => parsePosition(text, parseBoard(on))).toThrow(new InputError(message));
  });

  test('is not read if it is too long', () => {
    expect(() => parsePosition('1 '.repeat(LONGEST_TEXT), board)).toThrow('a position has at most 2000 characters');
  });

  test('explains how to write tiles of two digits', () => {
    expect(() => parsePosition('1234567891011x', makeBoard(3, 4))).toThrow(
      'tiles of two digits must be separated by spaces or commas',
    );
  });
});

describe('the number of cells determines the board', () => {
  test.each([
    [2, 1, 2],
    [4, 2, 2],
    [5, 1, 5],
    [6, 2, 3],
    [9, 3, 3],
    [10, 2, 5],
    [16, 4, 4],
  ])('%i cells are %ix%i', (cells, rows, columns) => {
    expect(boardOfCells(cells)).toEqual(makeBoard(rows, columns));
  });

  test('only if exactly one board has this many', () => {
    expect(() => boardOfCells(12)).toThrow('12 cells could be 2x6 or 3x4: choose one with --board ROWSxCOLUMNS');
  });
});

test('solvable: texts are accepted as well as positions and boards', () => {
  const small = parseBoard('2x2');
  expect(isSolvable('2x2', '3 1 2 x', '1 2 3 x')).toBe(true);
  expect(isSolvable(small, '2 1 3 x', [1, 2, 3, 0])).toBe(false);
  expect(isSolvable('..#/...', '1 2 3 x 4', '1 2 3 4 x')).toBe(true);
  expect(() => isSolvable('2x2', '1 2 3', '1 2 3 x')).toThrow(InputError);
  expect(() => isSolvable('2y2', '1 2 3 x', '1 2 3 x')).toThrow(InputError);
});
