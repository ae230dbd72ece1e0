/** Tables of coordinates: their layers and distances, and searches by them, against plain searches over labels and states. */

import { describe, expect, test } from 'vitest';
import { allSymmetries, moveSymmetries } from '#src/permutations/symmetries.js';
import type { CoordinatePlan } from '#src/search/coordinates/coordinate.js';
import { CoordinateDatabases } from '#src/search/coordinates/coordinate-databases.js';
import { moveAutomaton, NOT_TRIED } from '#src/search/coordinates/move-automaton.js';
import { parseProjection, projectedProduct } from '#src/search/coordinates/projection.js';
import { preparedPuzzle } from '#src/search/puzzle-search.js';
import { Limits } from '#src/search/question/limits.js';
import { Watch } from '#src/search/question/progress.js';
import { isLargePuzzle, type PermutationPuzzle } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { openSpace, puzzleOfSource } from '#src/spaces/open-space.js';
import type { ColouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';
import { type PuzzlePoints, puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';
import { newSeed } from '../../seed.js';
import { count } from '../../suite.js';

/** Returns the points of a built-in puzzle. */
async function pointsOf(space: string): Promise<PuzzlePoints> {
  const definition = await puzzleOfSource({ kind: 'known', space });
  if (definition === null) throw new Error(`${space} is no permutation puzzle`);
  return puzzlePoints(definition);
}

/** Files of these databases are not written. */
const NAMED = { space: 'puzzle', puzzle: '' };

/** Makes databases of projections, reduced by all symmetries or by none. */
async function made(points: PuzzlePoints, projections: readonly string[], isReduced = true, threads = 1) {
  const { puzzle } = points;
  const found = moveSymmetries(puzzle.moves, puzzle.solved);
  const used = isReduced ? found : { ...found, generators: [] };
  const symmetries = allSymmetries(used, puzzle.points, puzzle.moves.length);
  const moves = symmetries.map((symmetry) => symmetry.moves);
  const plans = projections.map((text) => parseProjection(text, points));
  const products = plans.map((each) => projectedProduct(points, each, moves, new Limits()));
  const databases = await CoordinateDatabases.make(NAMED, puzzle, products, symmetries, threads, new Limits());
  return { databases, plans };
}

/** Returns the colouring of a text of seenBy, which sees all colours. */
function colouringOf({ points }: ColouredPuzzle, text: string): Uint8Array {
  return Uint8Array.from({ length: points }, (_, point) => Number.parseInt(text[point], 36));
}

/** Returns the state of a colouring: the colouring or its number. */
function stateIn(space: PermutationPuzzle, colouring: Uint8Array): Uint8Array | number {
  return isLargePuzzle(space) ? colouring : space.group.numbering.numberOf(colouring);
}

/** Returns the colouring after a move. */
function moved(colouring: Uint8Array, move: Uint8Array): Uint8Array {
  const next = new Uint8Array(colouring.length);
  for (const [point, image] of move.entries()) next[image] = colouring[point];
  return next;
}

/** Returns what coordinates see of a colouring. */
function seenBy(plans: readonly CoordinatePlan[], colouring: Uint8Array): string {
  return plans.map(({ labels }) => Array.from(colouring, (colour) => labels[colour].toString(36)).join('')).join('/');
}

/** Returns the distance of everything that coordinates can see, by a plain breadth-first search. */
function plainDistances({ moves, solved }: ColouredPuzzle, plans: readonly CoordinatePlan[]): Map<string, number> {
  const distances = new Map([[seenBy(plans, solved), 0]]);
  for (let layer = [solved], depth = 1; layer.length > 0; depth++) {
    layer = layer.flatMap((colouring) =>
      moves.flatMap((move) => {
        const next = moved(colouring, move);
        const seen = seenBy(plans, next);
        if (distances.has(seen)) return [];
        distances.set(seen, depth);
        return [next];
      }),
    );
  }
  return distances;
}

function histogramOf(distances: ReadonlyMap<string, number>): number[] {
  const histogram: number[] = [];
  for (const distance of distances.values()) histogram[distance] = (histogram[distance] ?? 0) + 1;
  return histogram;
}

const PROJECTIONS = [
  ['cube-2x2x2', 'corners/o'],
  ['cube-2x2x2', 'corners/aabbcc.'],
  ['corners-3x3x3', 'corners/a....... * corners/o'],
  ['corners-3x3x3', 'corners/ab....../o'],
  ['cube-3x3x3', 'edges/o'],
  ['cube-3x3x3', 'edges/a........... * edges/o'],
  ['cube-3x3x3', 'edges/aaaa........ * corners/ab......'],
  ['skewb', 'corners/o * centres/ab....'],
  ['pyraminx', 'edges/ab.... * edges/o * centres/a...'],
  ['dino', 'edges/aab.........'],
  ['fto', 'corners/abcdef'],
  ['fto', 'centres/aaabbb......'],
  ['master-pyraminx', 'tips/o * edges/aab...'],
] as const;

describe('the layers of a table are those of a plain search', () => {
  test.each(PROJECTIONS)('of %s by %s, with and without symmetries', async (space, projection) => {
    const points = await pointsOf(space);
    const reduced = await made(points, [projection], true, 2);
    const plain = histogramOf(plainDistances(points.puzzle, reduced.plans[0]));
    expect(reduced.databases.tables[0].histogram).toEqual(plain);
    expect((await made(points, [projection], false)).databases.tables[0].histogram).toEqual(plain);
  });
});

describe('the distances that views see', () => {
  test.each([
    ['cube-3x3x3', ['edges/ab.......... * corners/a.......', 'edges/o']],
    ['fto', ['corners/ab.... * edges/a...........']],
  ])('of %s are exact, and change by at most one with a move', async (space, projections) => {
    const points = await pointsOf(space);
    const { puzzle } = points;
    const { databases, plans } = await made(points, projections);
    const plain = plans.map((each) => plainDistances(puzzle, each));
    const { viewCount } = databases.layout;
    const viewsOf = (colouring: Uint8Array) => databases.recordOf(colouring).subarray(8, 8 + viewCount);
    const random = new SeededRandom(newSeed());
    let state = puzzle.solved;
    let before = viewsOf(state);
    expect(Math.max(...before)).toBe(0);
    for (let step = 0; step < count(300, 10_000); step++) {
      state = moved(state, puzzle.moves[random.below(puzzle.moves.length)]);
      const now = viewsOf(state);
      // The first view of the first table is the state itself.
      expect(now[0]).toBe(plain[0].get(seenBy(plans[0], state)));
      for (const [view, distance] of now.entries()) expect(Math.abs(distance - before[view])).toBeLessThanOrEqual(1);
      // Images of a state under symmetries are as far away as the state, so each view is the distance of some state in a table.
      expect(viewCount).toBeGreaterThan(1);
      before = now;
    }
  });
});

/** Returns permutations of pieces and their inverses, and the sets of these pieces; some are alike, and some turn. */
function randomPuzzle(random: SeededRandom) {
  const number = 1 + random.below(2);
  // Of two sets, some thousand states are left, too.
  const sets = Array.from({ length: number }, (_, index) => {
    const pieces = number === 1 ? 3 + random.below(2) : 3;
    const turns = 1 + random.below(number === 1 ? 3 : 2);
    const areAlike = random.below(3) === 0;
    return {
      name: `set-${index}`,
      pieces,
      turns,
      ...(areAlike && { solved: Array.from({ length: pieces }, (_, piece) => 1 + (piece >> 1)) }),
    };
  });
  const generators: { name: string; images: number[] }[] = [];
  const known = new Set<string>();
  while (generators.length < 4) {
    const images: number[] = [];
    for (const { pieces, turns } of sets) {
      const first = images.length;
      const places = Array.from({ length: pieces }, (_, place) => place);
      for (let left = pieces; left > 1; left--) {
        const chosen = random.below(left);
        [places[left - 1], places[chosen]] = [places[chosen], places[left - 1]];
      }
      for (const place of places) {
        const turn = random.below(turns);
        for (let facet = 0; facet < turns; facet++) images.push(first + place * turns + ((facet + turn) % turns));
      }
    }
    const inverse = images.map((_, point) => images.indexOf(point));
    for (const [name, each] of [
      ['', images],
      ["'", inverse],
    ] as const) {
      if (known.has(each.join()) || each.every((image, point) => image === point)) continue;
      known.add(each.join());
      generators.push({ name: `m${generators.length}${name}`, images: each });
    }
  }
  return { generators, sets };
}

describe('searches by tables', () => {
  test('of random puzzles find the lengths of a plain search', async () => {
    const random = new SeededRandom(newSeed());
    for (let turn = 0; turn < count(20, 200); turn++) {
      const { generators, sets } = randomPuzzle(random);
      const space = (await openSpace({ kind: 'generators', name: 'random', generators, sets })) as PermutationPuzzle;
      const { puzzle } = space.group;
      const seesAll: CoordinatePlan = { name: 'all', labels: Uint8Array.from(puzzle.colours.keys()), set: 0 };
      const plain = plainDistances(puzzle, [seesAll]);
      const projections = sets.map(({ name, turns, pieces }) =>
        turns > 1 && random.below(2) === 0 ? `${name}/o` : `${name}/${'aabb'.slice(0, pieces)}`,
      );
      const all = [...plain.keys()];
      for (let k = 0; k < 5; k++) {
        const text = all[random.below(all.length)];
        const state = colouringOf(puzzle, text);
        const limits = new Limits();
        limits.begin();
        const context = { limits, watch: new Watch(undefined), threads: 1 };
        const from = space.format(stateIn(space, state) as never);
        const find = await preparedPuzzle(space, { from }, context, { projections });
        const { path } = await find();
        expect(path?.moves).toHaveLength(plain.get(text) as number);
        const end = (path?.moves ?? []).reduce(
          (now, name) => moved(now, puzzle.moves[space.moves.indexOf(name)]),
          state,
        );
        expect(end).toEqual(puzzle.solved);
      }
    }
  });

  test('try no sequence twice: the automaton reaches all states of the cube that are 3 moves away', async () => {
    const { puzzle } = await pointsOf('cube-3x3x3');
    const automaton = moveAutomaton(puzzle.moves);
    let paths = [{ colouring: puzzle.solved, state: 0 }];
    const reached = new Set([puzzle.solved.join()]);
    // The distribution of the 3x3x3 in half turns: 1, 18, 243, 3,240 (see test/published.test.ts and J. Scherphuis, jaapsch.net).
    for (const expected of [18, 243, 3240]) {
      paths = paths.flatMap(({ colouring, state }) =>
        puzzle.moves.flatMap((move, index) => {
          const next = automaton[state][index];
          return next === NOT_TRIED ? [] : [{ colouring: moved(colouring, move), state: next }];
        }),
      );
      const before = reached.size;
      for (const { colouring } of paths) reached.add(colouring.join());
      expect(reached.size - before).toBe(expected);
      // Sequences of this length that need not be tried are few: all that are left lead to different states.
      expect(paths).toHaveLength(expected);
    }
  });
});
