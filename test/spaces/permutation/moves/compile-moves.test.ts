import { describe, expect, test } from 'vitest';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import type { BlockNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import type { ColouredPuzzle, Projections } from '#src/spaces/permutation/colourings/puzzle.js';
import { compiledNeighbours, compileMoves } from '#src/spaces/permutation/moves/compile-moves.js';
import type { CompiledMoves } from '#src/spaces/permutation/moves/compiled-moves.js';
import { count } from '../../../suite.js';
import {
  depthsByRows,
  exchanges,
  type PlainLayers,
  plainLayers,
  randomProjections,
  randomPuzzle,
  seededNumbers,
} from './plain-layers.js';

interface Compiled {
  readonly numbering: BlockNumbering;
  readonly moves: CompiledMoves;
}

/** Returns the compiled moves, or why there are none. */
function compiled(puzzle: ColouredPuzzle, projections: Projections): Compiled | string {
  const numbering = numberStates(puzzle, projections);
  if (typeof numbering === 'string') return numbering;
  const moves = compileMoves(numbering);
  return typeof moves === 'string' ? moves : { numbering, moves };
}

/** Expects that the neighbours of every state are those of its colouring. */
function expectNeighbours({ numbering, moves }: Compiled, { states }: PlainLayers): void {
  const write = compiledNeighbours(numbering, moves);
  const images = numbering.puzzle.moves;
  const next = new Float64Array(images.length);
  const moved = new Uint8Array(numbering.puzzle.points);
  const wrong = states.filter((state) => {
    write(numbering.numberOf(state), next);
    return images.some((image, move) => {
      for (let point = 0; point < state.length; point++) moved[image[point]] = state[point];
      return next[move] !== numbering.numberOf(moved);
    });
  });
  expect(wrong).toEqual([]);
}

/** Expects that rows give every state the same depth as a search of colourings. */
function expectDepths({ numbering, moves }: Compiled, layers: PlainLayers): void {
  expect(numbering.size).toBe(layers.states.length);
  const depths = depthsByRows(numbering, moves);
  const wrong = layers.states.filter((state, i) => depths[numbering.numberOf(state)] !== layers.depths[i]);
  expect(wrong).toEqual([]);
}

describe('compiled moves', () => {
  test('give the states of random puzzles the same depths as colourings', () => {
    const modes = new Map<string, number>();
    const refusals: string[] = [];
    const random = seededNumbers(18);
    for (let puzzles = 0; puzzles < count(25, 200); ) {
      const puzzle = randomPuzzle(random);
      const layers = plainLayers(puzzle, 800);
      if (layers === null) continue;
      puzzles++;
      for (let tries = 0; tries < 2; tries++) {
        const projections = randomProjections(puzzle, random);
        if (projections.word === null) continue;
        const made = compiled(puzzle, projections);
        if (typeof made === 'string') {
          refusals.push(made);
          continue;
        }
        expectDepths(made, layers);
        expectNeighbours(made, layers);
        modes.set(projections.frames, (modes.get(projections.frames) ?? 0) + 1);
      }
    }
    // Random projections need not suit a puzzle.
    expect(refusals.length).toBeLessThan(count(6, 40));
    for (const mode of ['ordered', 'exact']) {
      expect(modes.get(mode), mode).toBeGreaterThan(count(1, 20));
    }
  });

  test.each([
    [
      'three',
      'any order of 4 of 7 pieces',
      exchanges([1, 2, 3, 4, 5, 6, 7]),
      [0, 0, 0, 0, 0, 1, 1],
      [0, 0, 0, 0, 1, 2, 3],
    ],
    ['nibbles', 'words of the 70 fours of 8 places', exchanges([1, 1, 1, 1, 2, 2, 2, 2, 3]), [0, 0, 0], [0, 0, 1]],
  ] as const)('by permutations of kind %s: %s', (kind, _, puzzle, block, word) => {
    const layers = plainLayers(puzzle, 1e5);
    if (layers === null) throw new Error('there are too many states');
    for (const frames of ['ordered', 'exact'] as const) {
      const made = compiled(puzzle, { frames, block, word });
      if (typeof made === 'string') throw new Error(made);
      expect(made.moves.permutations.kind).toBe(kind);
      expectDepths(made, layers);
      expectNeighbours(made, layers);
    }
  });
});
