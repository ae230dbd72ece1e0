/** Texts of coordinates, and the choice of tables. */

import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import type { MoveSymmetry } from '#src/permutations/move-graph.js';
import { product } from '#src/permutations/permutation.js';
import { moveSymmetries } from '#src/permutations/symmetries.js';
import { chooseTables } from '#src/search/coordinates/choose-tables.js';
import { projectionText } from '#src/search/coordinates/coordinate.js';
import { CoordinateDatabases, coordinatesOf } from '#src/search/coordinates/coordinate-databases.js';
import { firstFactorLength, parseProjection, projectedProduct } from '#src/search/coordinates/projection.js';
import { Limits } from '#src/search/question/limits.js';
import type { SpaceSource } from '#src/space/space.js';
import { puzzleOfSource } from '#src/spaces/open-space.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { readPuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { type PuzzlePoints, puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';

const opened = async (source: SpaceSource) => puzzlePoints((await puzzleOfSource(source)) as PuzzleDefinition);
const ofFile = (file: string) => opened(readPuzzle(file, 'powers'));
const ofName = (space: string) => opened({ kind: 'known', space });

/** All symmetries as products of the generators, the identity first. */
function symmetriesOf({ puzzle }: PuzzlePoints): MoveSymmetry[] {
  const { generators } = moveSymmetries(puzzle.moves, puzzle.solved);
  const identity = { points: Uint8Array.from(puzzle.solved.keys()), moves: Uint16Array.from(puzzle.moves.keys()) };
  const all: MoveSymmetry[] = [identity];
  const seen = new Set([identity.moves.join()]);
  for (const { points, moves } of all) {
    for (const generator of generators) {
      const after = Uint16Array.from(moves, (move) => generator.moves[move]);
      if (seen.has(after.join())) continue;
      seen.add(after.join());
      all.push({ points: product(Uint8Array.from(points), generator.points), moves: after });
    }
  }
  return all;
}

const SKEWB = await ofFile('examples/skewb.tws');
const RINGS = await ofFile('examples/rings.tws');
const PUZZLES = [
  ['skewb', SKEWB],
  ['2x2x2 cube', await ofFile('examples/cube-2x2x2.tws')],
  ['rings, with identical pieces', RINGS],
  ['pancakes, without symmetries', await ofName('pancake:9')],
  ['topspin', await ofName('topspin:9,4')],
] as const;

/** Distances of the states that at most some moves reach, by a search over texts. */
function nearStates({ puzzle }: PuzzlePoints, most: number): Map<string, number> {
  const found = new Map([[puzzle.solved.join(), 0]]);
  for (const [text, distance] of found) {
    if (distance === most) break;
    const colours = text.split(',');
    for (const move of puzzle.moves) {
      const after: string[] = [];
      for (const [point, image] of move.entries()) after[image] = colours[point];
      if (!found.has(after.join())) found.set(after.join(), distance + 1);
    }
  }
  return found;
}

describe('the text of a projection', () => {
  test.each([
    ['FIXED/o', 'FIXED/o'],
    ['FREE/aabb*CENTRES/xy..xz', 'FREE/aabb * CENTRES/ab..ac'],
    ['FREE/.ab./o * FREE/o', 'FREE/.ab./o * FREE/o'],
  ])('%s is read and written with its letters in order', (text, written) => {
    expect(projectionText(parseProjection(text, SKEWB))).toBe(written);
  });

  test('labels the colours that it tells apart', () => {
    const { puzzle } = SKEWB;
    const [{ labels, set }] = parseProjection('FREE/a.ba/o', SKEWB);
    for (const [one, { set: oneSet, kind, facet }] of puzzle.colours.entries()) {
      if (oneSet !== set) expect(labels[one]).toBe(0);
      const place = kind - 4;
      if (oneSet === set) expect(labels[one] === 0).toBe(place === 1);
      for (const [other, colour] of puzzle.colours.entries()) {
        if (colour.set !== set || oneSet !== set || place === 1 || colour.kind === 5) continue;
        const isAlike = (kind === 6) === (colour.kind === 6) && facet === colour.facet;
        expect(labels[one] === labels[other]).toBe(isAlike);
      }
    }
  });

  test.each([
    [
      'EDGES/o',
      SKEWB,
      "'EDGES/o' must begin with the name of a set of pieces and a slash; the sets are FIXED, FREE, CENTRES",
    ],
    [
      'FREE',
      SKEWB,
      "'FREE' must begin with the name of a set of pieces and a slash; the sets are FIXED, FREE, CENTRES",
    ],
    ['FREE/aab', SKEWB, "'FREE/aab' must have 4 letters, one for each place of FREE, or 'o' alone; found 3"],
    ['FREE/aabb/x', SKEWB, "'FREE/aabb/x' must end in 'o', in letters, or in letters and '/o'"],
    ['CENTRES/o', SKEWB, "'CENTRES/o' sees orientations, but the pieces that it sees of CENTRES do not turn"],
    ['FREE/aaaa', SKEWB, "'FREE/aaaa' has the same letter on all places, so that it sees nothing"],
    ['FREE/....', SKEWB, "'FREE/....' sees no piece"],
    ['FREE/ab.. * FREE/xy..', SKEWB, "'FREE/ab..' is twice in 'FREE/ab.. * FREE/xy..'"],
    ['BEADS/aaaabaaaaa', RINGS, "'BEADS/aaaabaaaaa' has different letters for the identical pieces of places 1 and 5"],
  ])('%s is refused in one line', (text, points, message) => {
    expect(() => parseProjection(text, points)).toThrow(new InputError(message));
  });

  test('names at most eight coordinates', () => {
    const text = ['a...', '.a..', '..a.', '...a', 'ab..', 'a.b.', 'a..b', '.ab.', '.a.b'].map((seen) => `FREE/${seen}`);
    expect(() => parseProjection(text.join('*'), SKEWB)).toThrow(/at most 8 coordinates, found 9/);
  });

  test('gives the states of its coordinates', async () => {
    const limits = new Limits();
    const { first, others } = projectedProduct(SKEWB, parseProjection('FREE/o * CENTRES/ab....', SKEWB), [], limits);
    // The sum of turns of the four free corners is 0; two of six centres are on 30 pairs of places.
    expect(first.coordinates.map(({ size }) => size)).toEqual([27]);
    expect(others.map(({ size }) => size)).toEqual([30]);
  });

  test.each([
    [[5], 1],
    [[2048, 495, 2187], 2],
    [[10, 10], 1],
    [[2 ** 22, 10, 10], 1],
    [[2 ** 11, 2 ** 10, 2, 2], 2],
  ])('with coordinates of %j states has %i in its rows', (sizes, length) => {
    expect(firstFactorLength(sizes)).toBe(length);
  });
});

describe('the choice of tables', () => {
  test.each(PUZZLES)('%s: tables fit in the budget, and never exceed distances', async (_, points) => {
    const { puzzle } = points;
    const symmetries = symmetriesOf(points);
    const bytes = 3e5;
    const products = await chooseTables(points, symmetries, bytes, new Limits());
    const entries = products.map(({ firstStates, others }) =>
      others.reduce((count, { size }) => count * size, firstStates.length),
    );
    expect(entries.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1.3 * bytes);
    // The text of a table gives it back.
    for (const product of products) {
      const text = projectionText(coordinatesOf(product));
      const again = projectedProduct(
        points,
        parseProjection(text, points),
        symmetries.map(({ moves }) => moves),
        new Limits(),
      );
      expect(again.classes).toEqual(product.classes);
    }
    const databases = await CoordinateDatabases.make(
      { space: 'puzzle', puzzle: '' },
      puzzle,
      products,
      symmetries,
      1,
      new Limits(),
    );
    let [seen, all] = [0, 0];
    for (const [text, distance] of nearStates(points, 3)) {
      const record = databases.recordOf(Uint8Array.from(text.split(','), Number));
      const largest = Math.max(...record.subarray(8, 8 + databases.layout.viewCount));
      expect(largest).toBeLessThanOrEqual(distance);
      seen += largest;
      all += distance;
    }
    expect(seen).toBeGreaterThan(all / 2);
  });

  test('is the same each time', async () => {
    const choice = async () => {
      const products = await chooseTables(SKEWB, symmetriesOf(SKEWB), 2e5, new Limits());
      return products.map((product) => projectionText(coordinatesOf(product)));
    };
    expect(await choice()).toEqual(await choice());
  });
});
