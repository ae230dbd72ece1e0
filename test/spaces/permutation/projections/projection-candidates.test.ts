import { describe, expect, test } from 'vitest';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import type { BlockNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import {
  type ColouredPuzzle,
  colouredPuzzle,
  type PuzzleDefinition,
} from '#src/spaces/permutation/colourings/puzzle.js';
import { projectionCandidates } from '#src/spaces/permutation/moves/choose-projections.js';
import type { CandidateProjections } from '#src/spaces/permutation/moves/wanted-projections.js';
import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';
import { newSeed } from '../../../seed.js';
import { count } from '../../../suite.js';
import { plainStates } from '../colourings/plain-states.js';
import { seededNumbers } from '../words/random-numbers.js';
import { randomPuzzle } from '../words/random-puzzles.js';

function built(name: string): ColouredPuzzle {
  return colouredPuzzle(makeKnownPuzzle(name) as PuzzleDefinition);
}

function best(puzzle: ColouredPuzzle): CandidateProjections {
  const { value } = projectionCandidates(puzzle).next();
  if (value === undefined) throw new Error('there are no candidates');
  return value;
}

function numbered(puzzle: ColouredPuzzle): BlockNumbering {
  const numbering = numberStates(puzzle, best(puzzle).projections);
  if (typeof numbering === 'string') throw new Error(numbering);
  return numbering;
}

// Sizes: rokicki/twsearch-results, godsnumber; skewb: OEIS A079745; pyraminx and 2x2x2: jaapsch.net/puzzles; M24: |M24|.
describe('the best candidate', () => {
  test.each([
    ['pancake:11', 39_916_800, 120],
    ['burnt-pancake:8', 10_321_920, 128],
    ['topspin:12,4', 479_001_600, 120],
    ['cube-2x2x2', 3_674_160, 120],
    ['pyraminx', 933_120, 128],
    ['skewb', 3_149_280, 120],
    ['dino', 239_500_800, 120],
    ['jing-pyraminx', 44_789_760, 128],
    ['m24', 244_823_040, 96],
    ['moonspinner', 47_151_720_000, 120],
  ])('of %s numbers %i states, %i to a word', (name, size, wordStates) => {
    const puzzle = built(name);
    const numbering = numbered(puzzle);
    expect(numbering.size).toBe(size);
    expect(numbering.words?.states).toBe(wordStates);
    expect(best(puzzle).wordStates).toBe(wordStates);
    expect(numbering.numberOf(puzzle.solved)).toBeLessThan(numbering.blocks.states);
    const state = new Uint8Array(puzzle.points);
    for (const number of [0, 12_345, Math.floor(size / 3), size - 1]) {
      numbering.writeColouring(number, state);
      expect(numbering.numberOf(state)).toBe(number);
    }
  });
});

/** Returns a row of pieces of these kinds whose neighbours change places. */
function rowOfKinds(...solved: readonly number[]): ColouredPuzzle {
  const generators = solved.slice(1).map((_, first) => {
    const images = solved.map((_, point) => point);
    [images[first], images[first + 1]] = [first + 1, first];
    return { name: `${first}`, images };
  });
  return colouredPuzzle({ generators, sets: [{ name: 'row', pieces: solved.length, turns: 1, solved }] });
}

const pieces = (count: number, kind: number) => new Array<number>(count).fill(kind);

test('kinds of few pieces are told apart first, so that the order of kinds does not matter', () => {
  // Ten of 22 places alone make 646,646 blocks or states of a block, two of them 231, and ten of the others 184,756.
  expect(best(rowOfKinds(...pieces(10, 1), ...pieces(10, 2), ...pieces(2, 3))).projections.states).toBe(42_678_636);
});

/** Returns PSL(2, p) on the p + 1 points of the projective line: x + 1 and -1 / x. */
function projectiveLine(p: number): ColouredPuzzle {
  const inverseOf = (point: number) =>
    Array.from({ length: p }, (_, other) => other).findIndex((other) => (point * other) % p === 1);
  const shift = Array.from({ length: p + 1 }, (_, point) => (point === p ? p : (point + 1) % p));
  const turn = shift.map((_, point) => (point === p ? 0 : point === 0 ? p : p - inverseOf(point)));
  return colouredPuzzle({ generators: [shift, turn].map((images, move) => ({ name: `${move}`, images })) });
}

// |PSL(2, p)| = p (p^2 - 1) / 2 for odd p.
test('words of PSL(2, 251) on 252 points are found without trying all sets of points', () => {
  const { projections, wordStates } = best(projectiveLine(251));
  expect([projections.states, wordStates]).toEqual([(251 * (251 ** 2 - 1)) / 2, 125]);
});

test('a guess of too many states is rejected, and the number of states is found', () => {
  const puzzle = projectiveLine(7);
  const [guess, ...others] = [...projectionCandidates(puzzle)].map(({ projections }) => projections);
  expect(guess.states).toBe((8 * 7 * 6 * 5 * 4 * 3 * 2) / 2);
  expect(numberStates(puzzle, guess)).toEqual(expect.any(String));
  const sizes = others.map((projections) => (numberStates(puzzle, projections) as BlockNumbering).size);
  expect(new Set(sizes)).toEqual(new Set([(7 * (7 ** 2 - 1)) / 2]));
});

test('each random puzzle is numbered by some candidate', () => {
  const random = seededNumbers(newSeed());
  for (let tries = 0; tries < count(60, 400); tries++) {
    const puzzle = randomPuzzle(random);
    const states = plainStates(puzzle, 3000);
    if (states === null) continue;
    const sizes = [...projectionCandidates(puzzle)]
      .map(({ projections }) => numberStates(puzzle, projections))
      .flatMap((numbering) => (typeof numbering === 'string' ? [] : [numbering.size]));
    expect(new Set(sizes)).toEqual(new Set([states.length]));
  }
});
