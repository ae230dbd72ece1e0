import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLine, makeBoard, neighbours, parseBoard } from '#src/spaces/board/board.js';
import {
  geometryOf,
  goalOf,
  labelsOf,
  ORDERS_IN_WORD,
  positionOf,
  STATES_PER_WORD,
  stateOf,
  WordArrangements,
  windowOf,
  writeArrangement,
} from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { isSolvable } from '#src/spaces/board/reachability.js';
import { plainMove } from '../../plain-map-search.js';
import { randomMap } from '../../random-maps.js';
import { count, rows } from '../../suite.js';

const shuffled = (position: Position) => fc.shuffledSubarray([...position], { minLength: position.length });

describe('the numbering', () => {
  test('reads 3x3 there and back', () => {
    expect(geometryOf(makeBoard(3, 3)).path).toEqual([0, 1, 2, 5, 4, 3, 6, 7, 8]);
  });

  test('reads along the shorter side', () => {
    expect(geometryOf(makeBoard(2, 3)).path).toEqual([0, 3, 4, 1, 2, 5]);
    expect(geometryOf(makeBoard(3, 2)).path).toEqual([0, 1, 3, 2, 4, 5]);
  });

  test('makes consecutive cells neighbours, and moves between them change no digit', () => {
    const geometry = geometryOf(makeBoard(4, 3));
    for (let place = 1; place < 12; place++) {
      const [before, after] = [geometry.path[place - 1], geometry.path[place]];
      expect(neighbours(geometry.board, before)).toContain(after);
      const window = windowOf(geometry, before, after);
      expect(window.first).toBe(window.last);
    }
  });

  test('has only windows of odd length, so that every arrangement stays even', () => {
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

  test.each(
    rows(
      [
        [2, 2],
        [2, 3],
        [3, 2],
        [2, 4],
        [3, 3],
      ] as const,
      [0, 1, 2, 3],
    ),
  )('is a bijection on %ix%i, without gaps', (rows, columns) => {
    const board = makeBoard(rows, columns);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board, 1);
    const seen = new Set<string>();
    for (let cell = 0; cell < board.cells; cell++) {
      for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
        const state = { cell, word: Math.floor(arrangement / STATES_PER_WORD), bit: arrangement % STATES_PER_WORD };
        const position = positionOf(geometry, goal, state);
        if (!isSolvable(board, position, goal)) throw new Error(`${position} is not solvable`);
        const back = stateOf(geometry, goal, position);
        if (back.cell !== state.cell || back.word !== state.word || back.bit !== state.bit) expect(back).toEqual(state);
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
  ])('returns positions of %ix%i, and detects those that are not solvable', (rows, columns) => {
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

  test('refuses boards with more states than can be counted exactly', () => {
    expect(geometryOf(makeBoard(2, 9)).states).toBe(3_201_186_852_864_000);
    expect(() => geometryOf(makeBoard(4, 5))).toThrow(
      '4x5 is too large to number: it has about 1.2e+18 states, and 2^53 is the most that can be counted exactly; antipode solve can still search for solutions',
    );
  });

  test('is a bijection on maps: every position whose arrangement has the parity of the blank’s cell has a number', () => {
    fc.assert(
      fc.property(randomMap(3, 13), fc.nat(99), fc.gen(), (rows, choice, gen) => {
        const board = parseBoard(rows.join('/'));
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
        } else expect(isSolvable(board, position, goal)).toBe(false);
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
      { numRuns: count(150, 500) },
    );
  });

  test('counts the states that moves reach on a map', () => {
    expect(geometryOf(parseBoard('.../.#./...'))).toMatchObject({ states: 8 * 2520, reached: 56 });
    expect(geometryOf(parseBoard('..#/.../...'))).toMatchObject({ states: 20_160, reached: 20_160 });
  });

  test('reads a map in the direction in which neighbours stay closer together', () => {
    expect(geometryOf(parseBoard('..#/.../#..')).path).toEqual([0, 1, 4, 3, 2, 5, 6]);
    expect(geometryOf(parseBoard('...../...../.####/.####')).path).toEqual([0, 5, 10, 11, 6, 1, 2, 7, 8, 3, 4, 9]);
  });
});

describe('the orders of the last five labels', () => {
  test.each([
    ['even', 0],
    ['odd', 1],
  ])('are 60 of each parity: %s', (_, parity) => {
    const orders = Array.from({ length: STATES_PER_WORD }, (__, bit) => [
      ...ORDERS_IN_WORD[parity].subarray(bit * 5, bit * 5 + 5),
    ]);
    expect(new Set(orders.map(String)).size).toBe(60);
    for (const order of orders) {
      expect([...order].sort()).toEqual([0, 1, 2, 3, 4]);
      const inversions = order.flatMap((label, place) => order.slice(place + 1).filter((other) => other < label));
      expect(inversions.length % 2).toBe(parity);
    }
  });
});

describe('reading words and states gives the same as positionOf', () => {
  test.each(['2x2', '2x3', '3x2', '2x4', '3x3', '1x2', '1x5', '5x1', '1x9', '../.#', '#../.../..#', '.#./.../.#.'])(
    'for every state of %s',
    (name) => {
      const board = parseBoard(name);
      const geometry = geometryOf(board);
      const goal = orderedPosition(board);
      const labels = labelsOf(geometry, goal);
      const arrangements = new WordArrangements(geometry);
      // The arrangement is the same on all cells of a parity, so one stands for all.
      const representatives = [0, 1]
        .map((parity) => geometry.parityAt.indexOf(parity as 0 | 1))
        .filter((at) => at >= 0);
      for (const cell of representatives)
        for (let word = 0; word < geometry.words; word++) {
          arrangements.readWord(word, cell);
          for (let bit = 0; bit < Math.min(STATES_PER_WORD, geometry.arrangements); bit++) {
            arrangements.readState(bit);
            const position = positionOf(geometry, goal, { cell, word, bit });
            const expected = geometry.path.flatMap((place) =>
              position[place] === BLANK ? [] : [labels[position[place]]],
            );
            if (String([...arrangements.labels]) !== String(expected))
              expect([...arrangements.labels]).toEqual(expected);
          }
        }
    },
  );

  test.each(['3x4', '2x7', '3x5', '.#.#./...../#.#..'])('for words from all parts of %s, in any order', (name) => {
    const board = parseBoard(name);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board, 1);
    const labels = labelsOf(geometry, goal);
    const arrangements = new WordArrangements(geometry);
    for (let k = 0; k < 1000; k++) {
      const word = Math.floor(((k * 617) % 1000) * (geometry.words / 1000));
      const bit = (k * 7) % STATES_PER_WORD;
      arrangements.readWord(word, k % board.cells);
      arrangements.readState(bit);
      const position = positionOf(geometry, goal, { cell: k % board.cells, word, bit });
      expect([...arrangements.labels]).toEqual(
        geometry.path.flatMap((place) => (position[place] === BLANK ? [] : [labels[position[place]]])),
      );
    }
  });
});
