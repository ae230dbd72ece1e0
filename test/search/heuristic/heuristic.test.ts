import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { HEURISTICS, type HeuristicName, heuristicFor } from '#src/search/question/heuristics.js';
import { type Board, makeBoard, neighbours, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { plainMapSearch, plainMove } from '../../plain-map-search.js';
import { plainSearch, plainUnrank } from '../../plain-search.js';
import { randomMap } from '../../random-maps.js';
import { count, FULL, rows } from '../../suite.js';

/** Expects a heuristic to be admissible, consistent and incremental, and 0 at the goal alone. @param step checks one rank in this many */
function expectSound(name: HeuristicName, board: Board, goal: Position, depths: Int16Array, step = 1) {
  const heuristic = heuristicFor(name, board, goal);
  for (let rank = 0; rank < depths.length; rank += step) {
    const depth = depths[rank];
    if (depth < 0) continue;
    const position = plainUnrank(board.cells, rank);
    const estimate = heuristic.estimate(position);
    if (estimate > depth || (estimate === 0) !== (depth === 0)) {
      throw new Error(`${name} of ${position} is ${estimate}, the distance ${depth}`);
    }
    const blank = position.indexOf(0);
    for (const cell of neighbours(board, blank)) {
      const change = heuristic.change(position, blank, cell);
      if (change !== heuristic.estimate(plainMove(position, cell)) - estimate || Math.abs(change) > 1) {
        throw new Error(`${name} changes wrongly at ${position}`);
      }
    }
  }
}

describe.each(
  rows(
    [
      ['in the corner', [1, 2, 3, 4, 5, 6, 7, 8, 0]],
      ['in the centre', [1, 2, 3, 8, 0, 4, 7, 6, 5]],
      ['on an edge, the tiles mixed', [5, 0, 2, 7, 1, 8, 3, 6, 4]],
    ] as const,
    [2],
  ),
)('on the positions of 3x3, with the goal’s blank %s', (_, goal) => {
  test.each(HEURISTICS)('%s is admissible, consistent and incremental, and only the goal has 0', (name) => {
    expectSound(name, makeBoard(3, 3), goal, plainSearch(3, 3, goal).depths, count(37, 1));
  });
});

test('each heuristic is at least as strong as the one before, and the mean Manhattan distance is 14.0', () => {
  const board = makeBoard(3, 3);
  const goal = orderedPosition(board);
  const { depths } = plainSearch(3, 3, goal);
  const [misplaced, manhattan, linearConflict] = HEURISTICS.map((name) => heuristicFor(name, board, goal));
  let sum = 0;
  let stronger = 0;
  for (let rank = 0; rank < depths.length; rank += count(23, 1)) {
    if (depths[rank] < 0) continue;
    const position = plainUnrank(9, rank);
    const middle = manhattan.estimate(position);
    sum += middle;
    const most = linearConflict.estimate(position);
    if (most > middle) stronger++;
    if (misplaced.estimate(position) > middle || middle > most)
      throw new Error(`${position} has ${middle} and ${most}`);
  }
  expect(stronger).toBeGreaterThan(count(400, 10_000));
  if (FULL) expect(sum / 181_440).toBe(14);
});

test('all but one of the tiles in a reversed row must leave it', () => {
  const goal = orderedPosition(makeBoard(4, 4));
  const heuristic = heuristicFor('linear-conflict', makeBoard(4, 4), goal);
  const reversed = [4, 3, 2, 1, ...goal.slice(4)];
  expect(heuristic.estimate(reversed)).toBe(3 + 1 + 1 + 3 + 2 * 3);
});

test.each([
  [4, 4],
  [2, 7],
  [3, 5],
  [5, 5],
  [1, 6],
  [9, 2],
])('changes add up on walks over %ix%i and never exceed the length of the walk', (rows, columns) => {
  const shape = makeBoard(rows, columns);
  fc.assert(
    fc.property(
      fc.constantFrom(...HEURISTICS),
      fc.integer({ min: 0, max: 1e6 }),
      fc.array(fc.nat(3), { maxLength: 60 }),
      (name, seed, walk) => {
        const goal = randomPosition(shape, orderedPosition(shape), new SeededRandom(seed));
        const heuristic = heuristicFor(name, shape, goal);
        const tiles = [...goal];
        let estimate = 0;
        for (const step of walk) {
          const blank = tiles.indexOf(0);
          const near = neighbours(shape, blank);
          const cell = near[step % near.length];
          estimate += heuristic.change(tiles, blank, cell);
          [tiles[blank], tiles[cell]] = [tiles[cell], 0];
        }
        expect(estimate).toBe(heuristic.estimate(tiles));
        expect(estimate).toBeLessThanOrEqual(walk.length);
      },
    ),
    { numRuns: count(20, 300) },
  );
});

test('each heuristic is admissible, consistent and incremental on maps too', () => {
  fc.assert(
    fc.property(randomMap(3, 7), fc.constantFrom(...HEURISTICS), fc.nat(5039), (rows, name, choice) => {
      const map = parseBoard(rows.join('/'));
      let positions = 1;
      for (let k = 2; k <= map.cells; k++) positions *= k;
      const goal = plainUnrank(map.cells, choice % positions);
      expectSound(name, map, goal, plainMapSearch(rows, goal).depths);
    }),
    { numRuns: count(15, 60) },
  );
});

test('tiles conflict across a missing cell, and in lines of different lengths', () => {
  const map = parseBoard('#.#/.../...');
  const goal = orderedPosition(map);
  const heuristic = heuristicFor('linear-conflict', map, goal);
  expect(heuristic.estimate([1, 4, 3, 2, 5, 6, 0])).toBe(4 + 2 * 2);
  // 1 below 3 in the column of three cells.
  expect(heuristic.estimate([3, 2, 1, 4, 5, 6, 0])).toBe(2 + 2);
});

test.each(['constructor', 'manhatten', 7])('the heuristic %j is refused in one line', (name) => {
  expect(() => heuristicFor(name as never, makeBoard(3, 3), [])).toThrow(
    new InputError(`the heuristic must be one of misplaced, manhattan, linear-conflict; found ${JSON.stringify(name)}`),
  );
});
