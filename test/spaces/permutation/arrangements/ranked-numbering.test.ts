import { describe, expect, test } from 'vitest';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { hasBlocks, type PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import { type ColouredPuzzle, colouredPuzzle, type Projections } from '#src/spaces/permutation/colourings/puzzle.js';
import { numberPuzzle, RankedNumbering, rankedStates } from '#src/spaces/permutation/colourings/ranked-numbering.js';
import { plainStates } from '../colourings/plain-states.js';

/** Returns rows of pieces whose neighbours change places. */
function rowsOf(...rows: readonly (readonly number[])[]): ColouredPuzzle {
  const places = rows.flat().map((_, point) => point);
  const sets = rows.map((solved, row) => ({ name: `${row}`, pieces: solved.length, turns: 1, solved }));
  const ends = new Set(rows.map((_, row) => rows.slice(0, row + 1).flat().length - 1));
  const generators = places.flatMap((point) =>
    ends.has(point) ? [] : [{ name: `${point}`, images: places.with(point, point + 1).with(point + 1, point) }],
  );
  return colouredPuzzle({ generators, sets });
}

function oneBlock(puzzle: ColouredPuzzle, states: number): Projections {
  return { frames: 'ordered', block: puzzle.colours.map(() => 0), word: null, states };
}

function numbered(numbering: PuzzleNumbering | string): PuzzleNumbering {
  if (typeof numbering === 'string') throw new Error(numbering);
  return numbering;
}

const PUZZLES = [
  ['two kinds', rowsOf([1, 1, 1, 2, 2, 2]), 20],
  ['three kinds', rowsOf([3, 1, 1, 2, 2, 3, 3]), 210],
  ['several sets, one of which has a single kind', rowsOf([1, 1, 2, 2], [1, 1], [1, 2, 2]), 18],
  ['pieces that are all different', rowsOf([1, 2, 3, 4]), 24],
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
