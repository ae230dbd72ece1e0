import { describe, expect, test } from 'vitest';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { type BlockNumbering, hasBlocks, type PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import {
  type ColouredPuzzle,
  colouredPuzzle,
  type PuzzleDefinition,
} from '#src/spaces/permutation/colourings/puzzle.js';
import { type CandidateProjections, largestStructure } from '#src/spaces/permutation/moves/candidates.js';
import {
  type ChosenProjections,
  chooseProjections,
  projectionCandidates,
} from '#src/spaces/permutation/moves/choose-projections.js';
import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';
import { MATHIEU } from '../../../permutations/groups.js';
import { newSeed } from '../../../seed.js';
import { count, FULL, rows } from '../../../suite.js';
import { plainStates } from '../colourings/plain-states.js';
import { depthsByRows, exchanges, type PlainLayers, plainLayers, randomPuzzle, seededNumbers } from './plain-layers.js';

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
  if (layers === null) throw new Error('there are no layers');
  expect(numbering.size).toBe(layers.states.length);
  const hasRows = moves !== null && typeof moves !== 'string';
  const depths = hasRows ? depthsByRows(inBlocks(numbering), moves) : depthsByNeighbours(numbering);
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

describe('the choice of projections', () => {
  test.runIf(FULL)('finds words of M12 that give every state the right depth', () => {
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

  test('numbers six of 12 points under M12 directly, which gives one block with some of their arrangements', () => {
    const puzzle = colouredPuzzle({
      generators: MATHIEU.M12.map((images, move) => ({ name: `${move}`, images: [...images] })),
      sets: [{ name: 'points', pieces: 12, turns: 1, solved: [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2] }],
    });
    const choice = chosen(puzzle);
    expect([choice.numbering.size, inBlocks(choice.numbering).blocks.count]).toEqual([792, 1]);
    expect(choice.moves).toBe('its states are in no words');
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

  test.runIf(FULL)('reports that there is none if every block has too many states', () => {
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

  test.runIf(FULL)(
    'numbers three pieces among 125 identical ones, although hardly any product of moves is an exchange',
    () => {
      const powers = Array.from({ length: 127 }, (_, power) => power + 1);
      const { numbering, moves } = chosen(ringOf(128, (place) => Math.max(1, 5 - place - 1), powers));
      expect(numbering.size).toBe(128 * 127 * 126);
      const { blocks, words } = inBlocks(numbering);
      expect([blocks.count, words?.states]).toEqual([128, 126]);
      expect(moves).toMatchObject({ words: 127 });
    },
  );

  test('makes one block of a few states, with any number of moves', () => {
    const rotations = Array.from({ length: 29 }, (_, power) => power + 1);
    const puzzle = ringOf(30, (place) => (place < 1 ? 1 : 2), rotations);
    const choice = chosen(puzzle);
    expect([choice.numbering.size, inBlocks(choice.numbering).blocks.count]).toEqual([30, 1]);
    expectDepths(choice, plainLayers(puzzle, 30));
  });

  test.runIf(FULL)('numbers all states of 25 pairs that are exchanged one by one', () => {
    const choice = chosen(pairsAlone(25));
    expect(choice.numbering.size).toBe(2 ** 25);
    expect(wordsOf(choice)).toEqual([128, 'three']);
    expect(choice.numbering.projections.frames).toBe('ordered');
  });

  test.runIf(FULL)('proves the order of a group that random products may fail to generate', () => {
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
    expect(chosen(pancakes(9)).moves).toEqual(chosen(pancakes(9)).moves);
  });

  test('numbers and compiles random puzzles of all sorts', () => {
    const random = seededNumbers(1);
    for (let puzzles = 0; puzzles < count(8, 400); ) {
      const puzzle = randomPuzzle(random);
      const layers = plainLayers(puzzle, 800);
      if (layers === null) continue;
      puzzles++;
      expectDepths(chosen(puzzle), layers);
    }
  });
});

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
  test.each(
    rows(
      [
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
      ] as const,
      [3, 4, 5, 7],
    ),
  )('of %s numbers %i states, %i to a word', (name, size, wordStates) => {
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

const pieces = (count: number, kind: number) => new Array<number>(count).fill(kind);

test('kinds of few pieces are told apart first, so that the order of kinds does not matter', () => {
  // Ten of 22 places alone make 646,646 blocks or states of a block, two of them 231, and ten of the others 184,756.
  expect(best(exchanges([...pieces(10, 1), ...pieces(10, 2), ...pieces(2, 3)])).projections.states).toBe(42_678_636);
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
test.runIf(FULL)('words of PSL(2, 251) on 252 points are found without trying all sets of points', () => {
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
  for (let tries = 0; tries < count(12, 400); tries++) {
    const puzzle = randomPuzzle(random);
    const states = plainStates(puzzle, 3000);
    if (states === null) continue;
    const sizes = [...projectionCandidates(puzzle)]
      .map(({ projections }) => numberStates(puzzle, projections))
      .flatMap((numbering) => (typeof numbering === 'string' ? [] : [numbering.size]));
    expect(new Set(sizes)).toEqual(new Set([states.length]));
  }
});

const set = (pieces: number, turns = 1) => ({ name: 'pieces', pieces, turns });

test.each([
  [
    'the signs of three and five pieces',
    [
      [1, 0, 2, 4, 3, 5, 6, 7],
      [1, 2, 0, 4, 5, 6, 7, 3],
    ],
    [set(3), set(5)],
    360,
  ],
  [
    'the sum of the turns of three pieces',
    [
      [4, 5, 3, 8, 6, 7, 1, 2, 0],
      [1, 2, 0, 5, 3, 4, 6, 7, 8],
      [3, 4, 5, 0, 1, 2, 6, 7, 8],
    ],
    [set(3, 3)],
    162,
  ],
  [
    'a cubic character of four pieces and turns',
    [
      [1, 2, 0, 3, 5, 6, 4],
      [1, 0, 3, 2, 4, 5, 6],
    ],
    [set(4), set(1, 3)],
    12,
  ],
])('ties of %s explain the number of states', (_, moves, sets, states) => {
  const puzzle = colouredPuzzle({ generators: moves.map((images, move) => ({ name: `${move}`, images })), sets });
  expect(largestStructure(puzzle).states).toBe(states);
  expect(plainStates(puzzle)).toHaveLength(states);
});
