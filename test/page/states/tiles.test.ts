import { describe, expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import { BLANK, formatPosition } from '#src/spaces/board/position.js';
import { cellAt, readTiles, rowsInWords, rowsText, slideBy, slideTo } from '../../../src/page/states/tiles.js';

test('tiles slide along a row or column, up to the edge of the board or a missing cell', () => {
  const board = parseBoard('2x3');
  const tiles = [BLANK, 1, 2, 3, 4, 5];
  expect(slideTo(board, tiles, 2)).toEqual({ direction: 'r', count: 2, cells: [1, 2] });
  expect(slideTo(board, tiles, 4)).toBeUndefined();
  expect(slideBy(board, tiles, 'd', 1)?.cells).toEqual([3]);
  expect(slideBy(board, tiles, 'u', 1)).toBeUndefined();
  expect(slideBy(board, tiles, 'r', 3)).toBeUndefined();
  expect(slideBy(parseBoard('.#/..'), [BLANK, 1, 2], 'r', 1)).toBeUndefined();
  expect(cellAt(board, 0, 3)).toBe(-1);
});

describe('the text of a position', () => {
  const board = parseBoard('2x2');

  test('is read as the server writes it, or with commas', () => {
    expect(readTiles('1 2 3 x', board)).toEqual([1, 2, 3, BLANK]);
    expect(readTiles('x,3,2,1', board)).toEqual([BLANK, 3, 2, 1]);
    expect(formatPosition([1, BLANK, 3, 2])).toBe('1 x 3 2');
  });

  test('is rejected if it is not a position of the board', () => {
    for (const text of ['', '1 2 3', '1 2 3 4', '1 2 2 x', '1 2 3 x x', '1 2 y x', '1 2 -3 x', '1 2 3.5 x', '12 3 x']) {
      expect(readTiles(text, board)).toBeNull();
    }
  });

  test('is read out row by row', () => {
    expect(rowsInWords(parseBoard('.#/..'), [1, BLANK, 2])).toBe('Row 1: 1, no cell. Row 2: blank, 2.');
  });
});

test('rows are written as they can be typed', () => {
  const rowsOf = (name: string, tiles: number[]) => rowsText(parseBoard(name), tiles);
  expect(rowsOf('3x3', [1, 2, 3, 4, 5, 6, 7, 8, BLANK])).toBe('123/456/78x');
  expect(rowsOf('...#/#...', [1, 2, 3, 4, 5, BLANK])).toBe('123/45x');
  expect(rowsOf('3x4', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, BLANK])).toBe('1 2 3 4/5 6 7 8/9 10 11 x');
});
