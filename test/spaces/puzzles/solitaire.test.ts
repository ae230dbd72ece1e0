import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combinations, solitaire } from '#src/spaces/puzzles/solitaire.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { count, FULL, rows } from '../../suite.js';
import { neighboursOf, notUndone } from './space-checks.js';

type Square = readonly [row: number, column: number];
const DIRECTIONS: Readonly<Record<string, Square>> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

function textOf(squares: readonly Square[]): string {
  return [...squares]
    .sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn)
    .map(([row, column]) => `${row},${column}`)
    .join(' ');
}

/** Returns the moves by the rules of the contest problem, on a list of squares in reading order. */
function plainMoves(n: number, squares: readonly Square[]): Record<string, string> {
  const holds = ([row, column]: Square) => squares.some(([r, c]) => r === row && c === column);
  const isFree = ([row, column]: Square) => row >= 1 && row <= n && column >= 1 && column <= n && !holds([row, column]);
  const found: Record<string, string> = {};
  for (const [piece, [row, column]] of squares.entries()) {
    for (const [name, [down, right]] of Object.entries(DIRECTIONS)) {
      const beside: Square = [row + down, column + right];
      const target: Square = holds(beside) ? [row + 2 * down, column + 2 * right] : beside;
      if (isFree(target)) found[`${piece + 1}${name}`] = textOf(squares.with(piece, target));
    }
  }
  return found;
}

function squaresOf(text: string): Square[] {
  return text.split(' ').map((square): Square => {
    const [row, column] = square.split(',').map(Number);
    return [row, column];
  });
}

const SMALL: [n: number, pieces: number][] = [
  [1, 1],
  [2, 1],
  [2, 2],
  [2, 3],
  [2, 4],
  [3, 1],
  [3, 2],
  [3, 4],
  [3, 7],
  [3, 9],
  [4, 3],
  [4, 5],
];

describe('solitaire:N,K', () => {
  test.each(rows(SMALL, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))(
    'agrees with the rules on a board of %i x %i with %i pieces, and can undo every move',
    (n, pieces) => {
      const space = solitaire(n, pieces);
      const texts = new Set<string>();
      for (let state = 0; state < space.size; state++) {
        const text = space.format(state);
        texts.add(text);
        expect(space.parse(text)).toBe(state);
        expect(neighboursOf(space, state)).toEqual(plainMoves(n, squaresOf(text)));
      }
      expect(texts.size).toBe(space.size);
      expect(notUndone(space)).toEqual([]);
    },
  );

  test.each([
    [8, 4],
    [8, 9],
    [20, 6],
    [100, 3],
    [12, 143],
    [15, 225],
    [100, 1],
  ])('gives the same moves on %i x %i with %i pieces, in any order of requests', (n, pieces) => {
    const space = solitaire(n, pieces);
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        const state = number % space.size;
        const text = space.format(state);
        expect(space.parse(text)).toBe(state);
        expect(neighboursOf(space, state)).toEqual(plainMoves(n, squaresOf(text)));
      }),
      { numRuns: count(15, 50) },
    );
  });

  test('numbers sets of squares in the combinatorial number system', () => {
    const space = solitaire(2, 2);
    expect(Array.from({ length: space.size }, (_, state) => space.format(state))).toEqual([
      '1,1 1,2',
      '1,1 2,1',
      '1,2 2,1',
      '1,1 2,2',
      '1,2 2,2',
      '2,1 2,2',
    ]);
    expect(solitaire(8, 4).size).toBe(635_376);
  });

  test('starts on the first squares', () => {
    expect(solitaire(8, 4).starts.map(solitaire(8, 4).format)).toEqual(['1,1 1,2 1,3 1,4']);
  });

  test.runIf(FULL)('answers the example of HDU 1401: within 8 moves', () => {
    const space = solitaire(8, 4);
    const { depths, histogram } = plainSpaceSearch({ ...space, starts: [space.parse('4 4 4 5 5 4 6 5')] });
    expect(depths[space.parse('2 4 3 3 3 6 4 6')]).toBeLessThanOrEqual(8);
    expect(histogram.reduce((sum, states) => sum + states, 0)).toBe(635_376);
  });

  test('reads squares in any order, with commas or without', () => {
    const space = solitaire(8, 4);
    const state = space.parse('4,4 4,5 5,4 6,5');
    expect(space.parse('6 5 5 4 4 5 4 4')).toBe(state);
    expect(space.parse('4, 5, 4, 4, 6, 5, 5, 4')).toBe(state);
    expect(space.format(state)).toBe('4,4 4,5 5,4 6,5');
  });

  test.each(['', '1 1', '1 1 2', '1 1 1 1', '0 1 2 2', '1 4 2 2', 'a1 b2', '1 1 2 2 3 3'])(
    "refuses '%s' as 2 pieces on 3x3",
    (text) => {
      expect(() => solitaire(3, 2).parse(text)).toThrow(
        `a state of solitaire:3,2 is 2 different squares, each as row,column from 1 to 3, such as 1,1 1,2; found '${text}'`,
      );
    },
  );
});

describe('the combinatorial number system', () => {
  test("numbers the pairs of 4 in Knuth's order", () => {
    const { size, unrank } = combinations(4, 2);
    const pair = new Int32Array(2);
    const all = Array.from({ length: size }, (_, number) => {
      unrank(number, pair);
      return pair.join('');
    });
    expect(all).toEqual(['01', '02', '12', '03', '13', '23']);
  });

  test('converts numbers to sets and back, and gives the change of the number if an element is exchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.maxSafeNat(), fc.nat(), (n, of, number, choice) => {
        const elements = 1 + (of % (n - 1));
        const { size, rank, unrank, changeUp, changeDown } = combinations(n, elements);
        const state = number % size;
        const set = new Int32Array(elements);
        unrank(state, set);
        expect([...set].every((element, j) => j === 0 || set[j - 1] < element)).toBe(true);
        expect(rank(set)).toBe(state);
        const j = choice % elements;
        const others = Array.from({ length: n }, (_, element) => element).filter((element) => !set.includes(element));
        for (const other of others) {
          const change = other > set[j] ? changeUp(set, j, other) : changeDown(set, j, other);
          expect(state + change).toBe(rank(Int32Array.from(set.with(j, other)).sort()));
        }
      }),
    );
  });
});
