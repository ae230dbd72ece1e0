import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { linesOf, sweepStepsOf } from '#src/engines/boards/moves.js';
import { exploreAllGoals } from '#src/runs/all-goals.js';
import { explore } from '#src/runs/explore.js';
import { requirementsOf } from '#src/runs/requirements.js';
import { makeBoard, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { replayLayers, samplePositions } from '#src/study/repeated-layers.js';
import { type BoardOptions, exploreBoard } from '../../board-exploration.js';
import { walkerOf } from '../../board-walkers.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank } from '../../plain-search.js';
import { count, rows } from '../../suite.js';

const exploreMulti = (options: Omit<BoardOptions, 'metric'>) => exploreBoard({ ...options, metric: 'multi' });

/** Calls a function with each arrangement of the tiles and the blank. */
function forEachPosition(tiles: readonly number[], visit: (position: number[]) => void, position: number[] = []): void {
  if (tiles.length === 0) visit(position);
  for (const tile of tiles) {
    const others = tiles.filter((other) => other !== tile);
    forEachPosition(others, visit, [...position, tile]);
  }
}

describe('the plain search agrees', () => {
  const boards = [
    ['2x2', [0, 3]],
    ['2x3', [0, 1, 5]],
    ['3x2', [2, 3]],
    ['2x4', [1, 2, 7]],
    ['4x2', [5]],
    ['3x3', [1, 4, 8]],
    ['1x2', [0]],
    ['1x7', [0, 3]],
    ['6x1', [2]],
    ['..#/.../#..', [0, 2, 3]],
    ['..../.#.#/....', [4]],
    ['.../.#./...', [0, 1, 3]],
    ['.#./.../.#.', [3]],
  ] as const;

  test.each(rows(boards, [1, 9]))('on %s, with the goal’s blank on cells %j', async (name, cells) => {
    const board = parseBoard(name);
    for (const cell of cells) {
      const goal = orderedPosition(board, cell);
      const options = { board, goal, threads: 2, antipodes: 10_000 };
      const { histogram, antipodes, antipodeCount, table } = await exploreMulti(options);
      const plain = plainMapSearch(mapOf(board), goal, 'multi');
      expect(histogram).toEqual(plain.histogram);
      expect(antipodes).toHaveLength(Math.min(antipodeCount, 10_000));
      for (const antipode of antipodes) {
        expect(plain.depths[plainRank(parsePosition(antipode, board))]).toBe(histogram.length - 1);
      }
      if (board.cells > 9 || table === null) continue;
      const distances = walkerOf(table);
      const wrong: string[] = [];
      forEachPosition([...goal].sort(), (position) => {
        const depth = plain.depths[plainRank(position)];
        if (distances.distance(position) !== (depth < 0 ? null : depth)) wrong.push(`${position}: ${depth}`);
      });
      expect(wrong).toEqual([]);
    }
  });
});

describe('an exploration with moves of several tiles', () => {
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
      { numRuns: count(20, 100) },
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
      { numRuns: count(20, 100) },
    );
  });
});
