import { describe, expect, test } from 'vitest';
import { identity, inversePermutation, type Permutation, product } from '#src/permutations/permutation.js';
import { allSymmetries, moveSymmetries } from '#src/permutations/symmetries.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { generatedPuzzle } from '#src/spaces/permutation/generators.js';
import { readPuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { symmetriesOf } from '#src/spaces/permutation/puzzle-symmetries.js';
import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';
import { examplePath } from '../puzzle-examples.js';
import { newSeed } from '../seed.js';
import { count } from '../suite.js';
import { cube, cycles } from './groups.js';

/** Returns the moves' images under a permutation of points, by its definition; undefined if it is not a symmetry. */
function plainImages(moves: readonly Permutation[], solved: ArrayLike<number>, points: ArrayLike<number>) {
  for (let p = 0; p < points.length; p++) {
    for (let q = 0; q < points.length; q++) {
      if ((solved[p] === solved[q]) !== (solved[points[p]] === solved[points[q]])) return undefined;
    }
  }
  const taken = new Set<number>();
  for (const move of moves) {
    const image = moves.findIndex(
      (other, at) => !taken.has(at) && move.every((next, point) => points[next] === other[points[point]]),
    );
    if (image < 0) return undefined;
    taken.add(image);
  }
  return [...taken];
}

function* allPermutations(rest: readonly number[], first: readonly number[] = []): Generator<readonly number[]> {
  if (rest.length === 0) yield first;
  for (const point of rest) {
    yield* allPermutations(
      rest.filter((other) => other !== point),
      [...first, point],
    );
  }
}

/** Returns the images of moves under all symmetries, by a search over all permutations of the points. */
function plainSymmetries(moves: readonly Permutation[], solved: ArrayLike<number>): string[] {
  const found = new Set<string>();
  for (const points of allPermutations([...moves[0].keys()])) {
    const images = plainImages(moves, solved, points);
    if (images !== undefined) found.add(images.join());
  }
  return [...found].sort();
}

/** Returns symmetries whose generators are checked by the definition. */
function checkedSymmetries(moves: readonly Permutation[], solved: ArrayLike<number> = identity(moves[0].length)) {
  const found = moveSymmetries(moves, solved);
  for (const symmetry of found.generators) {
    expect([...symmetry.points].sort((a, b) => a - b)).toEqual([...moves[0].keys()]);
    expect([...symmetry.moves]).toEqual(plainImages(moves, solved, symmetry.points));
  }
  return found;
}

const shuffled = (points: number, random: SeededRandom) => {
  const images = identity(points);
  for (let left = points - 1; left > 0; left--) {
    const other = random.below(left + 1);
    [images[left], images[other]] = [images[other], images[left]];
  }
  return images;
};

/** Returns random moves, with their conjugates under a random permutation, and a colouring that it maybe keeps. */
function plantedPuzzle(random: SeededRandom, most: number) {
  const points = 2 + random.below(most - 1);
  const planted = shuffled(points, random);
  const moves: Permutation[] = [];
  for (let kind = 0; kind <= random.below(2); kind++) {
    let move = shuffled(points, random);
    if (random.below(3) === 0) move = cycles(points, '(1,2)');
    const isDirected = random.below(2) === 0;
    for (let known = false; !known && moves.length < 30; ) {
      moves.push(move);
      if (!isDirected) moves.push(inversePermutation(move));
      move = product(product(inversePermutation(planted), move), planted);
      known = moves.some((other) => String(other) === String(move));
    }
  }
  if (random.below(5) === 0) moves.push(moves[random.below(moves.length)]);
  const kinds = 1 + random.below(3);
  const colourings = [
    () => [...identity(points)],
    () => Array.from({ length: points }, () => random.below(kinds)),
    // By the least point of the planted orbit, and by pairs that are kept if the planted permutation has order 4.
    () => Array.from({ length: points }, (_, point) => Math.min(...orbit(planted, point)) % kinds),
    () => Array.from({ length: points }, (_, point) => Math.min(...orbit(product(planted, planted), point))),
  ];
  return { moves, solved: colourings[random.below(colourings.length)]() };
}

function orbit(permutation: Permutation, point: number): number[] {
  const all = [point];
  for (let next = permutation[point]; next !== point; next = permutation[next]) all.push(next);
  return all;
}

describe('symmetries of moves', () => {
  test('are those of a search over all permutations of points', () => {
    const random = new SeededRandom(newSeed());
    let large = 0;
    for (let at = 0; at < count(150, 1000); at++) {
      const { moves, solved } = plantedPuzzle(random, at % 10 === 0 ? 7 : 6);
      const plain = plainSymmetries(moves, solved);
      const found = checkedSymmetries(moves, solved);
      const { order, moveOrbits } = found;
      const text = `${moves.join(' ')}: ${solved}`;
      expect(order, text).toBe(BigInt(plain.length));
      const all = allSymmetries(found, moves[0].length, moves.length);
      for (const symmetry of all) expect([...symmetry.moves]).toEqual(plainImages(moves, solved, symmetry.points));
      expect(all.map((symmetry) => symmetry.moves.join()).sort(), text).toEqual(plain);
      const orbits = moves.map((_, move) => new Set(plain.map((each) => Number(each.split(',')[move]))));
      expect(moveOrbits, text).toEqual(
        [...new Set(orbits.map((each) => [...each].sort((a, b) => a - b).join()))].map((each) =>
          each.split(',').map(Number),
        ),
      );
      if (order > 2n) large++;
    }
    expect(large).toBeGreaterThan(30);
  });

  test('of all transpositions, a star, a cycle with its powers, and translations are whole symmetric, cyclic and linear groups', () => {
    const star = (points: number) => Array.from({ length: points - 1 }, (_, at) => cycles(points, `(1,${at + 2})`));
    expect(checkedSymmetries(star(10)).order).toBe(362_880n);
    const factorials = Array.from({ length: 60 }, (_, at) => BigInt(at + 1));
    expect(checkedSymmetries(star(61)).order).toBe(factorials.reduce((all, factor) => all * factor));
    const transpositions = star(7).flatMap((_, a) =>
      star(7)
        .slice(a)
        .map((_, b) => cycles(7, `(${a + 1},${a + b + 2})`)),
    );
    expect(checkedSymmetries(transpositions).order).toBe(5040n);
    const map = (points: number, f: (point: number) => number) => Uint8Array.from({ length: points }, (_, at) => f(at));
    const powers = (points: number, most: number) =>
      Array.from({ length: most }, (_, at) => map(points, (point) => (point + at + 1) % points));
    expect(checkedSymmetries(powers(61, 60)).order).toBe(60n);
    expect(checkedSymmetries(powers(251, 60)).order).toBe(1n);
    const translations = Array.from({ length: 63 }, (_, at) => map(64, (point) => point ^ (at + 1)));
    // The order of GL(6, 2): the product of 2^6 - 2^i.
    expect(checkedSymmetries(translations).order).toBe(20_158_709_760n);
    const pairs = Array.from({ length: 10 }, (_, at) => cycles(21, `(${2 * at + 1},${2 * at + 2})`));
    expect(checkedSymmetries(pairs).order).toBe(3_628_800n);
  });

  test('tell the two strongly regular graphs on 16 vertices with valency 6 apart', () => {
    const edges = (first: number, steps: readonly string[]) => {
      const moves: Permutation[] = [];
      for (let a = 0; a < 16; a++) {
        for (let b = a + 1; b < 16; b++) {
          const step = [((b >> 2) - (a >> 2)) & 3, (b - a) & 3].join('');
          if (steps.includes(step)) moves.push(cycles(32, `(${first + a + 1},${first + b + 1})`));
        }
      }
      return moves;
    };
    const rook = ['01', '02', '03', '10', '20', '30'];
    const shrikhande = ['01', '03', '10', '30', '11', '33'];
    const of = (...moves: Permutation[][]) => checkedSymmetries(moves.flat()).order;
    // The orders of their groups of automorphisms: A. E. Brouwer, H. Van Maldeghem, "Strongly Regular Graphs", 2022.
    expect(of(edges(0, rook))).toBe(1152n);
    expect(of(edges(0, shrikhande))).toBe(192n);
    expect(of(edges(0, rook), edges(16, shrikhande))).toBe(1152n * 192n);
    expect(of(edges(0, rook), edges(16, rook))).toBe(2n * 1152n ** 2n);
  });

  test('of cubes of facelets are 48, twice as many if inner and outer layers can be exchanged, and 6 if turns have a direction', () => {
    const turns = (n: number, layers: readonly number[]) => {
      const { moves, faces } = cube(n, layers);
      return {
        quarter: [...moves, ...moves.map(inversePermutation)],
        half: moves.map((move) => product(move, move)),
        moves,
        faces,
      };
    };
    for (const [n, layers, order] of [
      [2, [0, 1], 48n],
      [3, [0, 2], 48n],
      [4, [0, 3], 48n],
      [4, [0, 1, 2, 3], 96n],
      [5, [0, 1, 2, 3, 4], 96n],
    ] as const) {
      const { moves, quarter, half, faces } = turns(n, layers);
      expect(checkedSymmetries(quarter).order).toBe(order);
      expect(checkedSymmetries(quarter, faces).order).toBe(order);
      expect(checkedSymmetries([...quarter, ...half], faces).order).toBe(order);
      expect(checkedSymmetries(moves, faces).order).toBe(order / 8n);
    }
  });

  test('of loopover: shifts and reflections of rows and columns, and their exchange', () => {
    const loopover = (rows: number, columns: number) => {
      const points = rows * columns;
      const at = (row: number, column: number) => (row % rows) * columns + (column % columns);
      const move = (image: (row: number, column: number) => number) =>
        Uint8Array.from({ length: points }, (_, point) => image(Math.floor(point / columns), point % columns));
      const moves = [
        ...Array.from({ length: rows }, (_, row) => move((r, c) => at(r, r === row ? c + 1 : c))),
        ...Array.from({ length: columns }, (_, column) => move((r, c) => at(c === column ? r + 1 : r, c))),
      ];
      return [...moves, ...moves.map(inversePermutation)];
    };
    expect(checkedSymmetries(loopover(3, 4)).order).toBe(6n * 8n);
    expect(checkedSymmetries(loopover(5, 5)).order).toBe(10n * 10n * 2n);
    expect(checkedSymmetries(loopover(15, 15)).order).toBe(30n * 30n * 2n);
  });
});

describe('symmetriesOf', () => {
  const known = (name: string, metric?: string) => symmetriesOf(makeKnownPuzzle(name, metric) as PuzzleDefinition);

  test.each([
    ['corners-3x3x3', 48n, true],
    ['cube-2x2x2', 6n, true],
    ['dino', 48n, true],
    ['pyraminx', 24n, true],
    ['jing-pyraminx', 24n, true],
    ['skewb', 6n, true],
    ['topspin:10,4', 2n, true],
    ['pancake:10', 1n, false],
    ['burnt-pancake:8', 1n, false],
    ['m24', 1n, false],
  ])('%s has %s', (name, order, reflections) => {
    expect(known(name)).toMatchObject({ order, reflections });
  });

  test('names the moves that are exchanged, and reflections take turns to inverse turns', () => {
    const { exchanged, generators } = known('cube-2x2x2');
    expect(exchanged).toEqual([
      ['U', "U'", 'R', "R'", 'F', "F'"],
      ['U2', 'R2', 'F2'],
    ]);
    const names = ['U', 'U2', "U'", 'R', 'R2', "R'", 'F', 'F2', "F'"];
    for (const { moves } of generators) expect(moves.toSorted()).toEqual(names.toSorted());
    expect(known('corners-3x3x3', 'quarter-turn').exchanged.map(({ length }) => length)).toEqual([12]);
  });

  test('keeps kinds of pieces: a ring with one piece that differs has no rotations', () => {
    const shift = { name: 'l', images: [1, 2, 3, 4, 5, 0] };
    const back = { name: 'r', images: [5, 0, 1, 2, 3, 4] };
    const pairs = [0, 1, 2, 3, 4, 5].map((at) => ({
      name: `x${at}`,
      images: Array.from({ length: 6 }, (_, point) =>
        point === at ? (at + 1) % 6 : point === (at + 1) % 6 ? at : point,
      ),
    }));
    const generators = [shift, back, ...pairs];
    const ring = (solved?: number[]) =>
      symmetriesOf({
        name: 'ring',
        generators,
        sets: [{ name: 'beads', pieces: 6, turns: 1, ...(solved && { solved }) }],
      });
    expect(ring()).toMatchObject({ order: 12n, reflections: true });
    expect(ring([1, 2, 2, 2, 2, 2]).order).toBe(2n);
    expect(ring([1, 1, 2, 2, 3, 3]).order).toBe(6n);
    expect(ring([1, 2, 1, 2, 1, 2]).order).toBe(12n);
    expect(ring([1, 1, 2, 2, 2, 3]).order).toBe(1n);
  });

  test('of files', () => {
    const order = (file: string) => symmetriesOf(generatedPuzzle(readPuzzle(examplePath(file)))).order;
    expect(order('skewb.tws')).toBe(24n);
    expect(order('cube-3x3x3.g')).toBe(48n);
    expect(order('star-7.json')).toBe(720n);
    expect(order('m12.g')).toBe(1n);
  });
});
