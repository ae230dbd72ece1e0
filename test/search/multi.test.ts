import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { compare, contendersOf } from '#src/search/comparison.js';
import { positionsOfEachDepth } from '#src/search/samples.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { countMoves } from '#src/spaces/board/moves.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { imageOf, symmetriesOf } from '#src/spaces/board/symmetry.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { TableError } from '#src/table/files/contents.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainRank } from '../plain-search.js';
import { FULL } from '../suite.js';
import { walked } from '../walked.js';
import { boardTables, searchBoard, solutionOf, spaceOf } from './board-questions.js';

async function tableOf(name: string, goalCell: number, metric: 'single' | 'multi' = 'multi'): Promise<BoardWalker> {
  const board = parseBoard(name);
  const { table } = await exploreBoard({ board, goal: orderedPosition(board, goalCell), metric, threads: 2 });
  if (table === null) throw new Error('no table was made');
  return walkerOf(table);
}

describe('pairs that the table of moves of several tiles serves', () => {
  const name = '2x3';
  const board = parseBoard(name);

  test('have the same solutions by symmetry, or from the other end, as by a table of the goal itself', async () => {
    const [corner, edge] = [await tableOf(name, 5), await tableOf(name, 1)];
    for (const goalCell of [0, 1, 2, 3, 4, 5]) {
      const goal = orderedPosition(board, goalCell);
      const own = await tableOf(name, goalCell);
      const { depths } = plainMapSearch(mapOf(board), goal, 'multi');
      const solvers = [corner, edge].map((table) =>
        boardTables(board, goal, (cell) => (cell === table.goalCell ? table : undefined), 'multi'),
      );
      const random = new SeededRandom(7);
      let answers = 0;
      for (let n = 0; n < 60; n++) {
        const start = randomPosition(board, goal, random);
        for (const solver of solvers) {
          const solution = solutionOf(solver, start);
          if (solution === undefined) continue;
          answers++;
          expect(solution).toBe(own.solve(start, goal));
          expect(countMoves(solution as string)).toBe(depths[plainRank(start)]);
          expect(walked(name, start, solution as string)).toEqual(goal);
        }
      }
      expect(answers).toBeGreaterThan(50);
    }
  });

  test.runIf(FULL)('have the same distance under all symmetries of 3x3', async () => {
    const square = parseBoard('3x3');
    const table = await tableOf('3x3', 8);
    const goal = orderedPosition(square, 2);
    const solver = boardTables(square, goal, (cell) => (cell === 8 ? table : undefined), 'multi');
    const random = new SeededRandom(3);
    for (let n = 0; n < 20; n++) {
      const start = randomPosition(square, goal, random);
      const solution = solutionOf(solver, start) as string;
      expect(walked('3x3', start, solution)).toEqual(goal);
      for (const symmetry of symmetriesOf(square)) {
        const turned = boardTables(
          square,
          imageOf(symmetry, goal),
          (cell) => (cell === 8 ? table : undefined),
          'multi',
        );
        const image = solutionOf(turned, imageOf(symmetry, start)) as string;
        expect(countMoves(image)).toBe(countMoves(solution));
      }
    }
  });

  test('are not served by a table of the other metric', async () => {
    const single = await tableOf(name, 5, 'single');
    const solver = boardTables(board, orderedPosition(board), () => single, 'multi');
    expect(() => solver.answer({ from: orderedPosition(board) })).toThrow(TableError);
    expect(() => solver.answer({ from: orderedPosition(board) })).toThrow(
      'expected a table of the metric multi, found one of the metric single',
    );
  });

  test('have samples of each depth', async () => {
    const table = await tableOf(name, 5);
    const solver = boardTables(board, table.goal, () => table, 'multi');
    const samples = positionsOfEachDepth(solver, table.histogram, 2);
    const expected = table.histogram.flatMap((states, depth) => new Array(Math.min(states, 2)).fill(depth));
    expect(samples.map((position) => table.distance(position))).toEqual(expected);
  });
});

describe('searches with moves of several tiles', () => {
  test.each(['bfs', 'bidirectional'] as const)('%s finds shortest solutions', async (algorithm) => {
    for (const name of ['2x3', '3x2', '3x3', '2x4']) {
      const board = parseBoard(name);
      const goal = orderedPosition(board, 1);
      const table = await tableOf(name, 1);
      const random = new SeededRandom(11);
      for (let n = 0; n < 6; n++) {
        const start = randomPosition(board, goal, random);
        const { moves, distance } = await searchBoard(algorithm, { board, start, goal, metric: 'multi' });
        expect(distance).toBe(table.distance(start));
        expect(countMoves(moves as string)).toBe(distance);
        expect(walked(name, start, moves as string)).toEqual(goal);
      }
    }
  });

  test('bidirectional solves a board that is too large to enumerate quickly', async () => {
    const start = '5 1 2 3 9 6 7 4 x 10 11 8 13 14 15 12';
    const { moves, distance } = await searchBoard('bidirectional', { board: '4x4', start, metric: 'multi' });
    expect({ moves, distance }).toEqual({ moves: 'u2r3d3', distance: 3 });
  });

  test('never continue along the line of the last move', async () => {
    const { moves } = await searchBoard('bfs', { board: '1x8', start: 'x 1 2 3 4 5 6 7', metric: 'multi' });
    expect(moves).toBe('r7');
  });

  test.each(['astar', 'idastar'] as const)(
    '%s is refused, because its heuristics are not admissible',
    async (algorithm) => {
      const searching = searchBoard(algorithm, { board: '2x2', start: '1 x 3 2', metric: 'multi' });
      await expect(searching).rejects.toBeInstanceOf(InputError);
      await expect(searching).rejects.toThrow(
        `${algorithm} needs a heuristic that never overestimates, and none exists if a move slides several tiles: use table, bfs or bidirectional`,
      );
    },
  );

  test('can be compared with each other', async () => {
    const board = parseBoard('2x3');
    const table = await tableOf('2x3', 5);
    const tables = boardTables(board, table.goal, () => table, 'multi');
    const random = new SeededRandom(5);
    const questions = [1, 2, 3].map(() => ({ from: randomPosition(board, table.goal, random) }));
    const contenders = contendersOf(['table', 'bfs', 'bidirectional'], []);
    const space = spaceOf(board, table.goal, 'multi');
    const { tallies } = await compare(space, questions, contenders, { tables }, () => {});
    expect(tallies.map(({ algorithm, optimal }) => [algorithm, optimal])).toEqual([
      ['table', true],
      ['bfs', true],
      ['bidirectional', true],
    ]);
  });
});
