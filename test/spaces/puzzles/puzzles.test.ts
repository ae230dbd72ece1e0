/** Built-in puzzles: their moves are those of plain rules on texts. test/engines/published.test.ts has their distributions. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { count, FULL } from '../../suite.js';
import { neighboursOf, notUndone } from './space-checks.js';

/** Returns the text after each move by its name. @param sizes parameters of the puzzle */
type PlainMoves = (text: string, ...sizes: number[]) => Record<string, string>;

const ofPiles =
  (turned: (top: readonly number[]) => readonly number[], least: number): PlainMoves =>
  (text) => {
    const pile = text.split(' ').map(Number);
    const lengths = pile.map((_, at) => at + 1).filter((length) => length >= least);
    return Object.fromEntries(
      lengths.map((k) => [String(k), [...turned(pile.slice(0, k)), ...pile.slice(k)].join(' ')]),
    );
  };

const topspin: PlainMoves = (text, _, k) => {
  const ring = text.split(' ');
  const after = { l: [...ring.slice(1), ring[0]], r: [ring[ring.length - 1], ...ring.slice(0, -1)] };
  const t = [...ring.slice(0, k).reverse(), ...ring.slice(k)];
  return Object.fromEntries(Object.entries({ ...after, t }).map(([name, pieces]) => [name, pieces.join(' ')]));
};

/** Discs are named by their places in the text, the largest 0, so the last disc of a pile is its top. */
const hanoi: PlainMoves = (text, count) => {
  const pegs = 'ABCDEFGHI'.slice(0, count);
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
};

const knight: PlainMoves = (text, n) => {
  const [column, row] = text.split(',').map(Number);
  const steps = [-2, -1, 1, 2].flatMap((x) => [-2, -1, 1, 2].filter((y) => Math.abs(x * y) === 2).map((y) => [x, y]));
  const near = steps.filter(([x, y]) => [column + x, row + y].every((to) => to >= 0 && to < n));
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value}`;
  return Object.fromEntries(near.map(([x, y]) => [signed(x) + signed(y), `${column + x},${row + y}`]));
};

/** The rules of the contest problem, on a list of squares row by row from the lowest. */
const solitaire: PlainMoves = (text, n) => {
  const squares = text.split(' ').map((square) => square.split(',').map(Number));
  const taken = new Set(text.split(' '));
  const holds = (square: readonly number[]) => taken.has(square.join());
  const found: Record<string, string> = {};
  for (const [piece, [row, column]] of squares.entries()) {
    for (const [name, [up, right]] of Object.entries({ u: [1, 0], d: [-1, 0], l: [0, -1], r: [0, 1] })) {
      const beside = [row + up, column + right];
      const target = holds(beside) ? [row + 2 * up, column + 2 * right] : beside;
      if (holds(target) || target.some((at) => at < 1 || at > n)) continue;
      const after = squares.with(piece, target).sort(([a, b], [c, d]) => a - c || b - d);
      found[`${piece + 1}${name}`] = after.map((square) => square.join()).join(' ');
    }
  }
  return found;
};

const RULES: Readonly<Record<string, PlainMoves>> = {
  pancake: ofPiles((top) => top.toReversed(), 2),
  'burnt-pancake': ofPiles((top) => top.toReversed().map((pancake) => -pancake), 1),
  topspin,
  hanoi,
  knight,
  solitaire,
};

/** Maximum number of states that are all tried. */
const ALL = 400;

test.each([
  ...['pancake:2', 'pancake:5', 'pancake:8', 'burnt-pancake:1', 'burnt-pancake:4', 'burnt-pancake:6'],
  ...['topspin:5,5', 'topspin:7,4', 'topspin:8,3', 'hanoi:3,1', 'hanoi:3,5', 'hanoi:3,33', 'hanoi:4,4', 'hanoi:4,26'],
  ...[
    'hanoi:5,7',
    'hanoi:8,17',
    'hanoi:9,1',
    'hanoi:9,16',
    'knight:1',
    'knight:2',
    'knight:3',
    'knight:8',
    'knight:46340',
  ],
  ...['solitaire:1,1', 'solitaire:2,3', 'solitaire:3,2', 'solitaire:3,4', 'solitaire:3,9', 'solitaire:8,4'],
  ...['solitaire:20,6', 'solitaire:15,225', 'solitaire:100,1'],
])('%s moves by its rules, forwards and back, and reads its own texts', (name) => {
  const space = knownSpace(name);
  const [puzzle, sizes] = name.split(':');
  const expectRules = (state: number) => {
    const text = space.format(state);
    expect(space.parse(text)).toBe(state);
    expect(neighboursOf(space, state)).toEqual(RULES[puzzle](text, ...sizes.split(',').map(Number)));
  };
  if (space.size <= ALL) {
    for (let state = 0; state < space.size; state++) expectRules(state);
    expect(notUndone(space)).toEqual([]);
  } else {
    const states = fc.maxSafeNat().map((number) => number % space.size);
    fc.assert(fc.property(states, expectRules), { examples: [[0], [space.size - 1]], numRuns: count(15, 200) });
  }
});

test.each([
  ['pancake:9', 362_880, '1 2 3 4 5 6 7 8 9', '2 3 4 5 6 7 8 9'],
  ['burnt-pancake:3', 48, '1 2 3', '1 2 3'],
  // All moves are even.
  ['topspin:7,4', 2520, '1 2 3 4 5 6 7', 'l r t'],
  // Only rotated and mirrored rings.
  ['topspin:5,5', 10, '1 2 3 4 5', 'l r t'],
  ['hanoi:3,4', 81, 'AAAA', 'AB AC BA BC CA CB'],
  ['hanoi:4,26', 2 ** 52, 'A'.repeat(26), 'AB AC AD BA BC BD CA CB CD DA DB DC'],
  ['knight:8', 64, '0,0', '+1+2 +2+1 +2-1 +1-2 -1-2 -2-1 -2+1 -1+2'],
  ['solitaire:8,2', 2016, '1,1 1,2', '1d 1u 1l 1r 2d 2u 2l 2r'],
])('%s has %i states, begins at %s and has the moves %s', (name, size, start, moves) => {
  const space = knownSpace(name);
  expect([space.size, space.starts.map(space.format).join(), space.moves.join(' ')]).toEqual([size, start, moves]);
  expect([space.reversible, space.predecessors]).toEqual([true, undefined]);
});

test.each([
  // The examples of POJ 1915, and a corner to the opposite one.
  ['knight:8', '0 0', '7 0', 5],
  ['knight:100', '0 0', '30 50', 28],
  ['knight:8', 'a1', 'h8', 6],
  ['knight:3', '1,0', '1,1', -1],
  ['hanoi:3,9', 'AAAAAAAAA', 'CCCCCCCCC', 2 ** 9 - 1],
  // OEIS A007664.
  ['hanoi:4,6', 'AAAAAA', 'DDDDDD', 17],
])('on %s, %s and %s are %i moves apart', (name, from, to, distance) => {
  const space = knownSpace(name);
  expect(plainSpaceSearch({ ...space, starts: [space.parse(from)] }).depths[space.parse(to)]).toBe(distance);
});

test.runIf(FULL)('solitaire:8,4 answers the example of HDU 1401: within 8 moves', () => {
  const space = knownSpace('solitaire:8,4');
  const { depths } = plainSpaceSearch({ ...space, starts: [space.parse('4 4 4 5 5 4 6 5')] });
  expect(depths[space.parse('2 4 3 3 3 6 4 6')]).toBeLessThanOrEqual(8);
});

test.each<readonly [string, string, number]>([
  ['hanoi:3,4', ' ccca ', 78],
  ['hanoi:3,4', 'AACB', 7],
  ...['3,7', '3 7', ' 3, 7 ', 'd8', 'D8'].map((text) => ['knight:8', text, 59] as const),
  ['knight:26', 'z26', 675],
  ...['1,1 1,2', '1,1 2,1', '1,2 2,1', '1,1 2,2', '1,2 2,2', '2,1 2,2'].map(
    (text, state) => ['solitaire:2,2', text, state] as const,
  ),
  ['solitaire:2,2', '2 2 2 1', 5],
])('of %s, the text %s is state %i', (name, text, state) => {
  expect(knownSpace(name).parse(text)).toBe(state);
});

const HANOI =
  'a state of hanoi:3,4 is the pegs of the 4 discs from the largest to the smallest, as letters A to C written together';
const KNIGHT = 'a state of knight:8 is a square, its column and row from 0 to 7 such as 0,1, or as a1 to h8';
const SOLITAIRE = 'a state of solitaire:3,2 is 2 different squares, each as row,column from 1 to 3, such as 1,1 1,2';

test.each([
  ['hanoi:3,4', HANOI, ['', 'AA', 'AAAAA', 'AADA', 'A A A A']],
  ['knight:8', KNIGHT, ['', '8,0', '0,8', '-1,0', 'i1', 'a0', 'a9', '1', '1,2,3', '1.5,2']],
  ['knight:27', 'a state of knight:27 is a square, its column and row from 0 to 26 such as 0,1', ['a1']],
  ['solitaire:3,2', SOLITAIRE, ['', '1 1', '1 1 2', '1 1 1 1', '0 1 2 2', '1 4 2 2', 'a1 b2', '1 1 2 2 3 3']],
])('of %s, wrong texts are refused: %s', (name, message, texts) => {
  for (const text of texts) expect(() => knownSpace(name).parse(text)).toThrow(`${message}; found '${text}'`);
});

test('of topspin:7,4, an odd order is refused with the reason', () => {
  expect(() => knownSpace('topspin:7,4').parse('2 1 3 4 5 6 7')).toThrow(
    "no moves of topspin:7,4 lead from its solved state to '2 1 3 4 5 6 7': every move is an even permutation of the pieces, and this would take an odd one",
  );
});

describe('the gap heuristic', () => {
  const unburnt = (above: number, below: number) => Math.abs(above - below) !== 1;
  const burnt = (above: number, below: number) => below - above !== 1;

  test('counts two gaps in 3 1 2 4', () => {
    const space = knownSpace('pancake:4');
    expect(space.heuristics?.gap(space.parse('3 1 2 4'))).toBe(2);
  });

  test.each([
    ...['pancake:2', 'pancake:3', 'pancake:6'].map((name) => [name, unburnt] as const),
    ...['burnt-pancake:1', 'burnt-pancake:2', 'burnt-pancake:4'].map((name) => [name, burnt] as const),
  ])(
    'counts the gaps of %s by the definition of M. Helmert, with the plate below, and is consistent',
    (name, isGap) => {
      const space = knownSpace(name);
      const gap = space.heuristics?.gap as (state: number) => number;
      const { depths } = plainSpaceSearch(space);
      const next = new Float64Array(space.moves.length);
      for (let state = 0; state < space.size; state++) {
        const pile = space.format(state).split(' ').map(Number);
        const gaps = [...pile, pile.length + 1].filter((size, place, all) => place > 0 && isGap(all[place - 1], size));
        const isRight =
          gap(state) === gaps.length && gaps.length <= depths[state] && (gaps.length === 0) === (depths[state] === 0);
        space.neighbours(state, next);
        const isConsistent = [...next].every((near) => Math.abs(gap(near) - gaps.length) <= 1);
        if (!isRight || !isConsistent) expect.fail(space.format(state));
      }
    },
  );
});
