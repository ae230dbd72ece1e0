import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { NO_STATE } from '#src/space/definition.js';
import type { PatternSpaceSource } from '#src/space/space.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { reachesAllStates } from '#src/spaces/board/pattern-geometry.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace, openSpace } from '#src/spaces/open-space.js';
import { patternStates } from '#src/spaces/pattern-space.js';
import { plainMove, plainNeighbourCells } from '../plain-map-search.js';
import { plainPatternSearch } from '../plain-pattern-search.js';
import { count, FULL, rows } from '../suite.js';
import { depthsOf, NOT_REACHED, statesOf, textOf } from './walk-pattern.js';

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
  // The pattern of seven tiles with which the 15-puzzle is solved: R. E. Korf and A. Felner, 2002.
  test.runIf(FULL)('of the tiles 1 to 7 of 4x4 ends at 34', { timeout: 600_000 }, async () => {
    const { maxDepth, states, size } = await explore({
      space: sourceOf('4x4', [1, 2, 3, 4, 5, 6, 7], 0),
      table: false,
    });
    expect([maxDepth, states, size]).toEqual([34, 139_849_920, 139_849_920]);
  });
});

describe('the text of a state', () => {
  test('has x on the lowest cell that the blank can reach', () => {
    const states = statesOf('3x3', [1, 2, 3]);
    expect(states.format(states.goal)).toBe('1 2 3 x . . . . .');
    const locked = statesOf('3x3', [6, 8]);
    expect(locked.format(locked.goal)).toBe('. . . . . 6 . 8 x');
  });

  test.each([
    ['3x4', [3, 7, 11]],
    ['.../.#./...', [2, 5, 7]],
    ['1x6', [2, 4]],
    ['4x4', FULL ? [8, 9, 10, 11, 12, 13, 14, 15] : [8, 9, 10, 11, 12]],
    ['4x8', FULL ? [5, 10, 15, 20] : [5, 10, 15]],
  ])('leads back to states of %s, tiles %j', (name, tiles) => {
    const states = statesOf(name, tiles);
    const random = new SeededRandom(4);
    for (let tries = 0; tries < count(50, 1000); tries++) {
      const state = random.state(states.geometry.states);
      expect(states.parse(states.format(state))).toBe(state);
    }
  });

  test('can have x on any cell that the blank can reach', () => {
    const states = statesOf('3x3', [2, 4]);
    const texts = ['. 2 . 4 x . . . .', '. 2 . 4 . . . . x', '.2.4..._.', '., 2, 0, 4, ., ., ., ., .'];
    expect(new Set(texts.map((text) => states.parse(text)))).toEqual(new Set([states.goal]));
    expect(states.parse('x 2 . 4 . . . . .')).not.toBe(states.goal);
  });

  test.each([
    ['1 2 . x . . . .', 'found 8'],
    ['1 2 . 4 x . . . .', "found '4' in"],
    ['1 2 . z x . . . .', "found 'z' in"],
    ['1 2 1 x . . . . .', 'tile 1 occurs 2 times'],
    ['1 . . x . . . . .', 'tile 2 occurs 0 times'],
    ['1 2 . . . . . . .', 'x occurs 0 times'],
  ])('is refused if it is %s', (text, found) => {
    const states = statesOf('3x3', [1, 2]);
    expect(() => states.parse(text)).toThrow('a state of this pattern has the tiles 1 2 and x once each');
    expect(() => states.parse(text)).toThrow(found);
  });
});

describe('the number of a state', () => {
  test('has arrangement 0 in the goal, whatever the goal', () => {
    const board = parseBoard('3x3');
    for (const goal of ['8 7 6 5 4 3 2 1 x', '4 x 1 2 8 5 7 3 6', '1 2 3 8 x 4 7 6 5']) {
      const states = patternStates({ board, goal: parsePosition(goal, board), tiles: [1, 3, 4, 8] });
      expect(states.goal % 24).toBe(0);
    }
  });

  test('is the same for goals that differ only in the names of their tiles', () => {
    const board = parseBoard('3x4');
    const one = patternStates({ board, goal: orderedPosition(board), tiles: [1, 2, 6] });
    const other = patternStates({
      board,
      goal: parsePosition('11 10 9 8 7 6 5 4 3 2 1 x', board),
      tiles: [6, 10, 11],
    });
    for (const text of ['1 x . . 6 . . 2 . . . .', '6 2 1 . . . . . . . . x', '. 1 . 2 x 6 . . . . . .']) {
      const renamed = text.replace(/\d+/g, (tile) => String(12 - Number(tile)));
      expect(other.parse(renamed)).toBe(one.parse(text));
    }
  });
});

const RING = '.../.#./...';
const CROSS = '#.#/.../.../#.#';

describe('distances in a pattern', () => {
  test.each(
    rows<[board: string, tiles: readonly number[], blankCell?: number]>(
      [
        ['3x3', [1]],
        ['3x3', [2, 5]],
        ['3x3', [1, 4, 8]],
        ['3x3', [1, 2, 3, 4]],
        ['3x3', [1, 3, 5, 6, 7]],
        ['3x3', [1, 2, 3, 4, 5, 6]],
        ['3x3', [3, 4, 5, 6, 7, 8], 0],
        ['3x3', [1, 2, 5, 7], 1],
        ['3x3', [2, 3, 4, 5, 8], 4],
        ['3x4', [1, 2, 3]],
        ['3x4', [3, 7, 11], 5],
        ['4x3', [1, 5, 9], 0],
        ['4x4', [1, 5, 9]],
        ['4x4', [2, 6, 7], 0],
        ['2x2', [3]],
        ['2x5', [1, 6, 7]],
        ['1x6', [2, 4]],
        [RING, [1]],
        [RING, [2, 5, 7]],
        [RING, [1, 2, 3, 4], 3],
        [CROSS, [1, 4, 7]],
        ['..#/.../#..', [2, 4]],
        ['..../.#../....', [1, 6, 10]],
      ],
      [0, 7, 10, 14, 16, 18, 20, 21],
    ),
  )('of %s, tiles %j, blank %s are those of a plain search', (name, tiles, blankCell) => {
    const board = parseBoard(name);
    const states = statesOf(name, tiles, blankCell);
    const depths = depthsOf(states);
    const plain = plainPatternSearch(mapOf(board), orderedPosition(board, blankCell), tiles);
    const reached = new Set<number>();
    for (const { position, depth } of plain) {
      const state = states.parse(textOf(states, position));
      reached.add(state);
      if (depths[state] !== depth) expect.fail(`${states.format(state)}: ${depths[state]}, not ${depth}`);
    }
    expect(depths.filter((depth) => depth !== NOT_REACHED).length).toBe(reached.size);
    if (reachesAllStates(states.geometry)) expect(reached.size).toBe(states.geometry.states);
  });

  test('are those of 24 of 720 states, if three tiles move round a ring of eight cells', () => {
    const states = statesOf(RING, [1, 2, 3]);
    const reached = depthsOf(states).filter((depth) => depth !== NOT_REACHED).length;
    expect([reached, states.geometry.states]).toEqual([24, 720]);
  });

  test('change by one if a tile of the pattern moves, and otherwise not at all', () => {
    const board = parseBoard('4x4');
    const beside = plainNeighbourCells(mapOf(board));
    const patterns = rows(
      [
        [1, 2, 5, 6],
        [3, 4, 7, 8],
        [10, 13, 14],
        [9, 11, 12, 15],
      ],
      [2],
    ).map((tiles) => {
      const states = statesOf('4x4', tiles);
      return { states, tiles, depths: depthsOf(states) };
    });
    const random = new SeededRandom(19);
    for (let walk = 0; walk < count(2, 50); walk++) {
      let position: readonly number[] = orderedPosition(board);
      for (let step = 0; step < 200; step++) {
        const blank = position.indexOf(0);
        const to = beside[blank][random.below(beside[blank].length)];
        const after = plainMove(position, to);
        for (const { states, tiles, depths } of patterns) {
          const [one, other] = [position, after].map((each) => depths[states.parse(textOf(states, each))]);
          expect(Math.abs(one - other)).toBe(tiles.includes(position[to]) ? 1 : 0);
        }
        position = after;
      }
    }
  });
});
