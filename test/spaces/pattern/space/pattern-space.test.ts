import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { NO_STATE } from '#src/space/definition.js';
import type { PatternSpaceSource } from '#src/space/space.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace, openSpace } from '#src/spaces/open-space.js';
import { plainPatternSearch } from '../../../plain-pattern-search.js';
import { FULL } from '../../../suite.js';

function sourceOf(name: string, tiles: readonly number[], blankCell?: number): PatternSpaceSource {
  const board = parseBoard(name);
  return patternSource(board, orderedPosition(board, blankCell), tiles);
}

describe('a pattern as a space', () => {
  test('is named after its board, its goal and its tiles in ascending order', async () => {
    const space = await openNumberedSpace(sourceOf('3x3', [4, 1, 2], 0));
    expect([space.name, space.fullName]).toEqual(['3x3 pattern 1 2 4', '3x3-blank-0 pattern 1 2 4']);
    expect(space.pattern).toMatchObject({ tiles: [1, 2, 4], goal: [0, 1, 2, 3, 4, 5, 6, 7, 8] });
    expect([space.board, space.group]).toEqual([null, null]);
    expect((await openNumberedSpace(sourceOf('3x3', [1]))).pattern?.geometry.tiles).toBe(1);
    expect((await openNumberedSpace({ kind: 'known', space: 'pancake:4' })).pattern).toBeNull();
  });

  test.each([undefined, '8 7 6 5 4 3 2 1 x'])('moves one tile at a time: with the goal %s', async (goal) => {
    const space = await openNumberedSpace({ ...sourceOf('3x3', [1, 2, 4]), ...(goal !== undefined && { goal }) });
    expect(space.moves).toEqual('1u 1d 1l 1r 2u 2d 2l 2r 4u 4d 4l 4r'.split(' '));
    const next = new Float64Array(12);
    space.neighbours(space.parse('. 2 . . . 1 x . 4'), next);
    const moves = space.moves.flatMap((move, index) =>
      next[index] === NO_STATE ? [] : [[move, space.format(next[index])]],
    );
    // The tiles 1 and 2 cut off the cell above 1.
    expect(moves).toEqual([
      ['1l', '. 2 x . 1 . . . 4'],
      ['2d', 'x . . . 2 1 . . 4'],
      ['2l', '2 x . . . 1 . . 4'],
      ['4l', '. 2 . . . 1 . 4 x'],
    ]);
  });

  test('refuses a start, a metric other than single, and a board that is too large', async () => {
    const source = sourceOf('3x3', [1, 2, 4]);
    await expect(openSpace({ ...source, start: '1 2 x 4 . . . . .' })).rejects.toThrow(
      new InputError("start is for other spaces: a pattern's distances are counted from its goal"),
    );
    await expect(explore({ space: '3x3', pattern: [1], metric: 'multi' })).rejects.toThrow(
      new InputError(
        'a pattern has the metric single: in multi, one move may slide tiles of several patterns, and the sum of their distances would count it more than once; leave out the metric',
      ),
    );
    await expect(explore({ space: '6x6', pattern: [1] })).rejects.toThrow('patterns are of boards of up to 32 cells');
    await expect(explore({ space: 'pancake:5', pattern: [1] })).rejects.toThrow(
      new InputError('pattern is for boards such as 4x4: leave it out'),
    );
    await expect(explore({ space: source, pattern: [1] })).rejects.toThrow(
      new InputError("pattern is a part of the space's source: set it there"),
    );
  });
});

describe('the distribution of a pattern', () => {
  test.each([
    ['3x4', [1, 5, 9], undefined],
    ['3x3', [2, 4, 5, 7], 4],
    ['.../.#./...', [1, 2, 3], undefined],
  ])(
    'of %s, tiles %j, blank %s is that of a plain search, and so are its antipodes',
    async (name, tiles, blankCell) => {
      const board = parseBoard(name);
      const space = await openNumberedSpace(sourceOf(name, tiles, blankCell));
      const depthOf = new Map<string, number>();
      for (const { position, depth } of plainPatternSearch(mapOf(board), orderedPosition(board, blankCell), tiles)) {
        const text = position.map((tile) => (tile === 0 ? 'x' : tile < 0 ? '.' : tile)).join(' ');
        depthOf.set(space.format(space.parse(text)), depth);
      }
      const found = await explore({ space: space.source, antipodes: 'all', threads: 1 });
      const histogram = found.histogram.map(
        (_, depth) => [...depthOf.values()].filter((each) => each === depth).length,
      );
      expect(found.histogram).toEqual(histogram);
      expect(found.notReached).toBe(space.size - depthOf.size);
      const last = [...depthOf].filter(([, depth]) => depth === found.maxDepth).map(([text]) => text);
      expect([...found.antipodes].sort()).toEqual(last.sort());
    },
  );

  test('is the same for a pattern and its mirror image', async () => {
    const one = await explore({ space: sourceOf('3x4', [1, 2, 5], 0), table: false });
    const other = await explore({ space: sourceOf('3x4', [7, 10, 11]), table: false });
    expect(one.histogram).toEqual(other.histogram);
  });

  // The pattern of seven tiles with which the 15-puzzle is solved: R. E. Korf and A. Felner, 2002.
  test.runIf(FULL)('of the tiles 1 to 7 of 4x4 ends at 34', { timeout: 600_000 }, async () => {
    const { maxDepth, states, size } = await explore({
      space: sourceOf('4x4', [1, 2, 3, 4, 5, 6, 7], 0),
      table: false,
    });
    expect([maxDepth, states, size]).toEqual([34, 139_849_920, 139_849_920]);
  });
});
