import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { isSolvable } from '#src/spaces/board/reachability.js';
import { symmetriesOf } from '#src/spaces/board/symmetry.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { exploreBoard } from '../../board-exploration.js';
import { walkerOf } from '../../board-walkers.js';
import { plainRank, plainSearch } from '../../plain-search.js';
import { count } from '../../suite.js';
import { boardTables, solutionOf } from '../board-questions.js';

const board = makeBoard(3, 3);
const tables = new Map<number, BoardWalker>();

async function tableOf(rows: number, columns: number, cell: number): Promise<BoardWalker> {
  const shape = makeBoard(rows, columns);
  const { table } = await exploreBoard({ board: shape, goal: orderedPosition(shape, cell), antipodes: 0 });
  if (table === null) throw new Error('no table');
  return walkerOf(table);
}

beforeAll(async () => {
  for (let cell = 0; cell < 9; cell++) tables.set(cell, await tableOf(3, 3, cell));
});

const anyPosition = fc.shuffledSubarray([...orderedPosition(board)], { minLength: 9 });

test('only positions and tables of the board are accepted', () => {
  const goal = orderedPosition(board);
  const solver = boardTables(board, goal, (cell) => tables.get(cell));
  expect(() => solver.answer({ from: [1, 1, 1, 1, 1, 1, 1, 1, 0] })).toThrow('tile 1 occurs 8 times');
  expect(() => solver.answer({ from: [1, 2] })).toThrow('a position of 3x3 has 9 tiles with the blank, found 2');
  expect(() => boardTables(board, [1, 2, 3], () => undefined)).toThrow('found 3');
  expect(() => boardTables(board, goal, () => tables.get(4)).answer({ from: goal })).toThrow(
    'expected a table of 3x3 for goal cell 8, found one of 3x3 for goal cell 4',
  );
  expect(() => isSolvable(board, goal, [1, 2, 3, 4, 5, 6, 7, 7, 0])).toThrow('tile 8 is missing');
});

describe('one table serves every pair whose start or goal has its blank on an equivalent cell', () => {
  test('with the same answer as the table of the goal itself', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, fc.constantFrom(8, 5, 4), (start, goal, cell) => {
        const direct = boardTables(board, goal, (goalCell) => tables.get(goalCell));
        const only = boardTables(board, goal, (goalCell) => (goalCell === cell ? tables.get(cell) : undefined));
        const answer = solutionOf(only, start);
        const serving = [goal, start].flatMap((position) =>
          symmetriesOf(board).map((symmetry) => symmetry[position.indexOf(0)]),
        );
        expect(answer !== undefined).toBe(serving.includes(cell));
        if (answer !== undefined) {
          expect(answer).toBe(solutionOf(direct, start));
          expect(answer === null).toBe(!isSolvable(board, start, goal));
        }
      }),
      { numRuns: count(100, 3000) },
    );
  });

  test('with the solution length of a plain search from any goal', () => {
    fc.assert(
      fc.property(anyPosition, fc.array(anyPosition, { minLength: 50, maxLength: 50 }), (goal, starts) => {
        const { depths } = plainSearch(3, 3, goal);
        const solver = boardTables(board, goal, (cell) => (cell === goal.indexOf(0) ? tables.get(cell) : undefined));
        for (const start of starts) expect(solutionOf(solver, start)?.length ?? -1).toBe(depths[plainRank(start)]);
      }),
      { numRuns: count(1, 4) },
    );
  });

  test('so three tables of 3x3, for corner, edge and centre, serve all pairs', () => {
    const three = (cell: number) => ([8, 5, 4].includes(cell) ? tables.get(cell) : undefined);
    fc.assert(
      fc.property(anyPosition, anyPosition, (start, goal) => {
        expect(boardTables(board, goal, three).answer({ from: start })).not.toBeUndefined();
      }),
    );
  });

  test('including on oblong boards', async () => {
    const shape = makeBoard(2, 4);
    const own = await tableOf(2, 4, 5);
    const corner = await tableOf(2, 4, 7);
    const any = fc.shuffledSubarray([...orderedPosition(shape)], { minLength: 8 });
    const onCell = (position: Position, cell: number) => {
      const moved = [...position];
      const blank = position.indexOf(0);
      [moved[blank], moved[cell]] = [moved[cell], 0];
      return moved;
    };
    fc.assert(
      fc.property(any, any, fc.constantFrom(0, 3, 4, 7), (a, b, cornerCell) => {
        const start = onCell(a, cornerCell);
        const goal = onCell(b, 5);
        const direct = boardTables(shape, goal, (cell) => (cell === 5 ? own : undefined));
        const reversed = boardTables(shape, goal, (cell) => (cell === 7 ? corner : undefined));
        expect(solutionOf(reversed, start)).toBe(solutionOf(direct, start));
      }),
    );
  });
});
