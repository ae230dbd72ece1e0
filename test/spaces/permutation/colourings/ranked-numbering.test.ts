import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { hasBlocks, type PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import { type ColouredPuzzle, colouredPuzzle, type Projections } from '#src/spaces/permutation/colourings/puzzle.js';
import {
  multinomial,
  numberPuzzle,
  type OrbitColours,
  OrbitRanks,
  RankedNumbering,
  rankedStates,
} from '#src/spaces/permutation/colourings/ranked-numbering.js';
import { count } from '../../../suite.js';
import { exchanges } from '../moves/plain-layers.js';
import { plainArrangements, plainStates } from './plain-states.js';

/** Returns an orbit of points 0, 1, 2 ... with this number of points of each colour. */
function orbitOf(counts: readonly number[]): OrbitColours {
  const points = counts.reduce((sum, pieces) => sum + pieces, 0);
  return { points: Array.from({ length: points }, (_, point) => point), colours: [...counts.keys()], counts };
}

/** Counts of at least two colours, with few enough arrangements to list them. */
const listed = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 6 })
  .filter(
    (counts) => counts.reduce((sum, pieces) => sum + pieces, 0) <= 255 && multinomial(counts) <= count(600, 3000),
  );

/** A few pieces of some colours among many identical ones, of any colour. */
const sparse = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 1, max: 249 }),
    fc.nat(3),
  )
  .map(([few, many, at]) => few.toSpliced(Math.min(at, few.length), 0, many))
  .filter((counts) => multinomial(counts) < 2 ** 40);

/** Many pieces of each colour. */
const dense = fc
  .array(fc.integer({ min: 3, max: 18 }), { minLength: 2, maxLength: 4 })
  .filter((counts) => multinomial(counts) < 2 ** 40);

const shuffledPlaces = (places: number) =>
  fc.shuffledSubarray(
    Array.from({ length: places }, (_, place) => place),
    { minLength: places, maxLength: places },
  );

/** Returns the state after a permutation, as docs/explanations/groups.md defines it. */
function afterPermutation(state: readonly number[], permutation: readonly number[]): number[] {
  const moved = [...state];
  for (const [point, image] of permutation.entries()) moved[image] = state[point];
  return moved;
}

describe('ranks of an orbit', () => {
  test('are the places of arrangements in lexicographic order, before and after a permutation', () => {
    fc.assert(
      fc.property(
        listed.chain((counts) => fc.tuple(fc.constant(counts), shuffledPlaces(orbitOf(counts).points.length))),
        ([counts, permutation]) => {
          const states = plainArrangements(counts);
          const rankOf = new Map(states.map((state, rank) => [state.join(), rank]));
          const written = new Uint8Array(permutation.length);
          const ranks = new OrbitRanks(orbitOf(counts));
          expect(ranks.count).toBe(states.length);
          const after = ranks.after(Uint8Array.from(permutation));
          const wrong = states.filter((state, rank) => {
            ranks.choose(rank);
            ranks.write(written);
            const expected = rankOf.get(afterPermutation(state, permutation).join());
            return (
              written.join() !== state.join() ||
              ranks.rankOf(written) !== rank ||
              (after === null ? rank : after()) !== expected
            );
          });
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: count(15, 600) },
    );
  });

  test.each([
    ['few pieces among many', sparse],
    ['many of each colour', dense],
  ])('of %s are those of their arrangements, in either direction', (_, counts) => {
    fc.assert(
      fc.property(
        counts.chain((pieces) => {
          const places = orbitOf(pieces).points.length;
          const rank = fc.maxSafeNat().map((number) => number % multinomial(pieces));
          return fc.tuple(fc.constant(pieces), fc.array(rank, { minLength: 1, maxLength: 5 }), shuffledPlaces(places));
        }),
        ([pieces, numbers, permutation]) => {
          const ranks = new OrbitRanks(orbitOf(pieces));
          const written = new Uint8Array(permutation.length);
          const before = new Uint8Array(permutation.length);
          const after = ranks.after(Uint8Array.from(permutation));
          for (const rank of numbers) {
            ranks.choose(rank);
            ranks.write(written);
            const expected = ranks.rankOf(Uint8Array.from(afterPermutation([...written], permutation)));
            ranks.choose(rank);
            expect(after === null ? rank : after()).toBe(expected);
            expect(ranks.rankOf(written)).toBe(rank);
            if (rank === 0) continue;
            ranks.choose(rank - 1);
            ranks.write(before);
            // The first place in which they differ has the lesser colour in the earlier one.
            const place = written.findIndex((colour, index) => colour !== before[index]);
            expect(before[place]).toBeLessThan(written[place]);
          }
        },
      ),
      { numRuns: count(15, 2000) },
    );
  });

  test('are -1 for colourings that are not arrangements', () => {
    for (const counts of [
      [2, 3],
      [3, 2],
      [2, 2, 1],
    ]) {
      const ranks = new OrbitRanks(orbitOf(counts));
      const solved = counts.flatMap((pieces, colour) => new Array<number>(pieces).fill(colour));
      expect(ranks.rankOf(Uint8Array.from(solved))).toBe(0);
      expect(ranks.rankOf(Uint8Array.from(solved.with(0, 1)))).toBe(-1);
      expect(ranks.rankOf(Uint8Array.from(solved.with(4, 0)))).toBe(-1);
      expect(ranks.rankOf(Uint8Array.from(solved.with(2, 7)))).toBe(-1);
      expect(ranks.rankOf(Uint8Array.from(solved))).toBe(0);
    }
  });

  test('of two among 255 pieces are given by a formula', () => {
    // The last two places have the rank 0, and the first two have the last rank.
    const ranks = new OrbitRanks(orbitOf([253, 2]));
    expect(ranks.count).toBe((255 * 254) / 2);
    const state = new Uint8Array(255);
    ranks.choose(0);
    ranks.write(state);
    expect([...state.keys()].filter((point) => state[point] === 1)).toEqual([253, 254]);
    ranks.choose(ranks.count - 1);
    ranks.write(state);
    expect([...state.keys()].filter((point) => state[point] === 1)).toEqual([0, 1]);
  });
});

function oneBlock(puzzle: ColouredPuzzle, states: number): Projections {
  return { frames: 'ordered', block: puzzle.colours.map(() => 0), word: null, states };
}

function numbered(numbering: PuzzleNumbering | string): PuzzleNumbering {
  if (typeof numbering === 'string') throw new Error(numbering);
  return numbering;
}

const PUZZLES = [
  ['two kinds', exchanges([1, 1, 1, 2, 2, 2]), 20],
  ['three kinds', exchanges([3, 1, 1, 2, 2, 3, 3]), 210],
  ['several sets, one of which has a single kind', exchanges([1, 1, 2, 2], [1, 1], [1, 2, 2]), 18],
  ['pieces that are all different', exchanges([1, 2, 3, 4]), 24],
] as const;

describe('all arrangements of one block', () => {
  test.each(PUZZLES)('are ranked if there are %s, with the numbers of a list', (_, puzzle, states) => {
    expect(rankedStates(puzzle)).toBe(states);
    const projections = oneBlock(puzzle, states);
    const ranked = numbered(numberPuzzle(puzzle, projections));
    expect(hasBlocks(ranked)).toBe(false);
    expect(ranked.size).toBe(states);
    const list = numbered(numberStates(puzzle, projections));
    const neighbours = ranked.neighbours(puzzle.moves);
    const listedNeighbours = list.neighbours(puzzle.moves);
    const [next, expected] = [new Float64Array(puzzle.moves.length), new Float64Array(puzzle.moves.length)];
    const written = new Uint8Array(puzzle.points);
    for (const state of plainStates(puzzle)) {
      const number = list.numberOf(state);
      expect(ranked.numberOf(state)).toBe(number);
      ranked.writeColouring(number, written);
      expect(written).toEqual(state);
      neighbours(number, next);
      listedNeighbours(number, expected);
      expect(next).toEqual(expected);
    }
  });

  test('are numbered in lists, not ranked, if their projections do not give the right number of states', () => {
    const [, puzzle] = PUZZLES[0];
    const projections = oneBlock(puzzle, 20);
    expect(hasBlocks(numbered(numberPuzzle(puzzle, { ...projections, states: undefined })))).toBe(true);
    expect(hasBlocks(numbered(numberPuzzle(puzzle, { ...projections, block: [0, 1] })))).toBe(true);
    expect(numberPuzzle(puzzle, { ...projections, states: 19 })).toBe(
      'projections make more or fewer states than they declare',
    );
  });

  test('have no ranks if points of one orbit are between points of another', () => {
    const mixed = colouredPuzzle({
      generators: [
        { name: 'even', images: [2, 1, 0, 3] },
        { name: 'odd', images: [0, 3, 2, 1] },
      ],
    });
    expect(rankedStates(mixed)).toBe(null);
    expect(RankedNumbering.of(mixed, oneBlock(mixed, 4))).toBe(null);
    expect(numbered(numberPuzzle(mixed, oneBlock(mixed, 4))).size).toBe(4);
  });

  test('exclude colourings with other pieces, or with pieces of another set', () => {
    const [, puzzle] = PUZZLES[2];
    const { numberOf, solved } = { ...puzzle, numberOf: numbered(numberPuzzle(puzzle, oneBlock(puzzle, 18))) };
    expect(numberOf.numberOf(solved)).toBe(0);
    expect(numberOf.numberOf(solved.with(0, solved[2]))).toBe(-1);
    expect(numberOf.numberOf(solved.with(0, solved[4]).with(4, solved[0]))).toBe(-1);
  });
});
