/** Solutions in two phases: the subgroups, and solutions replayed on the moves of the puzzle. */

import { describe, expect, test } from 'vitest';
import { permutationGroup } from '#src/permutations/permutation-group.js';
import { allSymmetries, moveSymmetries } from '#src/permutations/symmetries.js';
import { searchAnytime } from '#src/search/anytime/anytime.js';
import type { AnytimeSolution } from '#src/search/anytime/findings.js';
import { openPhases, type Phases } from '#src/search/coordinates/subgroup.js';
import { searchByPhases } from '#src/search/coordinates/two-phases.js';
import { Limits } from '#src/search/question/limits.js';
import type { SpaceSource } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { openSpace, puzzleOfSource } from '#src/spaces/open-space.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { readPuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';
import { newSeed } from '../../seed.js';
import { count } from '../../suite.js';

async function opened(source: SpaceSource) {
  return openedPuzzle((await puzzleOfSource(source)) as PuzzleDefinition);
}

async function openedPuzzle(definition: PuzzleDefinition) {
  const points = puzzlePoints(definition);
  const { moves, solved } = points.puzzle;
  const symmetries = allSymmetries(moveSymmetries(moves, solved), points.puzzle.points, moves.length);
  return {
    puzzle: points.puzzle,
    symmetries,
    phases: await openPhases('a puzzle', points, symmetries, 2, new Limits()),
  };
}

const CUBE: SpaceSource = { kind: 'known', space: 'cube-3x3x3' };

/** Returns the colouring that moves lead to, point by point. */
function after(start: Uint8Array, moves: readonly Uint8Array[], path: readonly number[]): Uint8Array {
  let state = start;
  for (const move of path) {
    const next = new Uint8Array(state.length);
    for (const [point, colour] of state.entries()) next[moves[move][point]] = colour;
    state = next;
  }
  return state;
}

const cube = await opened(CUBE);

describe('a subgroup of the cube', () => {
  const { moves, labels, holds } = cube.phases as Phases;
  const { puzzle } = cube;

  test('has the published number of states, and as many cosets', () => {
    // H. Kociemba, "Close to God's algorithm", Cubism For Fun 28 (1992): 8! 8! 4! / 2 states, and 3^7 2^11 C(12, 4) cosets.
    expect(moves).toHaveLength(10);
    expect(permutationGroup(moves.map((move) => puzzle.moves[move])).order).toBe(19508428800n);
    expect(permutationGroup(puzzle.moves).order).toBe(19508428800n * 2217093120n);
  });

  test('holds the states with the labels of the solved one', () => {
    const random = new SeededRandom(newSeed());
    const { solved } = puzzle;
    const hasLabels = (state: Uint8Array) => state.every((colour, point) => labels[colour] === labels[solved[point]]);
    for (let walk = 0; walk < count(50, 500); walk++) {
      const own = Array.from({ length: 30 }, () => moves[random.below(moves.length)]);
      const within = after(solved, puzzle.moves, own);
      expect([hasLabels(within), holds(within)]).toEqual([true, true]);
      const path = Array.from({ length: 1 + random.below(12) }, () => random.below(puzzle.moves.length));
      const state = after(solved, puzzle.moves, path);
      expect(holds(state)).toBe(hasLabels(state));
    }
  });
});

describe('two phases solve', () => {
  test('random cubes in 23 moves and less, each solution shorter than the one before', async () => {
    const random = new SeededRandom(newSeed());
    const { puzzle, symmetries, phases } = cube;
    for (let walk = 0; walk < count(3, 30); walk++) {
      const path = Array.from({ length: 60 }, () => random.below(puzzle.moves.length));
      const start = after(puzzle.solved, puzzle.moves, path);
      let best = Number.POSITIVE_INFINITY;
      const ended = new AbortController();
      const limits = new Limits({ signal: ended.signal });
      limits.begin();
      const search = searchByPhases(
        phases as Phases,
        symmetries,
        start,
        limits,
        () => best,
        (moves) => {
          expect(moves.length).toBeLessThan(best);
          expect(after(start, puzzle.moves, moves)).toEqual(puzzle.solved);
          best = moves.length;
          if (best <= 23) ended.abort();
        },
      );
      expect(await search.catch((reason) => reason)).toBe(ended.signal.reason);
      expect(best).toBeLessThanOrEqual(23);
    }
  });

  test('states of a short distance, and the solved one, in as many moves', async () => {
    const random = new SeededRandom(newSeed());
    const { puzzle, symmetries, phases } = cube;
    for (let length = 0; length <= 5; length++) {
      const path = Array.from({ length }, () => random.below(puzzle.moves.length));
      const start = after(puzzle.solved, puzzle.moves, path);
      const found: (readonly number[])[] = [];
      const limits = new Limits();
      limits.begin();
      const best = () => found.at(-1)?.length ?? Number.POSITIVE_INFINITY;
      await searchByPhases(phases as Phases, symmetries, start, limits, best, (moves) => found.push(moves));
      expect(best()).toBeLessThanOrEqual(length);
      expect(after(start, puzzle.moves, found.at(-1) ?? [])).toEqual(puzzle.solved);
    }
  });
});

test('two phases solve a puzzle of two halves of identical pieces, of which no coordinate can see one', async () => {
  const cycles = {
    a: [[0, 1, 2, 3, 4, 5, 6, 7, 8]],
    b: [[7, 8, 9]],
    c: [[10, 11, 12, 13, 14, 15, 16, 17, 18]],
    d: [[17, 18, 19]],
  };
  const all: Record<string, number[][]> = {
    ...cycles,
    e: [
      [0, 1],
      [10, 11],
    ],
    f: [[9, 10, 11]],
  };
  const generators = Object.entries(all).flatMap(([name, cycles]) =>
    [cycles, cycles.map((cycle) => cycle.toReversed())].map((some, inverse) => {
      const images = Array.from({ length: 20 }, (_, point) => point);
      for (const cycle of some)
        for (const [at, point] of cycle.entries()) images[point] = cycle[(at + 1) % cycle.length];
      return { name: inverse === 0 ? name : `${name}'`, images };
    }),
  );
  const solved = Array.from({ length: 20 }, (_, place) => (place < 10 ? 1 : 2));
  const sets = [{ name: 'beads', pieces: 20, turns: 1, solved }];
  const { puzzle, symmetries, phases } = await openedPuzzle({ name: 'halves', generators, sets });
  // Choosing 10 of 20 places has 184,756 ways, and the moves within the halves have half of all permutations.
  expect(permutationGroup((phases as Phases).moves.map((move) => puzzle.moves[move])).order).toBe(3628800n ** 2n / 2n);
  const random = new SeededRandom(newSeed());
  const path = Array.from({ length: 6 }, () => random.below(puzzle.moves.length));
  const start = after(puzzle.solved, puzzle.moves, path);
  let best = Number.POSITIVE_INFINITY;
  const limits = new Limits();
  limits.begin();
  await searchByPhases(
    phases as Phases,
    symmetries,
    start,
    limits,
    () => best,
    (moves) => {
      expect(after(start, puzzle.moves, moves)).toEqual(puzzle.solved);
      best = moves.length;
    },
  );
  expect(best).toBeLessThanOrEqual(path.length);
});

test('puzzles have no phases if no subgroup divides them evenly', async () => {
  expect((await opened({ kind: 'known', space: 'fto' })).phases).toBeUndefined();
  expect((await opened(readPuzzle('examples/skewb.tws', 'powers'))).phases).toBeUndefined();
});

describe('an anytime search', () => {
  test.each([
    ['cube-3x3x3', 'corners/o * edges/o', "R U F2 L'"],
    ['cube-3x3x3', 'corners/o * edges/o', ''],
    ['fto', 'corners/o', "U F R'"],
  ])('solves %s, and proves a short solution', async (name, projection, moves) => {
    const space = await openSpace({ kind: 'known', space: name });
    const [start] = (space as { starts: readonly Uint8Array[] }).starts;
    const path = moves.split(' ').flatMap((move) => (move === '' ? [] : [space.moves.indexOf(move)]));
    const from = after(start, space.group?.puzzle.moves as Uint8Array[], path);
    const found: AnytimeSolution[] = [];
    const options = { projections: [projection], threads: 1 };
    for await (const solution of searchAnytime(space, { from }, options)) found.push(solution);
    const last = found.at(-1) as AnytimeSolution;
    expect(last).toMatchObject({ isProved: true, bound: path.length, length: path.length });
    const back = (last.moves as readonly string[]).map((move) => space.moves.indexOf(move));
    expect(after(from, space.group?.puzzle.moves as Uint8Array[], back)).toEqual(start);
  });
});
