import { describe, expect, test } from 'vitest';
import { NO_STATE } from '#src/space/definition.js';
import { neighbours, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, stateOf } from '#src/spaces/board/numbering.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { plainBoard, plainPath } from '#src/verify/board-numbering.js';
import { plainMove } from '../../plain-map-search.js';
import { rows } from '../../suite.js';

const BOARDS: readonly (readonly [string, number])[] = [
  ['2x2', 3],
  ['2x2', 0],
  ['2x3', 5],
  ['3x2', 1],
  ['2x4', 7],
  ['4x2', 2],
  ['3x3', 8],
  ['3x3', 4],
  ['1x2', 1],
  ['1x7', 3],
  ['6x1', 0],
  ['../.#', 2],
  ['#.#/.../...', 0],
  ['#.#/.../...', 6],
  ['..#/.../...', 7],
  ['.###/.#.#/..../.#.#', 4],
];

describe('the plain numbering, written from docs/reference/table-format.md', () => {
  test('orders the cells like src/spaces/board/numbering', () => {
    for (const name of [
      '2x2',
      '3x3',
      '3x4',
      '4x3',
      '2x7',
      '7x2',
      '1x5',
      '5x1',
      '4x4',
      '5x3',
      '../.#',
      '..#/.../#..',
      '.#.#./...../#.#..',
      '...../...../.####/.####',
      '#..#/..../....',
    ]) {
      const board = parseBoard(name);
      expect(plainPath(board)).toEqual(geometryOf(board).path);
    }
  });

  test.each(rows(BOARDS, [0, 1, 3, 8, 10, 13]))(
    'agrees with src/spaces/board/numbering on every state of %s with the goal blank on cell %i',
    (name, goalCell) => {
      const board = parseBoard(name);
      const geometry = geometryOf(board);
      const goal = orderedPosition(board, goalCell);
      const space = plainBoard(board, goal, 'single');
      expect(space.shape).toMatchObject({
        digits: geometry.digits,
        words: geometry.words,
        arrangements: geometry.arrangements,
      });
      const plain = space.states(64);
      const next = new Float64Array(plain.moves);
      let states = 0;
      for (let number = 0; number < plain.size; number++) {
        const bit = number % 64;
        const word = Math.floor(number / 64) % geometry.words;
        const cell = Math.floor(number / 64 / geometry.words);
        const text = space.positionText(cell, word, bit);
        if (text === undefined) continue;
        const position = positionOf(geometry, goal, { cell, word, bit });
        if (text !== formatPosition(position)) throw new Error(`${text}, not ${formatPosition(position)}`);
        plain.neighbours(number, next);
        const expected = neighbours(board, cell).map((to) => {
          const there = stateOf(geometry, goal, plainMove(position, to));
          return (there.cell * geometry.words + there.word) * 64 + there.bit;
        });
        const found = next.filter((to) => to !== NO_STATE);
        if (found.join() !== expected.join()) throw new Error(`${text} leads to ${found}, not ${expected}`);
        states++;
      }
      expect(states).toBe(geometry.states);
    },
  );

  test('numbers the example in its own comment', () => {
    const space = plainBoard(parseBoard('3x3'), orderedPosition(parseBoard('3x3')), 'single');
    expect(space.positionText(8, 42, 0)).toBe('2 1 3 4 5 6 8 7 x');
  });
});
