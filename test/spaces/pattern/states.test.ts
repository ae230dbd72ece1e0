import { describe, expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { PatternStates } from '#src/spaces/pattern-space.js';
import { statesOf } from './walk-pattern.js';

describe('the text of a state', () => {
  test('has x on the lowest cell that the blank can reach', () => {
    const states = statesOf('3x3', [1, 2, 3]);
    expect(states.format(states.goal)).toBe('1 2 3 x . . . . .');
    const locked = statesOf('3x3', [6, 8]);
    expect(locked.format(locked.goal)).toBe('. . . . . 6 . 8 x');
  });

  test.each([
    ['3x3', [1, 2, 3, 4, 5, 6]],
    ['3x4', [3, 7, 11]],
    ['.../.#./...', [2, 5, 7]],
    ['1x6', [2, 4]],
  ])('leads back to each state of %s, tiles %j', (name, tiles) => {
    const states = statesOf(name, tiles);
    for (let state = 0; state < states.geometry.states; state++) {
      if (states.parse(states.format(state)) !== state) expect.fail(`state ${state}: ${states.format(state)}`);
    }
  });

  test.each([
    ['4x4', [8, 9, 10, 11, 12, 13, 14, 15]],
    ['5x5', [1, 2, 6, 7, 11, 12]],
    ['4x8', [5, 10, 15, 20]],
  ])('leads back to states of %s, tiles %j', (name, tiles) => {
    const states = statesOf(name, tiles);
    const random = new SeededRandom(4);
    for (let count = 0; count < 1000; count++) {
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
      const states = new PatternStates({ board, goal: parsePosition(goal, board), tiles: [1, 3, 4, 8] });
      expect(states.goal % 24).toBe(0);
    }
  });

  test('is the same for goals that differ only in the names of their tiles', () => {
    const board = parseBoard('3x4');
    const one = new PatternStates({ board, goal: orderedPosition(board), tiles: [1, 2, 6] });
    const other = new PatternStates({
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
