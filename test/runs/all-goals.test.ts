import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { exploreAllGoals } from '#src/runs/all-goals.js';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { BLANK, orderedPosition } from '#src/spaces/board/position.js';
import type { TableContents } from '#src/table/contents.js';
import { exploreBoard } from '../board-exploration.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainUnrank } from '../plain-search.js';
import { published } from '../spaces/puzzles/space-checks.js';
import { FULL, rows } from '../suite.js';

/** Returns the statistics of every pair of connected positions, by a plain search from each of them. */
function allPairs(name: string) {
  const board = parseBoard(name);
  const { cells } = board;
  const map = mapOf(board);
  const { depths } = plainMapSearch(map, orderedPosition(board));
  const histogram: number[] = [];
  const ofCell = new Map<number, readonly number[]>();
  for (const [rank, depth] of depths.entries()) {
    if (depth < 0) continue;
    const goal = plainUnrank(cells, rank);
    const found = plainMapSearch(map, goal).histogram;
    const cell = goal.indexOf(BLANK);
    // All goals with the same blank cell have the same distribution, for any order of tiles.
    expect(found).toEqual(ofCell.get(cell) ?? found);
    ofCell.set(cell, found);
    for (const [distance, count] of found.entries()) histogram[distance] = (histogram[distance] ?? 0) + count;
  }
  const pairs = histogram.reduce((sum, count) => sum + count, 0);
  const mean = histogram.reduce((sum, count, distance) => sum + distance * count, 0) / pairs;
  return { ofCell, pairs, mean, diameter: histogram.length - 1, diameterPairCount: histogram.at(-1) };
}

function wordsOf(cells: number, { bytes }: TableContents): Buffer {
  return Buffer.concat(Array.from({ length: cells }, (_, cell) => [...bytes(cell)]).flat());
}

describe('all goals', () => {
  const BOARDS = ['2x2', '2x3', '3x2', '1x2', '1x4', '5x1', '../.#', '..#/.../#..', '.../.#./...', '..#./....'];
  test.each(rows(BOARDS, [0, 3, 5, 6, 8]))(
    'of %s: all pairs of positions, one by one, have the same diameter and mean',
    async (name) => {
      const { goals, diameter, diameterPairCount, mean } = await exploreAllGoals({ board: name, threads: 2 });
      const brute = allPairs(name);
      expect({ diameter, diameterPairCount }).toEqual({
        diameter: brute.diameter,
        diameterPairCount: brute.diameterPairCount,
      });
      expect(mean).toBeCloseTo(brute.mean, 12);
      for (const { blankCells, histogram } of goals) {
        for (const cell of blankCells) expect(histogram).toEqual(brute.ofCell.get(cell));
      }
      expect(goals.flatMap(({ blankCells }) => blankCells).sort((a, b) => a - b)).toEqual(
        [...brute.ofCell.keys()].sort((a, b) => a - b),
      );
      expect(goals.reduce((sum, { goalCount }) => sum + goalCount, 0) ** 2).toBe(brute.pairs);
    },
  );

  test('of 3x3 have the published distributions of corner, edge and centre', async () => {
    const { goals, diameter, diameterPairCount, mean } = await exploreAllGoals({ board: '3x3', threads: 2 });
    const histogramOf = (blank: string) =>
      published.find(({ space, metric, goalBlank }) => space === '3x3' && metric === 'single' && goalBlank === blank)
        ?.histogram;
    expect(goals).toMatchObject([
      {
        blankCells: [0, 2, 6, 8],
        starts: ['1 2 3 4 5 6 7 8 x'],
        goalCount: 80640,
        histogram: histogramOf('corner'),
      },
      { blankCells: [1, 3, 5, 7], starts: ['1 2 3 4 5 6 7 x 8'], goalCount: 80640, histogram: histogramOf('edge') },
      { blankCells: [4], starts: ['1 2 3 4 x 5 6 7 8'], goalCount: 20160, histogram: histogramOf('centre') },
    ]);
    expect(goals.map(({ maxDepth }) => maxDepth)).toEqual([31, 31, 30]);
    expect(diameter).toBe(31);
    expect(diameterPairCount).toBe(2 * 80640 * 2);
    expect(mean).toBeCloseTo((4 * 21.972399 + 4 * 21.738327 + 21.5028) / 9, 5);
  });

  test.runIf(FULL)('of 3x4 form four classes, and those of 2x6 three', async () => {
    const cellsOf = async (board: string) =>
      (await exploreAllGoals({ board, table: false })).goals.map(({ blankCells }) => blankCells.join(' '));
    expect(await cellsOf('3x4')).toEqual(['0 3 8 11', '1 2 9 10', '4 7', '5 6']);
    expect(await cellsOf('2x6')).toEqual(['0 5 6 11', '1 4 7 10', '2 3 8 9']);
  });

  test.each(['2x2', '3x3', '2x5', '1x6'])('of %s match separate explorations of each', async (board) => {
    const seen: number[] = [];
    const { goals } = await exploreAllGoals({
      board,
      threads: 2,
      antipodes: 3,
      onExploration: async (exploration) => {
        const alone = await exploreBoard({ board, goal: exploration.starts[0], threads: 2, antipodes: 3 });
        const { seconds, statesPerSecond, table, ...same } = alone;
        const { table: held, ...found } = exploration;
        expect(found).toMatchObject(same);
        if (table === null || held === null) throw new Error('no table');
        expect(held.facts).toEqual(table.facts);
        const { cells } = parseBoard(board);
        expect(wordsOf(cells, held).equals(wordsOf(cells, table))).toBe(true);
        seen.push(exploration.starts[0].split(' ').indexOf('x'));
      },
    });
    expect(seen).toEqual(goals.map(({ starts }) => starts[0].split(' ').indexOf('x')));
    expect(seen).toEqual(goals.map(({ blankCells }) => blankCells.at(-1)));
    expect(goals.some((exploration) => 'table' in exploration)).toBe(false);
  });

  test('report the events of each in turn', async () => {
    const events: ExploreEvent[] = [];
    const { goals, seconds } = await exploreAllGoals({
      board: '2x4',
      threads: 2,
      onEvent: (event) => events.push(event),
    });
    expect(events.map(({ type }) => type)).toEqual(
      goals.flatMap(({ histogram }) => ['start', ...histogram.map(() => 'layer')]),
    );
    expect(seconds).toBeCloseTo(
      goals.reduce((sum, goal) => sum + goal.seconds, 0),
      9,
    );
  });

  test('end on abort, and if the listener rejects an exploration', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    let explorations = 0;
    const told = exploreAllGoals({
      board: '3x3',
      threads: 2,
      signal: controller.signal,
      onExploration: () => {
        explorations++;
        controller.abort(reason);
      },
    });
    await expect(told).rejects.toBe(reason);
    const broken = exploreAllGoals({
      board: '3x3',
      threads: 2,
      onExploration: async () => {
        explorations++;
        throw reason;
      },
    });
    await expect(broken).rejects.toBe(reason);
    expect(explorations).toBe(2);
  });

  test.each([
    [{ board: '3x3', threads: 0 }, 'threads must be a whole number from 1 to 256, found 0'],
    [{ board: '3x3', antipodes: -1 }, "antipodes must be 'all' or a whole number from 0 to 1000000, found -1"],
    [{ board: 'x' }, "a board is written ROWSxCOLUMNS, such as 3x4; found 'x'"],
  ])('refuse wrong options: %j', async (options, message) => {
    await expect(exploreAllGoals(options)).rejects.toThrow(new InputError(message));
  });
});
