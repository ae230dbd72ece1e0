import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { algorithmsFor } from '#src/search/algorithms.js';
import { search } from '#src/search/search.js';
import { type GeneratedSpace, isNumbered, type LargePuzzle } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { openNumberedSpace, openSpace } from '#src/spaces/open-space.js';
import { generatedPuzzle } from '#src/spaces/permutation/generators.js';
import { largePuzzle } from '#src/spaces/permutation/group-space.js';
import { puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';
import { randomGroup } from '../permutations/groups.js';
import { count } from '../suite.js';
import { movedBy, openRubik, RUBIK } from './spaces.js';

function generated(moves: readonly Uint8Array[], name = 'random'): GeneratedSpace {
  return { kind: 'generators', name, generators: moves.map((move, at) => ({ name: `m${at}`, images: [...move] })) };
}

describe('a puzzle too large to be numbered', () => {
  test('has no numbers, and is refused if they are needed', async () => {
    const puzzle = await openRubik();
    expect(isNumbered(puzzle)).toBe(false);
    expect(puzzle.states).toBeNull();
    expect(algorithmsFor(puzzle)).toEqual(['bfs', 'bidirectional', 'idastar']);
    await expect(openNumberedSpace(RUBIK)).rejects.toThrow(
      new InputError(
        'rubik has 43,252,003,274,489,856,000 states, and explore and compare take at most 1,099,511,627,776: antipode solve solves single states by a search',
      ),
    );
  });

  test('is solved in the fewest moves', async () => {
    const puzzle = await openRubik();
    // The shortest sequences of Pons Asinorum and Six Spots.
    for (const sequence of ['R2 L2 U2 D2 F2 B2', "R L' F B' U D' R L'"]) {
      const from = movedBy(puzzle, puzzle.starts[0], sequence.split(' '));
      const { distance, moves } = await search(puzzle, { from });
      expect(distance).toBe(sequence.split(' ').length);
      expect(movedBy(puzzle, from, moves ?? [])).toEqual(puzzle.starts[0]);
    }
  });

  test('has no paths from colourings that are not states', async () => {
    const puzzle = await openRubik();
    const [solved] = puzzle.starts;
    const exchanged = (...order: readonly number[]) =>
      Uint8Array.from(solved, (colour, at) => solved[order[at]] ?? colour);
    for (const from of [new Uint8Array(3), solved.map(() => 0)]) {
      await expect(search(puzzle, { from })).rejects.toThrow(
        new InputError('the states of rubik are texts, or colourings of its 48 points'),
      );
    }
    await expect(search(puzzle, { from: 5 })).rejects.toThrow(InputError);
    await expect(search(puzzle, { from: exchanged(1, 0) })).rejects.toThrow('no moves of rubik lead');
    await expect(search(puzzle, { from: exchanged(1, 2, 0) })).rejects.toThrow('moves keep the sum of the turns');
  });

  test('is solved from texts, from either end and from scrambles of 8 moves', async () => {
    const puzzle = await openRubik();
    const random = new SeededRandom(8);
    for (let scramble = 0; scramble < count(1, 20); scramble++) {
      let state = puzzle.starts[0];
      for (let move = 0; move < 8; move++) state = movedBy(puzzle, state, [puzzle.moves[random.below(18)]]);
      const { distance, states } = await search(puzzle, { from: puzzle.format(state) });
      expect(distance).toBeLessThanOrEqual(8);
      expect(states?.[0]).toEqual(state);
      expect(states?.at(-1)).toEqual(puzzle.starts[0]);
      expect((await search(puzzle, { to: state })).distance).toBe(distance);
    }
  });

  test('counts distances from the start that its source names', async () => {
    const { starts, format, ...puzzle } = await openRubik();
    const start = format(movedBy({ starts, format, ...puzzle }, starts[0], ['R']));
    const opened = (await openSpace({ ...RUBIK, start })) as LargePuzzle;
    expect(opened.format(opened.starts[0])).toBe(start);
    expect((await search(opened, { from: format(starts[0]) })).moves).toEqual(['R']);
  });
});

describe('a large puzzle with heuristics', () => {
  test('is solved by A* and IDA* if layers are too large', async () => {
    const puzzle = (await openSpace({ kind: 'known', space: 'pancake:40' })) as LargePuzzle;
    expect(algorithmsFor(puzzle)).toEqual(['bfs', 'bidirectional', 'astar', 'idastar']);
    const random = new SeededRandom(40);
    let state = puzzle.starts[0];
    for (let flip = 0; flip < 30; flip++) state = movedBy(puzzle, state, [puzzle.moves[random.below(39)]]);
    const [first, second] = await Promise.all(
      (['astar', 'idastar'] as const).map((algorithm) => search(puzzle, { from: state }, { algorithm })),
    );
    expect(first.distance).toBe(second.distance);
    expect(second.heuristic).toBe('gap');
    expect(movedBy(puzzle, state, second.moves ?? [])).toEqual(puzzle.starts[0]);
    await expect(search(puzzle, { to: state }, { algorithm: 'idastar' })).rejects.toThrow(
      'estimate the moves to its start',
    );
  });
});

describe('states numbered in the order of discovery', () => {
  test('have the distances of a plain search, whether moves can be undone or not', async () => {
    for (let seed = 0; seed < count(10, 30); seed++) {
      const source = generated(randomGroup(seed, 6));
      const definition = generatedPuzzle(source);
      const puzzle = largePuzzle(definition, source, puzzlePoints(definition));
      const [start] = puzzle.starts;
      const reached = [start];
      const distances = new Map([[String(start), 0]]);
      for (const state of reached) {
        for (const move of puzzle.moves) {
          const next = movedBy(puzzle, state, [move]);
          if (distances.has(String(next))) continue;
          distances.set(String(next), (distances.get(String(state)) as number) + 1);
          reached.push(next);
        }
      }
      for (const to of reached.filter((_, at) => at % 7 === 0)) {
        for (const algorithm of ['bfs', 'bidirectional'] as const) {
          const found = await search(puzzle, { to }, { algorithm });
          expect(found.distance, `seed ${seed}`).toBe(distances.get(String(to)));
          expect(movedBy(puzzle, start, found.moves ?? [])).toEqual(to);
        }
      }
    }
  });
});
