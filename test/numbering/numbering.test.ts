import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLine, makeBoard, neighbours } from '#src/board/board.js';
import { orderedPosition, type Position } from '#src/board/position.js';
import { isSolvable } from '#src/board/solvable.js';
import { geometryOf, STATES_PER_WORD } from '#src/numbering/geometry.js';
import { labelsOf, positionOf, stateOf, writeArrangement } from '#src/numbering/numbering.js';
import { windowOf } from '#src/numbering/window.js';

const shuffled = (position: Position) => fc.shuffledSubarray([...position], { minLength: position.length });

describe('the numbering', () => {
  test('reads 3x3 there and back', () => {
    expect(geometryOf(makeBoard(3, 3)).path).toEqual([0, 1, 2, 5, 4, 3, 6, 7, 8]);
  });

  test('reads along the shorter side', () => {
    expect(geometryOf(makeBoard(2, 3)).path).toEqual([0, 3, 4, 1, 2, 5]);
    expect(geometryOf(makeBoard(3, 2)).path).toEqual([0, 1, 3, 2, 4, 5]);
  });

  test('follows neighbours, and moves between them change no digit', () => {
    const geometry = geometryOf(makeBoard(4, 3));
    for (let place = 1; place < 12; place++) {
      const [before, after] = [geometry.path[place - 1], geometry.path[place]];
      expect(neighbours(geometry.board, before)).toContain(after);
      const window = windowOf(geometry, before, after);
      expect(window.first).toBe(window.last);
    }
  });

  test('has windows of odd length alone, so that every arrangement stays even', () => {
    for (const board of [makeBoard(3, 3), makeBoard(2, 7), makeBoard(4, 4), makeBoard(3, 5)]) {
      const geometry = geometryOf(board);
      for (let cell = 0; cell < board.cells; cell++) {
        for (const other of neighbours(board, cell)) {
          const { first, last } = windowOf(geometry, cell, other);
          expect((last - first) % 2).toBe(0);
        }
      }
    }
  });

  test('numbers the goal with zeros', () => {
    for (let blank = 0; blank < 9; blank++) {
      const goal = orderedPosition(makeBoard(3, 3), blank);
      expect(stateOf(geometryOf(makeBoard(3, 3)), goal, goal)).toEqual({ cell: blank, word: 0, bit: 0 });
    }
  });

  test.each([
    [2, 2],
    [2, 3],
    [3, 2],
    [2, 4],
    [3, 3],
  ])('is a bijection on %ix%i, without gaps', (rows, columns) => {
    const board = makeBoard(rows, columns);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board, 1);
    const seen = new Set<string>();
    for (let cell = 0; cell < board.cells; cell++) {
      for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
        const state = { cell, word: Math.floor(arrangement / STATES_PER_WORD), bit: arrangement % STATES_PER_WORD };
        const position = positionOf(geometry, goal, state);
        expect(isSolvable(board, position, goal)).toBe(true);
        expect(stateOf(geometry, goal, position)).toEqual(state);
        seen.add(position.join());
      }
    }
    expect(seen.size).toBe(geometry.states);
  });

  test.each([
    [3, 4],
    [2, 7],
    [5, 3],
    [4, 4],
    [1, 9],
    [40, 1],
  ])('gives positions of %ix%i back, and knows those that are not solvable', (rows, columns) => {
    const board = makeBoard(rows, columns);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board);
    const digits = new Int32Array(geometry.digits);
    fc.assert(
      fc.property(shuffled(goal), (position) => {
        const solvable = isSolvable(board, position, goal);
        expect(writeArrangement(geometry, labelsOf(geometry, goal), position, digits)).toBe(solvable);
        if (solvable) expect(positionOf(geometry, goal, stateOf(geometry, goal, position))).toEqual(position);
        else expect(() => stateOf(geometry, goal, position)).toThrow('no moves lead from');
      }),
    );
  });

  test('counts the states: n!/2, or n on a single row or column', () => {
    expect(geometryOf(makeBoard(3, 5)).states).toBe(653_837_184_000);
    expect(geometryOf(makeBoard(1, 12)).states).toBe(12);
    expect(isLine(makeBoard(12, 1))).toBe(true);
  });

  test('ends where states can no longer be counted exactly', () => {
    expect(geometryOf(makeBoard(2, 9)).states).toBe(3_201_186_852_864_000);
    expect(() => geometryOf(makeBoard(4, 5))).toThrow(
      '4x5 is too large to number: it has about 1.2e+18 states, and 2^53 is the most that can be counted exactly',
    );
  });
});
