import { describe, expect, test } from 'vitest';
import type { ChainNumbering } from '#src/spaces/permutation/colourings/chain.js';
import { colouredPuzzle } from '#src/spaces/permutation/colourings/coloured-puzzle.js';
import type { ColouredPuzzle } from '#src/spaces/permutation/colourings/colouring.js';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { plainStates } from './plain-states.js';

const pancakes = (n: number): ColouredPuzzle =>
  colouredPuzzle({
    generators: Array.from({ length: n - 1 }, (_, k) => ({
      name: `${k + 2}`,
      images: Array.from({ length: n }, (_, point) => (point <= k + 1 ? k + 1 - point : point)),
    })),
  });

/** Expects that the numbers 0..size-1 stand for just these states, each for one. */
function expectBijection(numbering: ChainNumbering | string, states: readonly Uint8Array[]): void {
  if (typeof numbering === 'string') throw new Error(numbering);
  expect(numbering.size).toBe(states.length);
  const numbers = new Set<number>();
  for (const state of states) {
    const number = numbering.numberOf(state);
    numbers.add(number);
    const written = new Uint8Array(state.length);
    numbering.writeColouring(number, written);
    expect(written).toEqual(state);
  }
  expect(numbers.size).toBe(states.length);
  expect(Math.min(...numbers)).toBe(0);
  expect(Math.max(...numbers)).toBe(states.length - 1);
}

describe('the states of pancake:7', () => {
  const puzzle = pancakes(7);
  const states = plainStates(puzzle);
  const block = [0, 1, 2, 2, 2, 2, 2];
  const word = [0, 1, 2, 3, 4, 4, 4];

  test.each([
    ['by words, ordered', { frames: 'ordered', block, word }],
    ['by words, exact', { frames: 'exact', block, word }],
    ['directly, ordered', { frames: 'ordered', block, word: null }],
    ['directly, exact', { frames: 'exact', block, word: null }],
    ['in one block', { frames: 'ordered', block: [0, 0, 0, 0, 0, 0, 0], word: [0, 0, 0, 0, 1, 2, 2] }],
  ] as const)('are numbered %s', (_, projections) => {
    expectBijection(numberStates(puzzle, projections), states);
  });
});
