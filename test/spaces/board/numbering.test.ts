import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFull, isLine, makeBoard, neighbours, parseBoard } from '#src/spaces/board/board.js';
import {
  cellWindow,
  geometryOf,
  goalOf,
  labelsOf,
  numberOf,
  positionOf,
  STATES_PER_WORD,
  stateAt,
  stateOf,
  WordArrangements,
  writeArrangement,
} from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { isSolvable } from '#src/spaces/board/reachability.js';
import { plainMove } from '../../plain-map-search.js';
import { randomMap } from '../../random-maps.js';
import { count, FULL } from '../../suite.js';

const shuffled = (position: Position) => fc.shuffledSubarray([...position], { minLength: position.length });

describe('the numbering', () => {
  test.each([
    ['3x3', [0, 1, 2, 5, 4, 3, 6, 7, 8]],
    // Along the shorter side.
    ['2x3', [0, 3, 4, 1, 2, 5]],
    ['3x2', [0, 1, 3, 2, 4, 5]],
    // In the direction in which neighbours stay closer together.
    ['..#/.../#..', [0, 1, 4, 3, 2, 5, 6]],
    ['...../...../.####/.####', [0, 5, 10, 11, 6, 1, 2, 7, 8, 3, 4, 9]],
  ])('reads %s there and back: %j', (name, path) => {
    expect(geometryOf(parseBoard(name)).path).toEqual(path);
  });

  test('has windows of odd length on full boards, so that every arrangement stays even, and none between consecutive cells', () => {
    for (const board of [makeBoard(3, 3), makeBoard(2, 7), makeBoard(4, 4), makeBoard(3, 5)]) {
      const geometry = geometryOf(board);
      for (let cell = 0; cell < board.cells; cell++) {
        for (const other of neighbours(board, cell)) {
          const { first, last } = cellWindow(geometry, cell, other);
          expect((last - first) % 2).toBe(0);
          if (Math.abs(geometry.pathIndex[cell] - geometry.pathIndex[other]) === 1) expect(first).toBe(last);
        }
      }
    }
  });

  test.each(['2x2', '2x3', '3x2', ...(FULL ? ['2x4', '3x3'] : [])])('is a bijection on %s, without gaps', (name) => {
    const board = parseBoard(name);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board, 1);
    const seen = new Set<string>();
    for (let number = 0; number < geometry.states; number++) {
      const position = positionOf(geometry, goal, stateAt(geometry, number));
      if (!isSolvable(board, position, goal)) throw new Error(`${position} is not solvable`);
      expect(numberOf(geometry, stateOf(geometry, goal, position))).toBe(number);
      seen.add(position.join());
    }
    expect(seen.size).toBe(geometry.states);
  });

  test('counts the states: n!/2, or n on a single row or column', () => {
    expect(geometryOf(makeBoard(3, 5)).states).toBe(653_837_184_000);
    expect(geometryOf(makeBoard(1, 12)).states).toBe(12);
    expect(isLine(makeBoard(12, 1))).toBe(true);
  });

  test('refuses boards with more states than can be counted exactly', () => {
    expect(geometryOf(makeBoard(2, 9)).states).toBe(3_201_186_852_864_000);
    expect(() => geometryOf(makeBoard(4, 5))).toThrow(
      '4x5 is too large to number: it has about 1.2e+18 states, and 2^53 is the most that can be counted exactly; antipode solve can still search for solutions',
    );
  });

  test('is a bijection on boards and maps: every position whose arrangement has the parity of the blank’s cell has a number', () => {
    const boards = fc.oneof(
      randomMap(3, 13).map((rows) => rows.join('/')),
      fc.constantFrom('3x4', '2x7', '5x3', '4x4', '1x9', '40x1'),
    );
    fc.assert(
      fc.property(boards, fc.nat(99), fc.gen(), (name, choice, gen) => {
        const board = parseBoard(name);
        const geometry = geometryOf(board);
        const goal = orderedPosition(board, choice % board.cells);
        const labels = labelsOf(geometry, goal);
        expect(goalOf(geometry, labels, goal.indexOf(0))).toEqual(goal);
        expect(stateOf(geometry, goal, goal)).toEqual({ cell: goal.indexOf(0), word: 0, bit: 0 });
        const digits = new Int32Array(geometry.digits);
        const position = gen(shuffled, goal);
        const numbered = writeArrangement(geometry, labels, position, digits);
        if (numbered) {
          const state = stateOf(geometry, goal, position);
          expect(state.word * STATES_PER_WORD + state.bit).toBeLessThan(geometry.arrangements);
          expect(positionOf(geometry, goal, state)).toEqual(position);
        } else {
          expect(isSolvable(board, position, goal)).toBe(false);
          expect(() => stateOf(geometry, goal, position)).toThrow('no moves lead from');
        }
        if (isFull(board)) expect(isSolvable(board, position, goal)).toBe(numbered);
        if (board.cells < 4 || geometry.isLine) return;
        // One of two positions that differ in two tiles has a number.
        const [one, other] = [0, 1, 2, 3].filter((cell) => position[cell] !== 0);
        const exchanged = position.with(one, position[other]).with(other, position[one]);
        expect(writeArrangement(geometry, labels, exchanged, digits)).toBe(!numbered);
        // A move leads from a numbered position to a numbered one.
        for (const to of neighbours(board, position.indexOf(0))) {
          expect(writeArrangement(geometry, labels, plainMove(position, to), digits)).toBe(numbered);
        }
      }),
      { numRuns: count(80, 500) },
    );
  });

  test('counts the states that moves reach on a map', () => {
    expect(geometryOf(parseBoard('.../.#./...'))).toMatchObject({ states: 8 * 2520, reached: 56 });
    expect(geometryOf(parseBoard('..#/.../...'))).toMatchObject({ states: 20_160, reached: 20_160 });
  });
});

test.each([
  ...['2x2', '2x3', '2x4', '1x2', '5x1', '../.#', '#../.../..#', '3x4', '3x5', '.#.#./...../#.#..'],
  ...(FULL ? ['3x3', '2x7'] : []),
])('reading words and states of %s gives the same as positionOf, in any order', (name) => {
  const board = parseBoard(name);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board, 1);
  const labels = labelsOf(geometry, goal);
  const arrangements = new WordArrangements(geometry);
  for (let k = 0; k < 1000; k += count(7, 1)) {
    const cell = k % board.cells;
    const word = Math.floor(((k * 617) % 1000) * (geometry.words / 1000));
    const bit = (k * 7) % Math.min(STATES_PER_WORD, geometry.arrangements);
    arrangements.readWord(word, cell);
    arrangements.readState(bit);
    const position = positionOf(geometry, goal, { cell, word, bit });
    const expected = geometry.path.flatMap((place) => (position[place] === BLANK ? [] : [labels[position[place]]]));
    expect([...arrangements.labels]).toEqual(expected);
  }
});
