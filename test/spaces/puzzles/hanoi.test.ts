import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hanoi } from '#src/spaces/puzzles/hanoi.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { neighboursOf, notUndone, publishedHistogram } from './space-checks.js';

/** Minimum number of moves that take 1, 2, 3 ... discs to another one of 4 pegs: OEIS A007664. */
const FRAME_STEWART = [1, 3, 5, 9, 13, 17, 25, 33];

/** Returns the state after each move by its name, found with a pile of discs on each peg. */
function plainMoves(text: string, pegs: string): Record<string, string> {
  // Discs are named by their places in the text, the largest 0, so the last disc of a pile is its top.
  const piles = [...pegs].map((peg) => [...text].flatMap((letter, disc) => (letter === peg ? [disc] : [])));
  const found: Record<string, string> = {};
  for (const [from, pile] of piles.entries()) {
    for (const [to, other] of piles.entries()) {
      const disc = pile.at(-1);
      if (from === to || disc === undefined || disc < (other.at(-1) ?? -1)) continue;
      found[pegs[from] + pegs[to]] = text.slice(0, disc) + pegs[to] + text.slice(disc + 1);
    }
  }
  return found;
}

describe('hanoi:PEGS,DISCS', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('has the distribution known for 4 pegs and %i discs', (discs) => {
    const { histogram, depths } = plainSpaceSearch(hanoi(4, discs));
    expect(histogram).toEqual(publishedHistogram(`hanoi:4,${discs}`));
    expect(depths[hanoi(4, discs).parse('D'.repeat(discs))]).toBe(FRAME_STEWART[discs - 1]);
  });

  test.each([1, 2, 5, 9])('takes 2^%i - 1 moves from peg to peg with 3 pegs', (discs) => {
    const { histogram, depths } = plainSpaceSearch(hanoi(3, discs));
    expect(depths[hanoi(3, discs).parse('C'.repeat(discs))]).toBe(2 ** discs - 1);
    expect(histogram.reduce((sum, states) => sum + states, 0)).toBe(3 ** discs);
    expect(histogram.length).toBe(2 ** discs);
  });

  test.each([
    [3, 1],
    [3, 5],
    [3, 33],
    [4, 6],
    [4, 26],
    [5, 7],
    [6, 3],
    [8, 17],
    [9, 1],
    [9, 16],
  ])('agrees with piles in arrays on %i pegs with %i discs', (pegs, discs) => {
    const space = hanoi(pegs, discs);
    const names = 'ABCDEFGHI'.slice(0, pegs);
    const text = fc.array(fc.constantFrom(...names), { minLength: discs, maxLength: discs });
    fc.assert(
      fc.property(text, (letters) => {
        const state = space.parse(letters.join(''));
        expect(neighboursOf(space, state)).toEqual(plainMoves(letters.join(''), names));
      }),
      { numRuns: 200 },
    );
  });

  test('every move can be undone', () => {
    for (const space of [hanoi(3, 6), hanoi(4, 4), hanoi(5, 3)]) expect(notUndone(space)).toEqual([]);
  });

  test('numbers states by the pegs of the discs, the largest first', () => {
    const space = hanoi(3, 4);
    expect(space.size).toBe(81);
    expect(space.starts.map(space.format)).toEqual(['AAAA']);
    expect(space.parse('AACB')).toBe(7);
    expect(space.parse(' ccca ')).toBe(78);
    expect(hanoi(4, 26).size).toBe(2 ** 52);
  });

  test('reads its own texts', () => {
    const space = hanoi(7, 18);
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        const state = number % space.size;
        expect(space.parse(space.format(state))).toBe(state);
      }),
    );
  });

  test.each(['', 'AA', 'AAAAA', 'AADA', 'A A A A'])("refuses '%s' as a state of 4 discs on 3 pegs", (text) => {
    expect(() => hanoi(3, 4).parse(text)).toThrow(
      `a state of hanoi:3,4 is the pegs of the 4 discs from the largest to the smallest, as letters A to C written together; found '${text}'`,
    );
  });
});
