import { describe, expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import { slidesFrom } from '#src/spaces/board/moves.js';
import { BLANK, formatPosition } from '#src/spaces/board/position.js';
import { cellAt, rowsInWords, rowsText, slideTiles, slideTo, tilesOf } from '../../../src/page/states/tiles.js';

const BOARDS = ['1x4', '2x2', '3x3', '2x7', '...#/...#/#...', '#.#/.../#.#'];

describe('tiles slide in the page as they do in the program', () => {
  for (const name of BOARDS) {
    test(name, () => {
      const board = parseBoard(name);
      const tiles = board.squares.map((_, cell) => cell);
      for (let blank = 0; blank < tiles.length; blank++) {
        const placed = tiles.with(tiles.indexOf(BLANK), tiles[blank]).with(blank, BLANK);
        const slides = slidesFrom(board, blank, 'multi');
        for (const { direction, count, cells } of slides) {
          const target = cells[cells.length - 1];
          expect(slideTo(board, placed, target)).toEqual({ direction, count });
          const after = slideTiles(board, placed, { direction, count });
          // The blank is at the end, and each tile on its path has moved by one cell.
          const way = [blank, ...cells];
          const expected = [...placed];
          for (let step = 0; step < count; step++) expected[way[step]] = placed[way[step + 1]];
          expected[target] = BLANK;
          expect(after).toEqual(expected);
        }
        const reached = new Set(slides.map(({ cells }) => cells[cells.length - 1]));
        for (let cell = 0; cell < tiles.length; cell++) {
          if (!reached.has(cell)) expect(slideTo(board, placed, cell)).toBeNull();
        }
      }
    });
  }

  test('and stop at the edge of the board', () => {
    const board = parseBoard('2x2');
    expect(slideTiles(board, [BLANK, 1, 2, 3], { direction: 'u', count: 1 })).toBeNull();
    expect(slideTiles(board, [BLANK, 1, 2, 3], { direction: 'r', count: 2 })).toBeNull();
    expect(cellAt(board, 0, 2)).toBe(-1);
  });
});

describe('the text of a position', () => {
  const board = parseBoard('2x2');

  test('is read as the server writes it, or with commas', () => {
    expect(tilesOf('1 2 3 x', board)).toEqual([1, 2, 3, BLANK]);
    expect(tilesOf('x,3,2,1', board)).toEqual([BLANK, 3, 2, 1]);
    expect(formatPosition([1, BLANK, 3, 2])).toBe('1 x 3 2');
  });

  test('is rejected if it is not a position of the board', () => {
    for (const text of ['', '1 2 3', '1 2 3 4', '1 2 2 x', '1 2 3 x x', '1 2 y x', '1 2 -3 x', '1 2 3.5 x', '12 3 x']) {
      expect(tilesOf(text, board)).toBeNull();
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
