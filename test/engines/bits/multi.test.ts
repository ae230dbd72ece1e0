import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { linesOf, sweepStepsOf } from '#src/engines/boards/moves.js';
import { exploreAllGoals } from '#src/runs/all-goals.js';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { explore } from '#src/runs/explore.js';
import { requirementsOf } from '#src/runs/requirements.js';
import { makeBoard, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { replayLayers, samplePositions } from '#src/study/repeated-layers.js';
import { type BoardOptions, exploreBoard, tablePieces } from '../../board-exploration.js';
import { walkerOf } from '../../board-walkers.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank } from '../../plain-search.js';
import { published } from '../../spaces/puzzles/space-checks.js';
import { count, rows } from '../../suite.js';

const ofMetric = published.filter(({ metric }) => metric === 'multi');

const exploreMulti = (options: Omit<BoardOptions, 'metric'>) => exploreBoard({ ...options, metric: 'multi' });

function digest(exploration: Exploration): string {
  const hash = createHash('sha256');
  for (const piece of tablePieces(exploration)) hash.update(piece);
  return hash.digest('hex');
}

describe('published distributions for moves of one or more tiles', () => {
  test('exist for 2x2 to 2x5, 3x3 and 3x4', () => {
    expect(ofMetric.map(({ space }) => space)).toEqual(['2x2', '2x3', '2x4', '2x5', '3x3', '3x4']);
  });

  test.each(ofMetric.filter(({ states }) => states < count(1e6, 1e9)))(
    '$space ($source)',
    async ({ space, states, histogram, maxDepth }) => {
      const exploration = await exploreMulti({ board: space, threads: 2 });
      expect(exploration.histogram).toEqual(histogram);
      expect(exploration).toMatchObject({ metric: 'multi', states, maxDepth });
    },
  );

  test.each(ofMetric.filter(({ states }) => states < 1e6))('$space, turned', async ({ space, histogram }) => {
    const [rows, columns] = space.split('x').map(Number);
    const { histogram: found } = await exploreMulti({ board: makeBoard(columns, rows), threads: 2 });
    expect(found).toEqual(histogram);
  });
});

describe('the plain search agrees', () => {
  const boards = [
    ['2x2', [0, 3]],
    ['2x3', [0, 1, 5]],
    ['3x2', [2, 3]],
    ['2x4', [1, 2, 7]],
    ['4x2', [5]],
    ['3x3', [1, 4]],
    ['1x2', [0]],
    ['1x7', [0, 3]],
    ['6x1', [2]],
    ['..#/.../#..', [0, 3]],
    ['..../.#.#/....', [4]],
    ['.../.#./...', [0, 3]],
    ['.#./.../.#.', [3]],
  ] as const;

  test.each(rows(boards, [0, 1, 2, 3, 6, 7, 8, 9, 11, 12]))(
    'on %s, with the goal’s blank on cells %j',
    async (name, cells) => {
      const board = parseBoard(name);
      for (const cell of cells) {
        const goal = orderedPosition(board, cell);
        const { histogram, antipodes, antipodeCount } = await exploreMulti({
          board,
          goal,
          threads: 2,
          antipodes: 10_000,
        });
        const plain = plainMapSearch(mapOf(board), goal, 'multi');
        expect(histogram).toEqual(plain.histogram);
        expect(antipodes).toHaveLength(Math.min(antipodeCount, 10_000));
        for (const antipode of antipodes)
          expect(plain.depths[plainRank(parsePosition(antipode, board))]).toBe(histogram.length - 1);
      }
    },
  );

  test.each(
    rows(
      [
        ['2x3', 1],
        ['3x3', 8],
        ['3x3', 4],
        ['2x4', 2],
        ['1x5', 2],
        ['..#/.../#..', 2],
        ['.../.#./...', 1],
      ],
      [0, 3, 4, 5, 6],
    ),
  )('on the distance of every position of %s with the goal’s blank on cell %i', async (name, cell) => {
    const board = parseBoard(name);
    const goal = orderedPosition(board, cell);
    const { table } = await exploreMulti({ board, goal, threads: 2 });
    if (table === null) throw new Error('no table was made');
    const distances = walkerOf(table);
    const { depths } = plainMapSearch(mapOf(board), goal, 'multi');
    let states = 0;
    const check = (position: number[], left: number[]) => {
      if (left.length === 0) {
        const depth = depths[plainRank(position)];
        if (distances.distance(position) !== (depth < 0 ? null : depth)) {
          expect(`${position}: ${distances.distance(position)}`).toBe(`${position}: ${depth}`);
        }
        states++;
      }
      for (const tile of left)
        check(
          [...position, tile],
          left.filter((other) => other !== tile),
        );
    };
    check(
      [],
      [...goal].sort((a, b) => a - b),
    );
    expect(states).toBe(depths.length);
  });
});

describe('an exploration with moves of several tiles', () => {
  test.each(rows(['2x2', '3x3', '2x5', '3x4'], [1]))(
    'of %s gives the same bits with 1 thread and with several',
    async (board) => {
      const one = await exploreMulti({ board, threads: 1 });
      const several = await exploreMulti({ board, threads: 3 });
      expect(several.histogram).toEqual(one.histogram);
      expect(several.antipodes).toEqual(one.antipodes);
      expect(digest(several)).toBe(digest(one));
    },
  );

  test('of a line has every other state one move from the goal', async () => {
    expect((await exploreMulti({ board: '1x9', threads: 1 })).histogram).toEqual([1, 8]);
    expect((await exploreMulti({ board: '30x1', threads: 2 })).histogram).toEqual([1, 29]);
  });

  test('takes four bits a state, with and without a table', async () => {
    const board = parseBoard('2x5');
    const { bytes, table } = await exploreMulti({ board, table: false });
    expect(table).toBeNull();
    expect(bytes).toBe(requirementsOf({ board: { board, metric: 'multi' } }, { table: false }).bytes);
    expect(bytes).toBe(requirementsOf({ board: { board, metric: 'multi' } }).bytes);
    expect(bytes).toBe(2 * requirementsOf({ board: { board, metric: 'single' } }).bytes);
  });

  test('lists antipodes in the names of its goal, sorted', async () => {
    const { antipodes } = await exploreMulti({ board: '2x2', goal: '3 2 1 x' });
    const { depths } = plainMapSearch(mapOf(makeBoard(2, 2)), [3, 2, 1, 0], 'multi');
    expect(antipodes).toEqual([...antipodes].sort());
    for (const antipode of antipodes) {
      expect(depths[plainRank(parsePosition(antipode, makeBoard(2, 2)))]).toBe(6);
    }
  });

  test('of all goals takes the memory of one, and finds what each alone finds', async () => {
    const { metric, goals, diameter } = await exploreAllGoals({ board: '3x3', metric: 'multi', threads: 2 });
    expect(metric).toBe('multi');
    expect(goals.map(({ blankCells }) => blankCells.at(-1))).toEqual([8, 7, 4]);
    for (const { starts, histogram } of goals) {
      const goal = parsePosition(starts[0], makeBoard(3, 3));
      expect(histogram).toEqual(plainMapSearch(mapOf(makeBoard(3, 3)), goal, 'multi').histogram);
    }
    expect(diameter).toBe(Math.max(...goals.map(({ maxDepth }) => maxDepth)));
  });

  test('is refused for a metric that is none', async () => {
    const exploring = explore({ space: '2x2', metric: 'double' });
    await expect(exploring).rejects.toThrow("the metric must be one of single, multi; found 'double'");
    await expect(exploring).rejects.toBeInstanceOf(InputError);
  });
});

test('a replay gives each layer’s states once, on all cells', async () => {
  const board = parseBoard('2x4');
  const { histogram } = await exploreMulti({ board });
  const seen = new Set<string>();
  const observers = { file: 'advance-layers.cjs', request: { most: 0 } };
  for await (const layer of replayLayers({ board, goalCell: 7, metric: 'multi', histogram, threads: 2 }, observers)) {
    let states = 0;
    expect(layer.cells).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const cell of layer.cells) {
      for (const { firstWord, halves } of layer.runs(cell)) {
        for (let bit = 0; bit < halves.length * 32; bit++) {
          if (((halves[bit >> 5] >>> (bit & 31)) & 1) === 0) continue;
          states++;
          seen.add(`${cell} ${64 * firstWord + bit}`);
        }
      }
    }
    expect(states).toBe(histogram[layer.depth]);
  }
  expect(seen.size).toBe(20_160);
});

test('samples have the depths that they are from', async () => {
  const board = parseBoard('2x4');
  const goal = orderedPosition(board);
  const { histogram } = await exploreMulti({ board, threads: 2 });
  const { depths } = plainMapSearch(mapOf(makeBoard(2, 4)), goal, 'multi');
  const samples = await samplePositions(board, goal, histogram, 3, { metric: 'multi', threads: 2 });
  const expected = histogram.flatMap((states, depth) => new Array(Math.min(states, 3)).fill(depth));
  expect(samples.map((position) => depths[plainRank(position)])).toEqual(expected);
});

describe('the lines of a board', () => {
  const side = fc.integer({ min: 1, max: 5 });
  const boards = fc.tuple(side, side).filter(([rows, columns]) => rows * columns >= 2 && rows * columns <= 15);

  test('hold every cell once in a lane, and all other neighbours in lines across', () => {
    fc.assert(
      fc.property(boards, ([rows, columns]) => {
        const geometry = geometryOf(makeBoard(rows, columns));
        const { lanes, across } = linesOf(geometry);
        expect(lanes.flat()).toEqual(geometry.path);
        const edges = [...lanes, ...across].reduce((sum, line) => sum + line.length - 1, 0);
        expect(edges).toBe(rows * (columns - 1) + columns * (rows - 1));
      }),
    );
  });

  test('are swept both ways, a cell after the one before', () => {
    fc.assert(
      fc.property(boards, ([rows, columns]) => {
        const lines = linesOf(geometryOf(makeBoard(rows, columns)));
        const swept = new Set<string>();
        for (const steps of sweepStepsOf(lines)) {
          const before = new Set(swept);
          for (const { sweep, source, target } of steps) {
            const isFirst = lines.across.some((line) => line.at(sweep === 0 ? 0 : -1) === source);
            expect(isFirst || before.has(`${sweep} ${source}`)).toBe(true);
            swept.add(`${sweep} ${target}`);
          }
        }
        expect(swept.size).toBe(2 * lines.across.reduce((sum, line) => sum + line.length - 1, 0));
      }),
    );
  });
});
