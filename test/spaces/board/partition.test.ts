import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { isFull, makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { checkedTiles, parsePatternTiles, partitionOf, usualPartitions } from '#src/spaces/board/partition.js';
import { orderedPosition } from '#src/spaces/board/position.js';

function patternsOf(name: string, text?: string, blankCell?: number) {
  const board = parseBoard(name);
  return partitionOf(board, orderedPosition(board, blankCell), text).patterns;
}

test.each<readonly [string, number | undefined, string | undefined, readonly string[]]>([
  // The known patterns, and the same rotated by a half turn, since default goals have their blank in the last corner.
  ['4x4', 0, '7-8', ['1 2 3 4 5 6 7', '8 9 10 11 12 13 14 15']],
  ['4x4', undefined, '7-8', ['9 10 11 12 13 14 15', '1 2 3 4 5 6 7 8']],
  ['4x4', undefined, '6-6-3', ['4 7 8 11 12 15', '5 6 9 10 13 14', '1 2 3']],
  ['5x5', 0, '6-6-6-6', ['1 5 6 10 11 12', '2 3 4 7 8 9', '13 14 18 19 23 24', '15 16 17 20 21 22']],
  // Cut from bands of two lines.
  ['4x4', 5, '7-8', ['1 2 3 4 5 6 7', '8 9 10 11 12 13 14 15']],
  ['3x5', undefined, undefined, ['1 2 6 7 11 12', '3 4 8 9 13 14', '5 10']],
  ['..#/.../#..', undefined, '2-2-2', ['1 3', '2 4', '5 6']],
  // Spelled out.
  ['3x3', undefined, '1 2 4 / 3,5,6 / 8 7', ['1 2 4', '3 5 6', '7 8']],
])('of %s with the blank on %s, the partition %s has the patterns %j', (name, blankCell, text, patterns) => {
  expect(patternsOf(name, text, blankCell).map((tiles) => tiles.join(' '))).toEqual(patterns);
});

test('a partition by sizes follows the goal cells, whatever tiles are on them', () => {
  const board = parseBoard('4x4');
  const goal = [0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  expect(partitionOf(board, goal, '7-8').patterns[0]).toEqual([9, 10, 11, 12, 13, 14, 15]);
});

test('boards have default partitions', () => {
  const names = ['4x4', '5x5', '3x3', '3x5', '4x6', '4x8', '2x2'];
  expect(names.map(parseBoard).map((board) => partitionOf(board, orderedPosition(board)).name)).toEqual([
    '6-6-3',
    '6-6-6-6',
    '6-2',
    '6-6-2',
    '6-6-6-5',
    '5-5-5-5-5-5-1',
    '1-1-1',
  ]);
  expect(usualPartitions(parseBoard('4x4'))).toEqual(['7-8', '7-7-1', '7-4-4', '6-6-3']);
  expect(usualPartitions(parseBoard('3x5'))).toEqual(['6-6-2']);
});

test('every partition by sizes names every tile once', () => {
  fc.assert(
    fc.property(fc.constantFrom('4x4', '5x5', '3x5', '4x3', '...../..#../.....'), fc.nat(), (name, choice) => {
      const board = parseBoard(name);
      const goal = orderedPosition(board, choice % board.cells);
      for (const text of usualPartitions(board)) {
        const tiles = partitionOf(board, goal, text).patterns.flat();
        expect([...tiles].sort((a, b) => a - b)).toEqual(
          Array.from({ length: board.cells - 1 }, (_, index) => index + 1),
        );
      }
      expect(isFull(board) || usualPartitions(board).length === 1).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a partition is named by its sizes or its tiles, however they are written', () => {
  const board = parseBoard('3x3');
  const nameOf = (text: string) => partitionOf(board, orderedPosition(board), text).name;
  expect(nameOf(' 5-3 ')).toBe('5-3');
  expect(nameOf('4,2 1/ 3 5  6/8 7')).toBe('1 2 4 / 3 5 6 / 7 8');
});

test.each([
  ['4x4', '7-7', "the sizes of a partition of 4x4 add up to its 15 tiles, but those of '7-7' to 14"],
  ['4x4', '9-6', 'a pattern of 4x4 has 1 to 8 tiles, found 9'],
  ['3x3', '1 2 3 / 4 5 6', "names each of the tiles 1 to 8 once, but tile 7 is missing: '1 2 3 / 4 5 6'"],
  ['3x3', '1 2 3 / 3 4 5 / 6 7 8', 'tile 3 occurs 2 times'],
  ['3x3', '1 2 3 / 4 5 9 / 6 7 8', 'the tiles of 3x3 are 1 to 8, found 9'],
  ['3x3', '1 2 3 4 / / 5 6 7 8', 'found none'],
  ['3x3', 'best', 'a pattern is tile numbers separated by spaces or commas'],
  ['6x6', '1 2', 'patterns are of boards of up to 32 cells'],
])('of %s, %s is refused', (name, text, message) => {
  expect(() => patternsOf(name, text)).toThrow(InputError);
  expect(() => patternsOf(name, text)).toThrow(message);
});

test.each([null, 78, ['7', '8']])('is refused if plain JavaScript passes anything but a text: %j', (found) => {
  const board = parseBoard('4x4');
  const partition = () => partitionOf(board, orderedPosition(board), found as unknown as string);
  expect(partition).toThrow(InputError);
  expect(partition).toThrow(/^a partition is a text of sizes such as '7-8', or of tiles such as [^\n]*: change it$/);
});

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
