import { describe, expect, test } from 'vitest';
import { colouredPuzzle } from '#src/spaces/permutation/colourings/coloured-puzzle.js';
import type { ColouredPuzzle } from '#src/spaces/permutation/colourings/colouring.js';
import { type ChosenProjections, chooseProjections } from '#src/spaces/permutation/words/choose-projections.js';
import { count } from '../../../suite.js';
import { depthsByRows, type PlainLayers, plainLayers } from './plain-layers.js';
import { seededNumbers } from './random-numbers.js';
import { randomPuzzle } from './random-puzzles.js';

function chosen(puzzle: ColouredPuzzle): ChosenProjections {
  const choice = chooseProjections(puzzle);
  if (typeof choice === 'string') throw new Error(choice);
  return choice;
}

/** Returns the states of a word, and how its bits are permuted. */
function wordsOf({ numbering, moves }: ChosenProjections): unknown[] {
  return [numbering.words?.states ?? 0, typeof moves === 'string' ? moves : moves.permutations.kind];
}

/** Expects that rows lead to every state in as many moves as a search of colourings does. */
function expectDepths({ numbering, moves }: ChosenProjections, layers: PlainLayers | null): void {
  if (layers === null || typeof moves === 'string') throw new Error('there are no layers or no rows');
  expect(numbering.size).toBe(layers.states.length);
  const depths = depthsByRows(numbering, moves);
  expect(layers.states.filter((state, i) => depths[numbering.numberOf(state)] !== layers.depths[i])).toEqual([]);
}

function generated(points: number, ...generators: readonly ((point: number) => number)[]): ColouredPuzzle {
  const images = (generator: (point: number) => number) =>
    Array.from({ length: points }, (_, point) => generator(point));
  return colouredPuzzle({
    generators: generators.map((generator, i) => ({ name: `${i}`, images: images(generator) })),
  });
}

const pancakes = (n: number) =>
  generated(n, ...Array.from({ length: n - 1 }, (_, k) => (point: number) => (point <= k + 1 ? k + 1 - point : point)));

/** Returns M24 by two generators and the inverse of the first: P. Timmons, forum.cubeman.org, node 586. */
function mathieu24(): ColouredPuzzle {
  const pairs = [1, 24, 2, 23, 3, 4, 5, 22, 6, 11, 7, 8, 9, 10, 12, 21, 13, 14, 15, 20, 16, 17, 18, 19];
  return generated(
    24,
    (point) => (point === 23 ? 23 : (point + 1) % 23),
    (point) => (point === 23 ? 23 : (point + 22) % 23),
    (point) => pairs[pairs.indexOf(point + 1) ^ 1] - 1,
  );
}

describe('the choice of projections', () => {
  test.each([8, 10, 12])('fills 120 of 128 bits with pancake:%i', (n) => {
    const choice = chosen(pancakes(n));
    expect(wordsOf(choice)).toEqual([120, 'three']);
    expect(choice.numbering.projections.frames).toBe('ordered');
  });

  test('finds words of M24, whose states have no simple structure', () => {
    const choice = chosen(mathieu24());
    expect(choice.numbering.size).toBe(244_823_040);
    expect(choice.numbering.projections.frames).toBe('exact');
    expect(wordsOf(choice)).toEqual([96, 'three']);
  });

  test('finds words of M12, by which every state is reached in the right number of moves', () => {
    const fours = [3, 7, 11, 8, 3, 4, 10, 5, 6, 4];
    const pairs = [1, 12, 2, 11, 3, 6, 4, 8, 5, 9, 7, 10];
    const puzzle = generated(
      12,
      (point) => (point === 11 ? 11 : (point + 1) % 11),
      (point) => (fours.includes(point + 1) ? fours[fours.indexOf(point + 1) + 1] - 1 : point),
      (point) => pairs[pairs.indexOf(point + 1) ^ 1] - 1,
    );
    const choice = chosen(puzzle);
    expect(choice.numbering.size).toBe(95_040);
    expect(wordsOf(choice)).toEqual([72, 'three']);
    expectDepths(choice, plainLayers(puzzle, 95_040));
  });

  test('scatters the states of two kinds of seven pieces, which make no words', () => {
    const solved = Array.from({ length: 14 }, (_, place) => (place < 7 ? 1 : 2));
    const exchange = (first: number) =>
      Array.from({ length: 14 }, (_, point) => (point === first ? first + 1 : point === first + 1 ? first : point));
    const puzzle = colouredPuzzle({
      generators: Array.from({ length: 13 }, (_, first) => ({ name: `${first}`, images: exchange(first) })),
      sets: [{ name: 'pieces', pieces: 14, turns: 1, solved }],
    });
    const choice = chosen(puzzle);
    expect(choice.numbering.size).toBe(3432);
    expect(wordsOf(choice)).toEqual([0, 'scattered']);
  });

  test('says that there is none if every block has too many states', () => {
    const solved = Array.from({ length: 26 }, (_, place) => (place < 13 ? 1 : 2));
    const cycle = solved.map((_, point) => (point + 1) % 26);
    const exchange = solved.map((_, point) => (point < 2 ? 1 - point : point));
    const puzzle = colouredPuzzle({
      generators: [cycle, exchange].map((images, move) => ({ name: `${move}`, images })),
      sets: [{ name: 'pieces', pieces: 26, turns: 1, solved }],
    });
    expect(chooseProjections(puzzle)).toBe('merged pieces do not divide them into blocks of at most 3,000,000');
  });

  test('is the same each time', () => {
    expect(chosen(mathieu24()).numbering.projections).toEqual(chosen(mathieu24()).numbering.projections);
    expect(chosen(pancakes(9)).moves).toEqual(chosen(pancakes(9)).moves);
  });

  test('numbers and compiles random puzzles of all sorts', () => {
    const random = seededNumbers(1);
    for (let puzzles = 0; puzzles < count(40, 400); ) {
      const puzzle = randomPuzzle(random);
      const layers = plainLayers(puzzle, 800);
      if (layers === null) continue;
      puzzles++;
      expectDepths(chosen(puzzle), layers);
    }
  });
});
