import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { linesOf } from '#src/engines/boards/moves.js';
import { METRICS, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { reachOf } from '#src/spaces/board/reachability.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainUnrank } from '../plain-search.js';
import { randomMap } from '../random-maps.js';
import { count } from '../suite.js';

describe('maps', () => {
  test('are explored as a plain search explores them, in both metrics', async () => {
    await fc.assert(
      fc.asyncProperty(randomMap(2, 7), fc.nat(99), fc.constantFrom(...METRICS), async (rows, choice, metric) => {
        const board = parseMap(rows.join('\n'));
        const goal = orderedPosition(board, choice % board.cells);
        const exploration = await exploreBoard({ board, goal, metric, threads: 1 });
        const { histogram, depths } = plainMapSearch(rows, goal, metric);
        expect(exploration.histogram).toEqual(histogram);
        expect(exploration.states).toBe(reachOf(board).states);
        expect(exploration.notReached).toBe(geometryOf(board).states - exploration.states);
        if (exploration.table === null) throw new Error('no table');
        const table = walkerOf(exploration.table);
        for (const [rank, depth] of depths.entries()) {
          const start = plainUnrank(board.cells, rank);
          // In the metric single, a path of the table reaches the goal after as many moves.
          const found = metric === 'single' ? table.solve(start)?.length : table.distance(start);
          if ((found ?? -1) !== depth) expect({ start, found }).toEqual({ start, found: depth });
        }
      }),
      { numRuns: count(16, 60) },
    );
  });

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
