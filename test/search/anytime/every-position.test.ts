/** A solution for every position: of boards of all sizes, of maps, and states of other spaces. All are replayed by plain code. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnytimeOptions, AnytimeSolution } from '#src/index.js';
import { makeDatabases } from '#src/search/ida-star/pattern-search.js';
import { Limits } from '#src/search/question/limits.js';
import { type Metric, makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { fullRows, plainMapSearch, plainPlay } from '../../plain-map-search.js';
import { plainRank } from '../../plain-search.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { randomMap } from '../../random-maps.js';
import { newSeed } from '../../seed.js';
import { count, FULL, rows } from '../../suite.js';
import { boardSpace, spaceOf } from '../spaces.js';
import { check, flipped, korfInstances, shuffled, yieldsOf } from './answers.js';

/** Searches without pattern databases, which take longer to make than these searches. */
const BRIEFLY = { heuristic: 'linear-conflict', threads: 1, seconds: 0.005 } as const;

/** Expects a solution of a position. @param optimal as of check */
async function expectSolved(
  map: readonly string[],
  [from, to]: readonly [readonly number[], readonly number[]],
  metric: Metric,
  options: AnytimeOptions,
  optimal: number | readonly [number, number] = [0, Number.POSITIVE_INFINITY],
) {
  const { heuristic, ...others } = options;
  const given = metric === 'single' ? options : others;
  const yields = await yieldsOf(boardSpace(parseBoard(map.join('/')), to, metric), { from }, given);
  check(yields, optimal, (moves) => plainPlay(map, from, moves.join('')).join() === to.join());
  const last = yields.at(-1);
  expect(last?.length).not.toBeNull();
  return last;
}

/** Returns the position after a random walk of the blank. */
function walkFrom(map: readonly string[], start: readonly number[], steps: number, random: SeededRandom): number[] {
  const moves = Array.from({ length: steps }, () => 'udlr'[random.below(4)]).join('');
  return plainPlay(map, start, moves, 'stay');
}

function ordered(cells: number): number[] {
  return Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
}

describe('every position of a board has a solution', () => {
  test('at random, on boards of 3 to 10 rows and columns', async () => {
    const random = new SeededRandom(newSeed());
    for (let turn = count(40, 1850); turn > 0; turn--) {
      const [rows, columns] = [3 + random.below(8), 3 + random.below(8)];
      const goal = turn % 4 === 0 ? shuffled(ordered(rows * columns), random) : ordered(rows * columns);
      const start = randomPosition(makeBoard(rows, columns), goal, random);
      await expectSolved(fullRows(rows, columns), [start, goal], turn % 5 === 0 ? 'multi' : 'single', BRIEFLY);
    }
  });

  test('a walk away from the goal, whose moves are no fewer than the bound', async () => {
    const random = new SeededRandom(newSeed());
    for (let turn = count(8, 100); turn > 0; turn--) {
      const [rows, columns] = [3 + random.below(8), 3 + random.below(8)];
      const map = fullRows(rows, columns);
      const goal = ordered(rows * columns);
      const steps = 10 + random.below(40);
      const start = walkFrom(map, goal, steps, random);
      const options = { ...BRIEFLY, threads: 2, seconds: 0.1 };
      await expectSolved(map, [start, goal], turn % 5 === 0 ? 'multi' : 'single', options, [0, steps]);
    }
  });

  test('Korf’s 15-puzzles, with bounds and lengths on either side of the optimum', async () => {
    const goal = Array.from({ length: 16 }, (_, tile) => tile);
    for (const { length, tiles } of rows(korfInstances(15), [0, 40])) {
      await expectSolved(fullRows(4, 4), [tiles, goal], 'single', { ...BRIEFLY, seconds: 0.05 }, length);
      if (FULL) await expectSolved(fullRows(4, 4), [tiles, goal], 'multi', BRIEFLY, [0, length]);
    }
  });

  test('Korf’s 24-puzzles, with pattern databases', async () => {
    const goal = Array.from({ length: 25 }, (_, tile) => tile);
    const board = makeBoard(5, 5);
    const partition = FULL ? '6-6-6-6' : '4-4-4-4-4-4';
    const databases = await makeDatabases(board, goal, partition, undefined, new Limits());
    for (const [index, { length, tiles }] of rows(korfInstances(24), [0, 21]).entries()) {
      const options = { databases, threads: 1 + (index % 2), seconds: 0.2 };
      await expectSolved(fullRows(5, 5), [tiles, goal], 'single', options, length);
    }
  });

  test('or none, which is known at once', async () => {
    const random = new SeededRandom(newSeed());
    for (let turn = count(5, 50); turn > 0; turn--) {
      const [rows, columns] = [3 + random.below(8), 3 + random.below(8)];
      const goal = ordered(rows * columns);
      const map = fullRows(rows, columns);
      // The exchange of two tiles cannot be undone by moves.
      const start = walkFrom(map, goal, 500, random);
      const [one, other] = start.flatMap((tile, cell) => (tile === 0 ? [] : [cell]));
      const from = start.with(one, start[other]).with(other, start[one]);
      const space = boardSpace(`${rows}x${columns}`, goal, turn % 2 === 0 ? 'single' : 'multi');
      const yields = await yieldsOf(space, { from });
      expect(yields).toMatchObject([{ moves: null, length: null, isProved: true }]);
      expect(yields[0].seconds).toBeLessThan(1);
    }
  });
});

/** Returns the rows of a map on which blocks of cells, at least two a side, are joined at corners, or by corridors. */
function chainOfBlocks(random: SeededRandom): string[] {
  const squares = new Set<string>();
  let [row, column] = [0, 0];
  for (let blocks = 2 + random.below(3); blocks > 0; blocks--) {
    const [height, width] = [2 + random.below(2), 2 + random.below(3)];
    for (let square = 0; square < height * width; square++) {
      squares.add(`${row + Math.floor(square / width)},${column + (square % width)}`);
    }
    [row, column] = [row + height - 1, column + width - 1];
    const corridor = random.below(3);
    for (let step = 0; step < corridor; step++) squares.add(`${row},${++column}`);
  }
  const all = Array.from(squares, (square) => square.split(',').map(Number));
  const [height, width] = [0, 1].map((axis) => 1 + Math.max(...all.map((square) => square[axis])));
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => (squares.has(`${row},${column}`) ? '.' : '#')).join(''),
  );
}

/** Returns the rows of a ring of cells, which has paths from side to side if there are several holes. */
function rings(random: SeededRandom): string[] {
  const holes = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(4));
  const wall = `.${holes.map((width) => '#'.repeat(width)).join('.')}.`;
  const outer = '.'.repeat(wall.length);
  return [outer, ...new Array<string>(1 + random.below(3)).fill(wall), outer];
}

describe('every position of a map has a solution', () => {
  test('the shortest one on small maps, unless a plain search finds none', async () => {
    const random = new SeededRandom(newSeed());
    const maps = fc.sample(randomMap(4, 8), { numRuns: count(6, 80), seed: random.below(2 ** 31) });
    for (const [index, rows] of maps.entries()) {
      const metric = index % 3 === 0 ? 'multi' : 'single';
      const map = trimmed(rows);
      const goal = shuffled(ordered(map.join('').replaceAll('#', '').length), random);
      const { depths } = plainMapSearch(map, goal, metric);
      for (const from of [shuffled(goal, random), walkFrom(map, goal, 200, random)]) {
        const optimal = depths[plainRank(from)];
        const space = boardSpace(parseBoard(map.join('/')), goal, metric);
        const yields = await yieldsOf(space, { from }, { threads: 1 + (index % 2) });
        if (optimal < 0) expect(yields).toMatchObject([{ moves: null, length: null, isProved: true }]);
        else {
          check(yields, optimal, (moves) => plainPlay(map, from, moves.join('')).join() === goal.join());
          expect(yields.at(-1)).toMatchObject({ length: optimal, isProved: true });
        }
      }
    }
  });

  test.each(['random', 'of rings', 'of blocks that are joined at cells'])('on larger maps, %s', async (kind) => {
    const random = new SeededRandom(newSeed());
    for (let turn = count(4, 40); turn > 0; turn--) {
      const map =
        kind === 'random'
          ? trimmed(fc.sample(randomMap(9, 25), { numRuns: 1, seed: random.below(2 ** 31) })[0])
          : kind === 'of rings'
            ? rings(random)
            : chainOfBlocks(random);
      const goal = shuffled(ordered(map.join('').replaceAll('#', '').length), random);
      const steps = turn % 2 === 0 ? 3000 : 30;
      const start = walkFrom(map, goal, steps, random);
      await expectSolved(map, [start, goal], turn % 4 === 0 ? 'multi' : 'single', BRIEFLY, [0, steps]);
    }
  });
});

/** Returns the rows of a map without the rows and columns at its edges that have no cells. */
function trimmed(rows: readonly string[]): string[] {
  const isUsed = (column: number) => rows.some((row) => row[column] === '.');
  const first = [...rows[0]].findIndex((_, column) => isUsed(column));
  const last = [...rows[0]].findLastIndex((_, column) => isUsed(column));
  const used = rows.map((row) => row.includes('.'));
  return rows.slice(used.indexOf(true), used.lastIndexOf(true) + 1).map((row) => row.slice(first, last + 1));
}

describe('every state of a space with a heuristic has a solution', () => {
  test.each([false, true])('of stacks of 12 to 20 pancakes (burnt: %s)', async (isBurnt) => {
    const random = new SeededRandom(newSeed());
    for (let turn = count(4, 60); turn > 0; turn--) {
      const size = 12 + random.below(9);
      const goal = Array.from({ length: size }, (_, at) => at + 1);
      const isWalk = turn % 3 === 0;
      const flips = Array.from({ length: 8 }, () => String(2 + random.below(size - 1)));
      const from = isWalk
        ? flipped(goal, flips, isBurnt)
        : shuffled(goal, random).map((pancake) => (isBurnt && random.below(2) === 0 ? -pancake : pancake));
      const space = `${isBurnt ? 'burnt-' : ''}pancake:${size}`;
      const isEnough = ({ length }: AnytimeSolution) => length !== null && !isWalk;
      const options = { threads: 1, seconds: isWalk ? 0.05 : 20 };
      const yields = await yieldsOf(space, { from: from.join(' ') }, options, isEnough);
      const most = isWalk ? flips.length : Number.POSITIVE_INFINITY;
      check(yields, [0, most], (moves) => flipped(from, moves, isBurnt).join() === goal.join());
      if (!isWalk) expect(yields.at(-1)?.length).not.toBeNull();
    }
  });

  test.each([1, 2])('of 30 burnt pancakes, with memory for narrow beams alone, on %d threads', async (threads) => {
    const random = new SeededRandom(newSeed());
    const goal = Array.from({ length: 30 }, (_, at) => at + 1);
    const from = shuffled(goal, random).map((pancake) => (random.below(2) === 0 ? -pancake : pancake));
    const options = { threads, bytes: 8e6, seconds: count(1, 5) };
    const yields = await yieldsOf('burnt-pancake:30', { from: from.join(' ') }, options);
    check(yields, [0, Number.POSITIVE_INFINITY], (moves) => flipped(from, moves, true).join() === goal.join());
  });

  test('of random graphs, by half of the distance as their heuristic', async () => {
    const random = new SeededRandom(newSeed());
    for (let turn = count(2, 20); turn > 0; turn--) {
      // A ring with chords; a move back undoes each one.
      const size = 200 + random.below(800);
      const order = shuffled([...new Array(size).keys()], random);
      const partner = new Map(order.map((state, at) => [state, order[at % 2 === 0 ? at + 1 : at - 1] ?? state]));
      const graph = Array.from({ length: size }, (_, state) => [
        (state + 1) % size,
        (state + size - 1) % size,
        state % 4 === 0 && (partner.get(state) as number) % 4 === 0 ? (partner.get(state) as number) : state,
      ]);
      const plain = spaceOf(graph, { reversible: true });
      const { depths } = plainSpaceSearch(plain);
      const heuristics = { half: (state: number) => Math.floor(depths[state] / 2) };
      for (let k = 0; k < count(2, 4); k++) {
        const from = random.below(size);
        const yields = await yieldsOf({ ...plain, heuristics }, { from }, { threads: 2, seconds: 20 });
        const end = (moves: readonly string[]) =>
          moves.reduce((state, move) => graph[state][Number(move.slice(1))], from);
        check(yields, depths[from], (moves) => end(moves) === 0);
        expect(yields.at(-1)).toMatchObject({ length: depths[from], isProved: true });
      }
    }
  });
});
