import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Board, makeBoard } from '#src/spaces/board/board.js';
import { parseInstances } from '#src/spaces/board/instances.js';
import type { Position } from '#src/spaces/board/position.js';

const START = [2, 8, 3, 1, 0, 4, 7, 6, 5];
const OTHER = [2, 3, 4, 1, 5, 0, 7, 6, 8];
const GOAL = [1, 2, 3, 8, 0, 4, 7, 6, 5];
const ROWS = '2 8 3\n1 0 4\n7 6 5\n';

function read(text: string, board?: Board, known?: Position) {
  const { starts, ...rest } = parseInstances(text, 'f.txt', board, known);
  return { ...rest, starts: starts.map(({ position }) => position) };
}

test.each([
  ['a start and a goal', '2 8 3 1 0 4 7 6 5\n1 2 3 8 0 4 7 6 5\n'],
  ['a start, the cell of its blank, and a goal', '2 8 3 1 0 4 7 6 5\n4\n1 2 3 8 0 4 7 6 5'],
  ['rows, and empty lines', `${ROWS}\n4\n\n1 2 3\r\n8 0 4\r\n7 6 5\r\n`],
  ['commas and other blanks', '2,8,3,1,x,4,7,6,5\n1,2,3,8,_,4,7,6,5'],
  ['slashes', '2 8 3 / 1 x 4 / 7 6 5\n123/8x4/765'],
  ['tiles written together', '283104765\n123804765\n'],
  ['tiles written together in rows', '283\n1x4\n765\n123\n8x4\n765\n'],
  ['one line', '283104765 123804765'],
  ['one line with the cell of the blank', '283104765 4 123804765'],
  ['a side', '3\n283104765\n123804765\n'],
  ['a side in front of rows', `3\n${ROWS}123804765`],
  ['two sides', `3 3\n${ROWS}4\n1 2 3\n8 0 4\n7 6 5\n`],
  ['a side on the same line', '3 2 8 3 1 0 4 7 6 5 1 2 3 8 0 4 7 6 5'],
  ['a number in front', '17 2 8 3 1 0 4 7 6 5 1 2 3 8 0 4 7 6 5'],
  ['comments', '\ufeff# by hand\n283 # start\n104 765\n#1\n123804765#goal'],
])('an instance is read from %s', (_, text) => {
  expect(read(text)).toEqual({ board: makeBoard(3, 3), goal: GOAL, starts: [START] });
});

test.each([
  ['alone', '283104765', [START]],
  ['in rows', ROWS, [START]],
  ['below a side', `3\n${ROWS}`, [START]],
  ['below each other', '283104765\n2 3 4 1 5 x 7 6 8\n\n283/1x4/765\n', [START, OTHER, START]],
  ['with their numbers', '9 283104765\n10 23415x768\n', [START, OTHER]],
  ['with three numbers', '1 5 24 2 8 3 1 0 4 7 6 5\n2 19 - 2 3 4 1 5 0 7 6 8', [START, OTHER]],
])('starts are read %s', (_, text, starts) => {
  expect(read(text)).toEqual({ board: makeBoard(3, 3), goal: undefined, starts });
});

test.each([
  ['two sides, although the second could be a tile', '3 3\n2 6 x\n4 8 1\n7 5 3\n2 6 8\n7 x 3\n5 4 1\n', 3, 3],
  ['two sides on the line of the tiles', '3 3 2 6 x 4 8 1 7 5 3 2 6 8 7 x 3 5 4 1', 3, 3],
  ['rows of two tiles', '1 2\n0 4\n3 5\n', 3, 2],
  ['rows of two tiles written together, and a goal', '12\n34\n06\n57\n12\n34\n56\n7x', 4, 2],
  ['three rows of 12 tiles', '1 2 3 4\n5 6 7 8\n9 10 x 11', 3, 4],
  ['a tile a line', '1\n2\n0\n4\n3\n5', 2, 3],
])('a board is read from %s', (_, text, rows, columns) => {
  const { board, starts } = read(text);
  expect(board).toEqual(makeBoard(rows, columns));
  const digits = [...text.replaceAll('x', '0').matchAll(text.includes(' ') ? /\d+/g : /\d/g)].map(Number);
  const sizes = text.startsWith('3 3') ? 2 : 0;
  expect(starts[0]).toEqual(digits.slice(sizes, sizes + rows * columns));
});

test('lines of a start and a goal are read', () => {
  const text = '283104765 123804765\n23415x768 123804765\n';
  expect(read(text)).toMatchObject({ goal: GOAL, starts: [START, OTHER] });
});

test('the second of two lines is the goal, unless another goal is known', () => {
  const text = '283104765\n123804765';
  expect(read(text, undefined, GOAL)).toMatchObject({ goal: GOAL, starts: [START] });
  expect(read(text, undefined, OTHER)).toMatchObject({ goal: undefined, starts: [START, GOAL] });
});

test("the 100 instances of R. E. Korf are read, and each one's line is known", () => {
  const text = readFileSync(new URL('../../reference/korf-15-puzzle.txt', import.meta.url), 'utf8');
  const { board, starts } = parseInstances(text, 'korf');
  expect(board).toEqual(makeBoard(4, 4));
  expect(starts).toHaveLength(100);
  expect(starts[1]).toEqual({ position: [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6], line: 6 });
});

test('a board or a size is needed if the number of cells does not determine the board', () => {
  const text = '1 2 3 4 5 6 7 8 9 10 11 0 1 2 3 4 5 6 7 8 9 10 0 11';
  expect(() => read(text)).toThrow('f.txt, line 1: 12 cells could be 2x6 or 3x4');
  expect(read(text, makeBoard(2, 6)).board).toEqual(makeBoard(2, 6));
  expect(read(`2 6\n${text}`).board).toEqual(makeBoard(2, 6));
});

test('a leading number is the size if the line has nothing else, else the first tile', () => {
  const rest = '1 2 0 4 5 6 7 8 3 1 2 3 4 5 6 7 8 0';
  expect(read(`3\n${rest}`).starts).toEqual([[1, 2, 0, 4, 5, 6, 7, 8, 3]]);
  expect(read(`3 ${rest}`).starts).toEqual([[3, 1, 2, 0, 4, 5, 6, 7, 8]]);
});

const THREE = makeBoard(3, 3);
test.each<[string, string, Board?, Position?]>([
  ['', 'f.txt holds no position'],
  ['# nothing\n', 'f.txt holds no position'],
  ['283104765\n3\n123804765', "f.txt, line 2: the start's blank is on cell 4 (cells count from 0), found 3"],
  ['283104765\n12380476', "f.txt, line 2: a position of 3x3 has 9 tiles with the blank, found 8: '1 2 3 8"],
  ['2 8 3 1 0 4 7 6', 'f.txt, line 1: the start: a position of 3x3 has 9 tiles with the blank, found 8', THREE],
  ['2 8 3 1 4 7 6 5', 'line 1: the start: a position of 3x3 has 9 tiles with the blank, found 8'],
  [
    '283104765 12380476 9',
    'line 1: the goal: a position of 3x3 holds tiles 1 to 8 and the blank once each, but tile 9',
  ],
  ['283104765\n123804766', 'f.txt, line 2: the goal: a position of 3x3 holds tiles 1 to 8'],
  ['283104765\n123804766', 'f.txt, line 2: a position of 3x3 holds tiles 1 to 8', THREE, OTHER],
  ['283104765\n28310476\n283104765', 'f.txt, line 2: a position of 3x3 has 9 tiles with the blank, found 8'],
  ['283104765\n1 283104765\n283104765', 'f.txt, line 2: each line holds as many'],
  ['8 3 5 1 2 7 4 6 0\n1 2 3 4 5 6 7 8 nine', 'f.txt, line 2: a position holds tile numbers and x, 0 or _'],
  ['123/4567x8/', 'f.txt, line 1: a position of 3x3 has 3 rows of 3 tiles with the blank, found rows of 3, 6, 0'],
  ['283104765 123804765\n283104765 12345678x', 'f.txt, line 2: the goal 1 2 3 4 5 6 7 8 x differs from that of line 1'],
  ['283104765 123804765', 'give --goal "1 2 3 8 x 4 7 6 5"', THREE, OTHER],
  ['4 4\n283104765', 'f.txt, line 1: the size 4 4 is not that of 3x3', THREE],
  ['4\n283104765', 'f.txt, line 2: the start: a position of 4x4 has 16 tiles with the blank, found 9'],
  ['1 2 3 0 1 2 0 3', 'a position of 3x3 has 9 tiles with the blank, found 8', THREE],
])('%j is refused: %s', (text, message, board, known) => {
  expect(() => read(text, board, known)).toThrow(message);
});
