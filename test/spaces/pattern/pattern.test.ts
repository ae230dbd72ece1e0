import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { checkedTiles, parsePatternTiles } from '#src/spaces/board/pattern.js';

describe('the tiles of a pattern', () => {
  test('are sorted', () => {
    expect(checkedTiles(makeBoard(4, 4), [9, 6, 5, 3, 2, 1])).toEqual([1, 2, 3, 5, 6, 9]);
  });

  test.each([
    ['4x4', [1, 16], 'the tiles of 4x4 are 1 to 15, found 16 in the pattern: leave it out'],
    ['4x4', [0], 'the tiles of 4x4 are 1 to 15, found 0 in the pattern: leave it out'],
    [
      '4x4',
      [{ toString: 1 } as unknown as number],
      'the tiles of 4x4 are 1 to 15, found an object in the pattern: leave it out',
    ],
    ['4x4', [1.5], 'the tiles of 4x4 are 1 to 15, found 1.5 in the pattern: leave it out'],
    [
      '4x4',
      [undefined as unknown as number],
      'the tiles of 4x4 are 1 to 15, found nothing in the pattern: leave it out',
    ],
    ['4x4', [1, 2, 1], 'a pattern names each tile once, found tile 1 more than once: name it once'],
    ['4x4', [], 'a pattern of 4x4 has 1 to 8 tiles, found none: name some'],
    ['2x2', [1, 2], 'a pattern of 2x2 has one tile, found 2: leave some out, or make several patterns of them'],
    [
      '4x4',
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      'a pattern of 4x4 has 1 to 8 tiles, found 9: leave some out, or make several patterns of them',
    ],
    [
      '3x3',
      [1, 2, 3, 4, 5, 6, 7],
      'a pattern of 3x3 has 1 to 6 tiles, found 7: leave some out, or make several patterns of them',
    ],
    ['6x6', [1], 'patterns are of boards of up to 32 cells, and 6x6 has 36: choose a smaller board'],
    ['1x3', [1], 'a pattern leaves 3 cells free, and 1x3 has only 3: choose a larger board'],
  ])('of %s cannot be %j', (name, tiles, message) => {
    expect(() => checkedTiles(parseBoard(name), tiles)).toThrow(new InputError(message));
  });

  test('are read with spaces or commas between them', () => {
    expect(parsePatternTiles(' 1 2,3, 15 ')).toEqual([1, 2, 3, 15]);
    expect(parsePatternTiles('')).toEqual([]);
  });

  test.each(['1 2 x', '1-7', 'a', '1.5'])('cannot be read from %s', (text) => {
    expect(() => parsePatternTiles(text)).toThrow('a pattern is tile numbers separated by spaces or commas');
  });
});
