import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { compare, contendersOf } from '#src/search/comparison.js';
import { positionsOfEachDepth } from '#src/search/table-solver.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { countMoves } from '#src/spaces/board/moves.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { isSolvable } from '#src/spaces/board/reachability.js';
import { boardSymmetries } from '#src/spaces/board/symmetry.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank } from '../../plain-search.js';
import { count } from '../../suite.js';
import { walked } from '../../walked.js';
import { boardSpace, boardTables, solutionOf, tableOf } from '../spaces.js';

test('only positions and tables of the board and its metric are accepted', async () => {
  const board = parseBoard('3x3');
  const goal = orderedPosition(board);
  const [corner, centre] = [await tableOf('3x3', 8), await tableOf('3x3', 4)];
  const solver = boardTables(board, goal, () => corner);
  expect(() => solver.answer({ from: [1, 1, 1, 1, 1, 1, 1, 1, 0] })).toThrow('tile 1 occurs 8 times');
  expect(() => solver.answer({ from: [1, 2] })).toThrow('a position of 3x3 has 9 tiles with the blank, found 2');
  expect(() => boardTables(board, [1, 2, 3], () => undefined)).toThrow('found 3');
  expect(() => boardTables(board, goal, () => centre).answer({ from: goal })).toThrow(
    'expected a table of 3x3 for goal cell 8, found one of 3x3 for goal cell 4',
  );
  expect(() => boardTables(board, goal, () => corner, 'multi').answer({ from: goal })).toThrow(
    'expected a table of the metric multi, found one of the metric single',
  );
});

describe.each([
  ['3x3', 'single', [8, 5, 4], count(100, 3000)],
  ['2x4', 'single', [7, 5], count(50, 1000)],
  ['2x3', 'multi', [5, 1], count(100, 1000)],
  ['3x3', 'multi', [8, 5], count(20, 1000)],
] as const)(
  'one table of %s in the metric %s serves every pair with a blank on an equivalent cell',
  (name, metric, served, runs) => {
    const board = parseBoard(name);
    const tables = new Map<number, BoardWalker>();
    const anyPosition = fc.shuffledSubarray([...orderedPosition(board)], { minLength: board.cells });
    const solver = (goal: Position, cells: readonly number[]) =>
      boardTables(board, goal, (cell) => (cells.includes(cell) ? tables.get(cell) : undefined), metric);
    beforeAll(async () => {
      for (let cell = 0; cell < board.cells; cell++) tables.set(cell, await tableOf(name, cell, metric));
    });

    test('with the same answer as the table of the goal itself', () => {
      fc.assert(
        fc.property(anyPosition, anyPosition, fc.constantFrom(...served), (start, goal, cell) => {
          const answer = solutionOf(solver(goal, [cell]), start);
          const serving = [goal, start].flatMap((position) =>
            boardSymmetries(board).map((symmetry) => symmetry[position.indexOf(0)]),
          );
          expect(answer !== undefined).toBe(serving.includes(cell));
          if (answer === undefined) return;
          expect(answer).toBe(solutionOf(solver(goal, [goal.indexOf(0)]), start));
          expect(answer === null).toBe(!isSolvable(board, start, goal));
          if (answer !== null) expect(walked(name, start, answer)).toEqual(goal);
        }),
        { numRuns: runs },
      );
    });

    test('with the solution length of a plain search from any goal', () => {
      fc.assert(
        fc.property(anyPosition, fc.array(anyPosition, { minLength: 50, maxLength: 50 }), (goal, starts) => {
          const { depths } = plainMapSearch(mapOf(board), goal, metric);
          const own = solver(goal, [goal.indexOf(0)]);
          for (const start of starts) {
            const solution = solutionOf(own, start);
            expect(solution === null ? -1 : countMoves(solution as string)).toBe(depths[plainRank(start)]);
          }
        }),
        { numRuns: count(1, 4) },
      );
    });
  },
);

test('samples of each depth, and a comparison by tables, in the metric multi', async () => {
  const board = parseBoard('2x3');
  const table = await tableOf('2x3', 5, 'multi');
  const tables = boardTables(board, table.goal, () => table, 'multi');
  const samples = positionsOfEachDepth(tables, table.histogram, 2);
  const expected = table.histogram.flatMap((states, depth) => new Array(Math.min(states, 2)).fill(depth));
  expect(samples.map((position) => table.distance(position))).toEqual(expected);

  const random = new SeededRandom(5);
  const questions = [1, 2, 3].map(() => ({ from: randomPosition(board, table.goal, random) }));
  const contenders = contendersOf(['table', 'bfs', 'bidirectional'], []);
  const space = boardSpace(board, table.goal, 'multi');
  const { tallies } = await compare(space, questions, contenders, { tables }, () => {});
  expect(tallies.map(({ algorithm, optimal }) => [algorithm, optimal])).toEqual([
    ['table', true],
    ['bfs', true],
    ['bidirectional', true],
  ]);
});
