import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import {
  type Board,
  boardOf,
  colourOf,
  formatBoard,
  isFull,
  isLine,
  isSameBoard,
  makeBoard,
  mapOf,
  neighbour,
  neighbours,
  parseBoard,
  parseMap,
} from '#src/spaces/board/board.js';
import { countMoves, parseMoves, plainLetters } from '#src/spaces/board/moves.js';
import { drawPosition, orderedPosition } from '#src/spaces/board/position.js';
import { boardSymmetries, imageOf, imageOfDirections, orbitsOf } from '#src/spaces/board/symmetry.js';
import { plainNeighbourCells } from '../../plain-map-search.js';
import { randomMap } from '../../random-maps.js';

describe('a board', () => {
  test('is read from ROWSxCOLUMNS', () => {
    const squares = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    expect(parseBoard('3x4')).toEqual({ rows: 3, columns: 4, cells: 12, squares, name: '3x4' });
    expect(formatBoard(parseBoard(' 2X7 '))).toBe('2x7');
  });

  test.each([
    ['', "a board is written ROWSxCOLUMNS, such as 3x4; found ''"],
    ['3x', "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    ['-3x3', "a board is written ROWSxCOLUMNS, such as 3x4; found '-3x3'"],
    ['3.5x2', "a board is written ROWSxCOLUMNS, such as 3x4; found '3.5x2'"],
    ['\u001b[2J', "a board is written ROWSxCOLUMNS, such as 3x4; found '\u00b7[2J'"],
    ['0x3', 'a board has at least 2 cells, found 0x3 with 0'],
    ['1x1', 'a board has at least 2 cells, found 1x1 with 1'],
    ['16x16', 'a board has at most 255 cells, found 16x16: too large to number'],
  ])('is refused if the text is not a board: %j', (text, message) => {
    expect(() => parseBoard(text)).toThrow(message);
  });

  test('ends at its edges', () => {
    const board = makeBoard(2, 3);
    expect(neighbours(board, 0)).toEqual([3, 1]);
    expect(neighbours(board, 4)).toEqual([1, 3, 5]);
    expect(neighbour(board, 2, 'r')).toBe(-1);
  });
});

describe('the symmetries', () => {
  test.each([
    ['3x3', 8, '0,2,6,8 1,3,5,7 4'],
    ['3x4', 4, '0,3,8,11 1,2,9,10 4,7 5,6'],
    ['2x6', 4, '0,5,6,11 1,4,7,10 2,3,8,9'],
    ['2x2', 8, '0,1,2,3'],
    ['1x5', 2, '0,4 1,3 2'],
    ['2x1', 2, '0,1'],
    ['.../.#./...', 8, '0,2,5,7 1,3,4,6'],
    ['..#/.../#..', 4, '0,6 1,2,4,5 3'],
    ['#.#/.../...', 2, '0 1,3 2 4,6 5'],
    ['..#/.../.#.', 1, '0 1 2 3 4 5 6'],
  ])('of %s are %i, keep neighbours in each direction, and join the cells %s', (name, count, orbits) => {
    const board = parseBoard(name);
    const symmetries = boardSymmetries(board);
    expect(symmetries).toHaveLength(count);
    expect(symmetries[0]).toEqual(Array.from({ length: board.cells }, (_, cell) => cell));
    for (const symmetry of symmetries) {
      const directions = imageOfDirections(board, symmetry);
      for (let cell = 0; cell < board.cells; cell++) {
        for (const direction of ['u', 'd', 'l', 'r'] as const) {
          const other = neighbour(board, cell, direction);
          expect(neighbour(board, symmetry[cell], directions[direction])).toBe(other < 0 ? -1 : symmetry[other]);
        }
      }
    }
    const found = orbitsOf(board).sort(([a], [b]) => a - b);
    expect(found.map(String).join(' ')).toBe(orbits);
  });

  test('turn positions with the cells', () => {
    const board = makeBoard(3, 3);
    const transpose = boardSymmetries(board).find((symmetry) => symmetry.join() === '0,3,6,1,4,7,2,5,8');
    expect(imageOfDirections(board, transpose ?? [])).toEqual({ u: 'l', d: 'r', l: 'u', r: 'd' });
    expect(imageOf(transpose ?? [], [1, 2, 3, 4, 5, 6, 7, 8, 0])).toEqual([1, 4, 7, 2, 5, 8, 3, 6, 0]);
  });
});

describe('a map', () => {
  test('numbers its existing cells in reading order', () => {
    expect(parseMap('..#\n...\n#..\n')).toEqual({
      rows: 3,
      columns: 3,
      cells: 7,
      squares: [0, 1, 3, 4, 5, 7, 8],
      name: '..#/.../#..',
    });
  });

  test('is read from lines with any line ends, and from a line with slashes', () => {
    const board = parseMap('..#\n...');
    for (const text of ['..#\r\n...\r\n', '..#\n...\n\n\n', '..#/...', '..#/.../', '\uFEFF..#\n...']) {
      expect(parseMap(text)).toEqual(board);
    }
    expect(parseBoard(' ..#/... ')).toEqual(board);
    expect(mapOf(board)).toEqual(['..#', '...']);
  });

  test('without missing cells is the full board, whatever its name', () => {
    expect(parseMap('.../.../...', 'mine')).toEqual(makeBoard(3, 3));
    expect(isFull(parseBoard('.../.../...'))).toBe(true);
    expect(parseBoard('...')).toEqual(makeBoard(1, 3));
  });

  test('has no margins', () => {
    expect(parseMap('#####\n#..##\n#...#\n#####')).toEqual(parseMap('..#\n...'));
    expect(parseMap('###\n#.#\n#.#')).toEqual(makeBoard(2, 1));
    expect(isLine(parseMap('###\n#.#\n#.#'))).toBe(true);
  });

  test.each([
    ['', 'a map holds . for a cell and # for none, found nothing'],
    ['\n\n', 'a map holds . for a cell and # for none, found nothing'],
    ['###\n###', 'a map has at least 2 cells, found 0'],
    ['#.#', 'a map has at least 2 cells, found 1'],
    ['..\n...', 'the rows of a map are equally long, but line 1 has 2 characters and line 2 has 3'],
    ['...\n\n...', 'the rows of a map are equally long, but line 1 has 3 characters and line 2 has 0'],
    ['..#\n.x.', "a map holds . for a cell and # for none, found 'x' in line 2, column 2"],
    ['.. \n...', "a map holds . for a cell and # for none, found ' ' in line 1, column 3"],
    ['..\t', "a map holds . for a cell and # for none, found '\u00b7' in line 1, column 3"],
    [
      '#.#\n...\n###\n..#',
      'the cells of a map must be connected, and this one falls into 2 parts, with cells at line 1, column 2; line 4, column 1',
    ],
    [
      '.#.#.\n#.#.#\n.#.#.',
      'the cells of a map must be connected, and this one falls into 8 parts, with cells at line 1, column 1; line 1, column 3; line 1, column 5; line 2, column 2 and others',
    ],
    [Array(16).fill('.'.repeat(16)).join('\n'), 'a map has at most 255 cells, found 256'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseMap(text)).toThrow(new InputError(message));
  });

  test('has neither the name of a full board nor a name that a table cannot hold', () => {
    expect(() => parseMap('..#/...', '3x3')).toThrow(
      'a map with missing cells cannot be called 3x3, the name of a full board: choose another name',
    );
    expect(() => parseMap('..#/...', 'caf\u00e9')).toThrow('the name of a map has letters, digits and signs of ASCII');
    expect(parseMap('..#/...', 'cross').name).toBe('cross');
  });

  test('has the neighbours that its rows show, of the other colour and in both directions', () => {
    fc.assert(
      fc.property(randomMap(2, 14), (rows) => {
        const board = parseMap(rows.join('/'));
        expect(Array.from({ length: board.cells }, (_, cell) => neighbours(board, cell))).toEqual(
          plainNeighbourCells(rows),
        );
        for (let cell = 0; cell < board.cells; cell++) {
          for (const other of neighbours(board, cell)) expect(colourOf(board, other)).not.toBe(colourOf(board, cell));
          const below = neighbour(board, cell, 'd');
          if (below >= 0) expect(neighbour(board, below, 'u')).toBe(cell);
        }
      }),
    );
  });

  test('is drawn with gaps for missing cells', () => {
    const board = parseBoard('#..#/..../#..#');
    expect(drawPosition(board, orderedPosition(board))).toBe('  1 2\n3 4 5 6\n  7 x');
  });
});

describe('a board that is given as an object', () => {
  test('is taken with its missing cells and its name', () => {
    for (const board of [makeBoard(3, 4), parseMap('..#/.../#..'), parseMap('..#/...', 'hook')]) {
      expect(boardOf(board)).toEqual(board);
      expect(boardOf(structuredClone(board))).toEqual(board);
    }
    expect(boardOf('..#/...')).toEqual(parseMap('..#/...'));
  });

  test.each([
    { rows: 3, columns: 3 },
    { squares: [0, 1, 2, 4, 3, 5, 6] },
    { squares: [0, 1, 2] },
    { squares: [0, 1, 3, 4, 5, 7, 9] },
    { squares: 'all' },
    { rows: 2.5 },
    { columns: -3 },
  ])('is refused with %j', (change) => {
    const wrong = { ...parseMap('..#/.../#../...'), ...change } as unknown as Board;
    expect(() => boardOf(wrong)).toThrow(InputError);
  });

  test('is the same board if its cells are, whatever its name', () => {
    expect(isSameBoard(parseMap('..#/...', 'hook'), parseMap('..#/...'))).toBe(true);
    expect(isSameBoard(parseMap('..#/...'), parseMap('.../..#'))).toBe(false);
  });
});

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
