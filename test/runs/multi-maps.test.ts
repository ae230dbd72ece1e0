import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { linesOf } from '#src/engines/boards/moves.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainRank, plainUnrank } from '../plain-search.js';
import { rows } from '../suite.js';

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
  test.each(rows(MAPS, [0, 1, 2, 3, 4, 5, 6, 7]))(
    'reach on %s the same states as the plain search, at the same distances',
    async (name) => {
      const board = parseBoard(name);
      for (const cell of [0, Math.floor(board.cells / 2), board.cells - 1]) {
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
