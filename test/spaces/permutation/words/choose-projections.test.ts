import { describe, expect, test } from 'vitest';
import { type BlockNumbering, hasBlocks, type PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import { type ColouredPuzzle, colouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';
import { type ChosenProjections, chooseProjections } from '#src/spaces/permutation/moves/choose-projections.js';
import { count } from '../../../suite.js';
import { MATHIEU } from '../order/known-groups.js';
import { depthsByRows, type PlainLayers, plainLayers } from './plain-layers.js';
import { seededNumbers } from './random-numbers.js';
import { randomPuzzle } from './random-puzzles.js';

function chosen(puzzle: ColouredPuzzle): ChosenProjections {
  const choice = chooseProjections(puzzle);
  if (typeof choice === 'string') throw new Error(choice);
  return choice;
}

function inBlocks(numbering: PuzzleNumbering): BlockNumbering {
  if (!hasBlocks(numbering)) throw new Error('its states are ranked');
  return numbering;
}

/** Returns the number of states of a word, and the kind of its permutations. */
function wordsOf({ numbering, moves }: ChosenProjections): unknown {
  if (moves === null) return 'ranked';
  return [inBlocks(numbering).words?.states ?? 0, typeof moves === 'string' ? moves : moves.permutations.kind];
}

/** Expects that rows, or the neighbours of ranks, give every state the same depth as a search of colourings. */
function expectDepths({ numbering, moves }: ChosenProjections, layers: PlainLayers | null): void {
  if (layers === null || typeof moves === 'string') throw new Error('there are no layers or no rows');
  expect(numbering.size).toBe(layers.states.length);
  const depths = moves === null ? depthsByNeighbours(numbering) : depthsByRows(inBlocks(numbering), moves);
  expect(layers.states.filter((state, i) => depths[numbering.numberOf(state)] !== layers.depths[i])).toEqual([]);
}

/** Returns [state]: its depth. */
function depthsByNeighbours(numbering: PuzzleNumbering): Int32Array {
  const { moves, solved } = numbering.puzzle;
  const write = numbering.neighbours(moves);
  const next = new Float64Array(moves.length);
  const found = [numbering.numberOf(solved)];
  const depths = new Int32Array(numbering.size).fill(-1);
  depths[found[0]] = 0;
  for (const state of found) {
    write(state, next);
    for (const to of next) {
      if (depths[to] >= 0) continue;
      depths[to] = depths[state] + 1;
      found.push(to);
    }
  }
  return depths;
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

/** Returns pieces in a ring. The moves exchange two neighbours, and rotate the ring by these powers. */
function ringOf(points: number, pieceAt: (place: number) => number, powers: readonly number[] = [1]): ColouredPuzzle {
  const places = Array.from({ length: points }, (_, place) => place);
  const exchange = places.map((place) => (place < 2 ? 1 - place : place));
  const rotations = powers.map((power) => places.map((place) => (place + power) % points));
  return colouredPuzzle({
    generators: [...rotations, exchange].map((images, move) => ({ name: `${move}`, images })),
    sets: [{ name: 'ring', pieces: points, turns: 1, solved: places.map(pieceAt) }],
  });
}

/** Returns pairs of points, each with a move that exchanges them. */
function pairsAlone(pairs: number): ColouredPuzzle {
  return generated(
    2 * pairs,
    ...Array.from({ length: pairs }, (_, pair) => (point: number) => (point >> 1 === pair ? point ^ 1 : point)),
  );
}

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

  test('finds words of M12 that give every state the right depth', () => {
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

  test('ranks the states of two kinds of seven pieces, which have no words', () => {
    const solved = Array.from({ length: 14 }, (_, place) => (place < 7 ? 1 : 2));
    const exchange = (first: number) =>
      Array.from({ length: 14 }, (_, point) => (point === first ? first + 1 : point === first + 1 ? first : point));
    const puzzle = colouredPuzzle({
      generators: Array.from({ length: 13 }, (_, first) => ({ name: `${first}`, images: exchange(first) })),
      sets: [{ name: 'pieces', pieces: 14, turns: 1, solved }],
    });
    const choice = chosen(puzzle);
    expect(choice.numbering.size).toBe(3432);
    expect(wordsOf(choice)).toBe('ranked');
  });

  test('scatters six of 12 points under M12, which gives one block with some of their arrangements', () => {
    const puzzle = colouredPuzzle({
      generators: MATHIEU.M12.map((images, move) => ({ name: `${move}`, images: [...images] })),
      sets: [{ name: 'points', pieces: 12, turns: 1, solved: [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2] }],
    });
    const choice = chosen(puzzle);
    expect([choice.numbering.size, inBlocks(choice.numbering).blocks.count]).toEqual([792, 1]);
    expectDepths(choice, plainLayers(puzzle, 924));
  });

  test('gives every ranked state the same depth as a search', () => {
    const puzzle = ringOf(10, (place) => (place < 5 ? 1 : 2));
    expectDepths(chosen(puzzle), plainLayers(puzzle, 252));
  });

  test('ranks more states than a block can have', () => {
    const { numbering, moves } = chosen(ringOf(26, (place) => (place < 13 ? 1 : 2)));
    expect([numbering.size, moves]).toEqual([10_400_600, null]);
  });

  test('reports immediately that there is none if every block has too many states', () => {
    // The places of two sets of 13 pairs alternate, so ranks do not number them.
    const ring = ringOf(26, (place) => (place < 13 ? 1 : 2));
    const images = ring.moves.map((move) =>
      Array.from({ length: 52 }, (_, point) => 2 * move[point >> 1] + (point & 1)),
    );
    const puzzle = colouredPuzzle({
      generators: [0, 1].flatMap((side) =>
        images.map((both, move) => ({
          name: `${side}${move}`,
          images: both.map((image, point) => ((point & 1) === side ? image : point)),
        })),
      ),
      sets: [
        {
          name: 'rings',
          pieces: 52,
          turns: 1,
          solved: Array.from({ length: 52 }, (_, point) => (point >> 1 < 13 ? 1 : 2)),
        },
      ],
    });
    expect(chooseProjections(puzzle)).toBe('merged pieces do not divide them into blocks of at most 3,000,000');
  });

  test('numbers three pieces among 125 identical ones, although hardly any product of moves is an exchange', () => {
    const powers = Array.from({ length: 127 }, (_, power) => power + 1);
    const { numbering, moves } = chosen(ringOf(128, (place) => Math.max(1, 5 - place - 1), powers));
    expect(numbering.size).toBe(128 * 127 * 126);
    const { blocks, words } = inBlocks(numbering);
    expect([blocks.count, words?.states]).toEqual([128, 126]);
    expect(moves).toMatchObject({ words: 127 });
  });

  test('makes one block of a few states, with any number of moves', () => {
    const rotations = Array.from({ length: 99 }, (_, power) => power + 1);
    const puzzle = ringOf(100, (place) => (place < 1 ? 1 : 2), rotations);
    const choice = chosen(puzzle);
    expect([choice.numbering.size, inBlocks(choice.numbering).blocks.count]).toEqual([100, 1]);
    expectDepths(choice, plainLayers(puzzle, 100));
  });

  test('numbers all states of 25 pairs that are exchanged one by one', () => {
    const choice = chosen(pairsAlone(25));
    expect(choice.numbering.size).toBe(2 ** 25);
    expect(wordsOf(choice)).toEqual([128, 'three']);
    expect(choice.numbering.projections.frames).toBe('ordered');
  });

  test('proves the order of a group that random products may fail to generate', () => {
    // Rotations of 14 sets of three are not all permutations, and at least 14 elements are needed to generate them.
    const puzzle = generated(
      42,
      ...Array.from(
        { length: 14 },
        (_, set) => (point: number) => (Math.floor(point / 3) === set ? 3 * set + ((point + 1) % 3) : point),
      ),
    );
    expect(chosen(puzzle).numbering.size).toBe(3 ** 14);
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
