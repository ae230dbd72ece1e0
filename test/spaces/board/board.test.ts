import { describe, expect, test } from 'vitest';
import { colourOf, formatBoard, makeBoard, neighbour, neighbours, parseBoard } from '#src/spaces/board/board.js';
import { imageOf, imageOfDirections, orbitsOf, symmetriesOf } from '#src/spaces/board/symmetry.js';

describe('a board', () => {
  test('is read from ROWSxCOLUMNS', () => {
    const squares = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    expect(parseBoard('3x4')).toEqual({ rows: 3, columns: 4, cells: 12, squares, name: '3x4' });
    expect(formatBoard(parseBoard(' 2X7 '))).toBe('2x7');
  });

  test.each([
    ['', "a board is written ROWSxCOLUMNS, such as 3x4; found ''"],
    ['3', "a board is written ROWSxCOLUMNS, such as 3x4; found '3'"],
    ['3x', "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    ['-3x3', "a board is written ROWSxCOLUMNS, such as 3x4; found '-3x3'"],
    ['3x3x3', "a board is written ROWSxCOLUMNS, such as 3x4; found '3x3x3'"],
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

  test('has only neighbours of the other colour', () => {
    const board = makeBoard(4, 5);
    for (let cell = 0; cell < board.cells; cell++) {
      for (const other of neighbours(board, cell)) expect(colourOf(board, other)).not.toBe(colourOf(board, cell));
    }
  });
});

describe('the symmetries of a board', () => {
  test.each([
    [3, 3, 8],
    [3, 4, 4],
    [1, 5, 2],
    [2, 2, 8],
    [1, 2, 2],
  ])('of %ix%i are %i, and keep neighbours', (rows, columns, count) => {
    const board = makeBoard(rows, columns);
    const symmetries = symmetriesOf(board);
    expect(symmetries).toHaveLength(count);
    expect(symmetries[0]).toEqual(Array.from({ length: board.cells }, (_, cell) => cell));
    for (const symmetry of symmetries) {
      for (let cell = 0; cell < board.cells; cell++) {
        const images = neighbours(board, cell).map((other) => symmetry[other]);
        expect(new Set(images)).toEqual(new Set(neighbours(board, symmetry[cell])));
      }
    }
  });

  test('turn directions with the cells', () => {
    const board = makeBoard(3, 3);
    const transpose = symmetriesOf(board).find((symmetry) => symmetry.join() === '0,3,6,1,4,7,2,5,8');
    expect(transpose).toBeDefined();
    expect(imageOfDirections(board, transpose ?? [])).toEqual({ u: 'l', d: 'r', l: 'u', r: 'd' });
    expect(imageOf(transpose ?? [], [1, 2, 3, 4, 5, 6, 7, 8, 0])).toEqual([1, 4, 7, 2, 5, 8, 3, 6, 0]);
  });

  test.each([
    [
      [3, 3],
      [[0, 2, 6, 8], [1, 3, 5, 7], [4]],
    ],
    [
      [3, 4],
      [
        [0, 3, 8, 11],
        [1, 2, 9, 10],
        [4, 7],
        [5, 6],
      ],
    ],
    [
      [2, 6],
      [
        [0, 5, 6, 11],
        [1, 4, 7, 10],
        [2, 3, 8, 9],
      ],
    ],
    [[2, 2], [[0, 1, 2, 3]]],
    [
      [1, 5],
      [[0, 4], [1, 3], [2]],
    ],
    [[2, 1], [[0, 1]]],
  ])('of %j join the cells %j', ([rows, columns], orbits) => {
    expect(orbitsOf(makeBoard(rows, columns))).toEqual(orbits);
  });
});
