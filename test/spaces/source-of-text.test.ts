import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { search } from '#src/search/search.js';
import { makeBoard, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { isSpaceText, sourceOfText } from '#src/spaces/source-of-text.js';
import { FULL } from '../suite.js';

describe('the source of a text', () => {
  test.each([
    ['8-puzzle', makeBoard(3, 3)],
    ['15-puzzle', makeBoard(4, 4)],
    ['24-Puzzle', makeBoard(5, 5)],
  ])('%s is a board named by its rows and columns', async (text, board) => {
    expect(parseBoard(text)).toEqual(board);
    expect(await sourceOfText(text, {})).toMatchObject({ kind: 'board', board: board.name, metric: 'single' });
  });

  test.each(['3-puzzle', '35-puzzle', '15puzzle', '15-puzzles'])('%s is not a space', async (text) => {
    await expect(sourceOfText(text, {})).rejects.toThrow(`'${text}' is not a space`);
    expect(() => parseBoard(text)).toThrow('a board is written ROWSxCOLUMNS');
  });

  test.runIf(FULL)('is explored and searched like the board', async () => {
    const { name, maxDepth } = await explore({ space: '8-puzzle' });
    expect([name, maxDepth]).toEqual(['3x3', 31]);
    const from = '1 2 3 4 5 6 7 8 9 10 11 12 13 x 14 15';
    expect((await search('15-puzzle', { from })).moves).toEqual(['r', 'r']);
  });

  test('rejects the name of a board for a map', () => {
    expect(() => parseMap('..#/...', '8-puzzle')).toThrow(
      'a map with missing cells cannot be called 8-puzzle, the name of a full board',
    );
  });
});

test.each([
  ['3x4', true],
  ['12x9', true],
  ['8-puzzle', true],
  ['..#/.../#..', true],
  ['pancake', true],
  ['pancake:7', true],
  ['Cube-2x2x2', true],
  ['./my-space.js', true],
  ['my-space.mts', true],
  ['./dino.tws', true],
  ['3x3.tws', true],
  ['group.g', true],
  ['..a/.b.json', true],
  // Too large for a board, and no position: a digit is there twice.
  ['17x17', true],
  ['1x300', true],
  ['16x100', true],
  // Too large for a board, and without columns: tiles written together.
  ['23415x778', false],
  ['3x', false],
  ['', false],
  // A state of two sets of pieces.
  ['1 2 3 / 1 2', false],
  ['pancke:7', false],
  ['23415y768', false],
])('whether %s names a space is %s', async (text, named) => {
  expect(await isSpaceText(text)).toBe(named);
});
