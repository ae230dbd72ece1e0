import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Board, neighbours, parseMap } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { reachOf } from '#src/spaces/board/reachability.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { plainMapSearch, plainMove } from '../plain-map-search.js';
import { plainRank, plainUnrank } from '../plain-search.js';
import { randomMap } from '../random-maps.js';

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
      { numRuns: 40 },
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
