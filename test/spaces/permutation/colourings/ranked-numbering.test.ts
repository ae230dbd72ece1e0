import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { hasBlocks, type PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import { type ColouredPuzzle, colouredPuzzle, type Projections } from '#src/spaces/permutation/colourings/puzzle.js';
import { multinomial, numberPuzzle, rankedStates } from '#src/spaces/permutation/colourings/ranked-numbering.js';
import { count } from '../../../suite.js';
import { exchanges } from '../moves/plain-layers.js';
import { plainArrangements, plainStates } from './plain-states.js';

/** Returns all arrangements of pieces, ranked. @param counts [colour]: number of its pieces */
function ranked(counts: readonly number[]): PuzzleNumbering {
  const puzzle = exchanges(counts.flatMap((pieces, colour) => new Array<number>(pieces).fill(colour + 1)));
  return numbered(numberPuzzle(puzzle, oneBlock(puzzle, multinomial(counts))));
}

/** Returns the state of a number. */
function stateAt(numbering: PuzzleNumbering, number: number): Uint8Array {
  const state = new Uint8Array(numbering.puzzle.points);
  numbering.writeColouring(number, state);
  return state;
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

describe('ranks of an orbit', () => {
  test('are the places of arrangements in lexicographic order', () => {
    fc.assert(
      fc.property(listed, (counts) => {
        const states = plainArrangements(counts);
        const numbering = ranked(counts);
        expect(numbering.size).toBe(states.length);
        const wrong = states.filter((state, rank) => {
          const written = stateAt(numbering, rank);
          return written.join() !== state.join() || numbering.numberOf(written) !== rank;
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: count(15, 600) },
    );
  });

  test.each([
    ['few pieces among many', sparse],
    ['many of each colour', dense],
  ])('of %s are those of their arrangements, in either direction', (_, counts) => {
    fc.assert(
      fc.property(counts, fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 5 }), (pieces, numbers) => {
        const numbering = ranked(pieces);
        for (const rank of numbers.map((number) => number % numbering.size)) {
          const state = stateAt(numbering, rank);
          expect(numbering.numberOf(state)).toBe(rank);
          if (rank === 0) continue;
          const before = stateAt(numbering, rank - 1);
          // The first place in which they differ has the lesser colour in the earlier one.
          const place = state.findIndex((colour, index) => colour !== before[index]);
          expect(before[place]).toBeLessThan(state[place]);
        }
      }),
      { numRuns: count(15, 2000) },
    );
  });

  test('are -1 for colourings that are not arrangements', () => {
    for (const counts of [
      [2, 3],
      [3, 2],
      [2, 2, 1],
    ]) {
      const numbering = ranked(counts);
      const { solved } = numbering.puzzle;
      expect(numbering.numberOf(solved)).toBe(0);
      expect(numbering.numberOf(solved.with(0, 1))).toBe(-1);
      expect(numbering.numberOf(solved.with(4, 0))).toBe(-1);
      expect(numbering.numberOf(solved.with(2, 7))).toBe(-1);
      expect(numbering.numberOf(solved)).toBe(0);
    }
  });

  test('of two among 255 pieces are given by a formula', () => {
    // The last two places have the rank 0, and the first two have the last rank.
    const numbering = ranked([253, 2]);
    expect(numbering.size).toBe((255 * 254) / 2);
    const placesOf = (number: number) => [...stateAt(numbering, number).entries()].filter(([, colour]) => colour === 1);
    expect(placesOf(0).map(([place]) => place)).toEqual([253, 254]);
    expect(placesOf(numbering.size - 1).map(([place]) => place)).toEqual([0, 1]);
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
    const ranks = numbered(numberPuzzle(puzzle, projections));
    expect(hasBlocks(ranks)).toBe(false);
    expect(ranks.size).toBe(states);
    const list = numbered(numberStates(puzzle, projections));
    const neighbours = ranks.neighbours(puzzle.moves);
    const listedNeighbours = list.neighbours(puzzle.moves);
    const [next, expected] = [new Float64Array(puzzle.moves.length), new Float64Array(puzzle.moves.length)];
    const written = new Uint8Array(puzzle.points);
    for (const state of plainStates(puzzle)) {
      const number = list.numberOf(state);
      expect(ranks.numberOf(state)).toBe(number);
      ranks.writeColouring(number, written);
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
    const listed = numbered(numberPuzzle(mixed, oneBlock(mixed, 4)));
    expect([hasBlocks(listed), listed.size]).toEqual([true, 4]);
  });

  test('exclude colourings with other pieces, or with pieces of another set', () => {
    const [, puzzle] = PUZZLES[2];
    const { solved } = puzzle;
    const ranks = numbered(numberPuzzle(puzzle, oneBlock(puzzle, 18)));
    expect(ranks.numberOf(solved)).toBe(0);
    expect(ranks.numberOf(solved.with(0, solved[2]))).toBe(-1);
    expect(ranks.numberOf(solved.with(0, solved[4]).with(4, solved[0]))).toBe(-1);
  });
});
