import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { linesOf } from '#src/engines/boards/moves.js';
import { type Board, mapOf, neighbours, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { reachOf } from '#src/spaces/board/reachability.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { plainMapSearch, plainMove } from '../plain-map-search.js';
import { plainRank, plainUnrank } from '../plain-search.js';
import { randomMap } from '../random-maps.js';
import { count, FULL, rows } from '../suite.js';

async function exploreMap(rows: readonly string[], goalCell?: number) {
  const board = parseMap(rows.join('\n'));
  const goal = orderedPosition(board, goalCell);
  const exploration = await exploreBoard({ board, goal, threads: 1 });
  if (exploration.table === null) throw new Error('no table');
  return { board, goal, exploration, table: walkerOf(exploration.table) };
}

/** Follows all paths of a table, which must reach the goal after the number of moves found by the plain search. */
function expectEveryWay(board: Board, table: BoardWalker, depths: Int16Array): void {
  for (const [rank, depth] of depths.entries()) {
    const start = plainUnrank(board.cells, rank);
    const way = table.solve(start);
    if ((way?.length ?? -1) !== depth) expect({ start, way }).toEqual({ start, way: `of ${depth} moves` });
  }
}

describe('exploring a map', () => {
  test('finds the same distance of every position as the plain search', async () => {
    await fc.assert(
      fc.asyncProperty(randomMap(2, 7), fc.nat(99), async (rows, choice) => {
        const cells = rows.join('').replaceAll('#', '').length;
        const { board, goal, exploration, table } = await exploreMap(rows, choice % cells);
        const { histogram, depths } = plainMapSearch(rows, goal);
        expect(exploration.histogram).toEqual(histogram);
        expect(exploration.states).toBe(reachOf(board).states);
        expect(exploration.notReached).toBe(geometryOf(board).states - exploration.states);
        expectEveryWay(board, table, depths);
      }),
      { numRuns: count(12, 40) },
    );
  });

  test.each([
    ['a hole in the middle, a ring', '.../.#./...'],
    ['a cross', '#.#/.../#.#'],
    ['a corridor', '.../##./...'],
    ['two boards joined by a corridor', '..##/..../##..'],
    ['a missing corner', '..#/.../...'],
    ['two missing corners', '..#/.../#..'],
    ['a notch in a side', '.#./.../...'],
  ])('%s: %s', async (_, map) => {
    const rows = map.split('/');
    const { board, goal, exploration, table } = await exploreMap(rows);
    const { histogram, depths } = plainMapSearch(rows, goal);
    expect(exploration.histogram).toEqual(histogram);
    expectEveryWay(board, table, depths);
    expect(exploration.antipodes.length).toBeGreaterThan(0);
    for (const antipode of exploration.antipodes) {
      const position = parsePosition(antipode, board);
      expect(depths[plainRank(position)]).toBe(exploration.maxDepth);
      for (const to of neighbours(board, position.indexOf(BLANK))) {
        expect(depths[plainRank(plainMove(position, to))]).toBe(exploration.maxDepth - 1);
      }
    }
  });
});

const MAPS = [
  '..#/.../#..',
  '.../.#./...',
  '#.#/.../...',
  '#.#/.../#.#',
  '..../.#..',
  '.#./.../..#',
  '...#/#...',
  '../#./..',
  '.....#/....##',
];

describe('moves of several tiles on boards with missing cells', () => {
  test.each(rows(MAPS, [0, 1, 4, 7]))(
    'reach on %s the same states as the plain search, at the same distances',
    async (name) => {
      const board = parseBoard(name);
      for (const cell of FULL ? [0, Math.floor(board.cells / 2), board.cells - 1] : [Math.floor(board.cells / 2)]) {
        const goal = orderedPosition(board, cell);
        const { depths, histogram } = plainMapSearch(mapOf(board), goal, 'multi');
        const exploration = await exploreBoard({ board, goal, metric: 'multi', threads: 2 });
        expect(exploration.histogram).toEqual(histogram);
        if (exploration.table === null) throw new Error('no table was made');
        const table = walkerOf(exploration.table);
        const step = depths.length > 50_000 ? 7 : 1;
        for (let rank = 0; rank < depths.length; rank += step) {
          const position = plainUnrank(board.cells, rank);
          const depth = depths[rank] < 0 ? null : depths[rank];
          if (table.distance(position) !== depth)
            expect([position, table.distance(position)]).toEqual([position, depth]);
        }
        expect(depths[plainRank(goal)]).toBe(0);
      }
    },
  );

  test('every map that can be numbered has lanes, which contain each of its cells once', () => {
    const row = fc.string({ unit: fc.constantFrom('.', '.', '#'), minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        let board: ReturnType<typeof parseBoard>;
        try {
          board = parseBoard(rows.join('/'));
        } catch (error) {
          if (error instanceof InputError) return;
          throw error;
        }
        const geometry = geometryOf(board);
        const { lanes } = linesOf(geometry);
        expect(lanes.flat()).toEqual(geometry.path);
      }),
    );
  });
});
