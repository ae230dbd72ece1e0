import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combinations } from '#src/spaces/puzzles/solitaire.js';

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
