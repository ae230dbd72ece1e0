import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { InputError } from '#src/base/text.js';
import { HEURISTICS, type HeuristicName, heuristicFor } from '#src/search/question/heuristics.js';
import { type Board, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { type Analysis, QUANTILES } from '#src/study/analysis.js';
import { TableError } from '#src/table/files/contents.js';
import type { BoardTableClaims } from '#src/table/files/header.js';
import { exploreBoard } from '../../board-exploration.js';
import { mean, type PlainState, plainStates, tally } from '../../plain-analysis.js';
import { FULL, rows } from '../../suite.js';
import { analyseBoard } from '../board-table.js';

const published: { space: string; metric: string; goalBlank: string; histogram: number[] }[] = JSON.parse(
  readFileSync(new URL('../../reference/distributions.json', import.meta.url), 'utf8'),
);

function histogramOf(name: string): readonly number[] {
  const found = published.find(({ space, metric }) => space === name && metric === 'single');
  if (found === undefined) throw new Error(`nothing is published of ${name}`);
  return found.histogram;
}

/** Returns a space as a table describes it. */
async function spaceOf(name: string, goalCell?: number): Promise<BoardTableClaims> {
  const board = parseBoard(name);
  const cell = goalCell ?? board.cells - 1;
  const { histogram } = await exploreBoard({ board, goal: orderedPosition(board, cell), table: false });
  return { board, goalCell: cell, metric: 'single', histogram };
}

describe.each(
  rows(
    [
      ['2x2', 3],
      ['2x2', 0],
      ['2x3', 5],
      ['2x3', 1],
      ['3x2', 5],
      ['2x4', 7],
      ['3x3', 8],
      ['3x3', 7],
      ['3x3', 4],
      ['1x5', 4],
      ['1x5', 2],
      ['5x1', 4],
      ['1x2', 1],
      ['#.#/.../...', 6],
      ['#.#./..../..#.', 0],
      ['../.#', 2],
      ['.../.#./...', 3],
    ] as const,
    [3, 10, 12, 13, 16],
  ),
)('the analysis of %s, the goal’s blank on cell %i, says what the plain search finds', (name, goalCell) => {
  const board = parseBoard(name);
  const goal = orderedPosition(board, goalCell);
  const antipodes: string[] = [];
  let layers: PlainState[][];
  let analysis: Analysis;

  beforeAll(async () => {
    layers = plainStates(mapOf(board), goal);
    const histogram = layers.map((layer) => layer.length);
    analysis = await analyseBoard(
      { board, goalCell, metric: 'single', histogram },
      { threads: 2, onAntipode: (text) => void antipodes.push(text) },
    );
  });

  test('of the distribution', () => {
    const distances = layers.flat().map(({ distance }) => distance);
    expect(analysis).toMatchObject({
      board: { board, goal, metric: 'single' },
      starts: [formatPosition(goal)],
      states: distances.length,
      maxDepth: layers.length - 1,
      threads: Math.min(2, Math.ceil(board.cells / 2)),
    });
    expect(analysis.histogram).toEqual(tally(distances));
    expect(analysis.mean).toBeCloseTo(mean(distances), 10);
    const average = mean(distances);
    expect(analysis.variance).toBeCloseTo(mean(distances.map((distance) => (distance - average) ** 2)), 9);
    for (const { share, depth } of analysis.quantiles) {
      expect(depth).toBe(distances[Math.ceil((Math.round(share * 100) * distances.length) / 100) - 1]);
    }
    expect(analysis.quantiles.map(({ share }) => share)).toEqual(QUANTILES);
  });

  test('of neighbours at every depth', () => {
    expect(analysis.depths).toHaveLength(layers.length);
    for (const [depth, layer] of layers.entries()) {
      const found = analysis.depths[depth];
      expect(found).toMatchObject({
        depth,
        states: layer.length,
        localMaxima: layer.filter(({ neighbours, nearer }) => nearer === neighbours).length,
        growth: depth === 0 ? null : layer.length / layers[depth - 1].length,
      });
      expect(found.meanDegree).toBeCloseTo(mean(layer.map(({ neighbours }) => neighbours)), 10);
      expect(found.meanNearer).toBeCloseTo(mean(layer.map(({ nearer }) => nearer)), 10);
      expect(found.meanFurther).toBeCloseTo(mean(layer.map(({ neighbours, nearer }) => neighbours - nearer)), 10);
    }
    const states = layers.flat();
    expect(analysis.localMaxima).toBe(states.filter(({ neighbours, nearer }) => nearer === neighbours).length);
    expect(analysis.meanDegree).toBeCloseTo(mean(states.map(({ neighbours }) => neighbours)), 10);
  });

  test('of shortest solutions', () => {
    for (const [depth, layer] of layers.entries()) {
      const counts = layer.map(({ shortestSolutions }) => shortestSolutions);
      const found = analysis.depths[depth].shortestSolutions;
      expect(found?.maximum).toBe(counts.reduce((most, count) => Math.max(most, count), 0));
      expect(found?.mean).toBeCloseTo(mean(counts), 9);
    }
    const all = layers.flat().map(({ shortestSolutions }) => shortestSolutions);
    expect(analysis.shortestSolutions?.maximum).toBe(all.reduce((most, count) => Math.max(most, count), 0));
    expect(analysis.shortestSolutions?.mean).toBeCloseTo(mean(all), 9);
  });

  test('of the antipodes, all of them', () => {
    const expected = (layers.at(-1) ?? []).map(({ position }) => formatPosition(position));
    expect(antipodes.sort()).toEqual(expected.sort());
  });

  test.each(HEURISTICS)('of %s', (heuristic) => {
    const estimate = plainEstimate(heuristic, board, goal);
    const found = analysis.heuristics.find((one) => one.heuristic === heuristic);
    const states = layers.flat();
    expect(found?.mean).toBeCloseTo(mean(states.map(estimate)), 10);
    const others = states.filter(({ distance }) => distance > 0);
    expect(found?.meanRatio).toBeCloseTo(mean(others.map((state) => estimate(state) / state.distance)), 10);
    for (const [depth, layer] of layers.entries()) {
      const ofDepth = found?.byDepth[depth];
      expect(ofDepth?.errors).toEqual(tally(layer.map((state) => depth - estimate(state))));
      expect(ofDepth?.mean).toBeCloseTo(mean(layer.map(estimate)), 10);
    }
  });
});

/** Returns a plain form of a heuristic. Linear conflict has its own tests, so it is called for each position. */
function plainEstimate(name: HeuristicName, board: Board, goal: Position): (state: PlainState) => number {
  if (name === 'misplaced') return ({ misplaced }) => misplaced;
  if (name === 'manhattan') return ({ manhattan }) => manhattan;
  const heuristic = heuristicFor(name, board, goal);
  return ({ position }) => heuristic.estimate(position);
}

describe('known figures', () => {
  test('of 3x3: local maxima, degrees, shortest solutions, means', async () => {
    const antipodes: string[] = [];
    const analysis = await analyseBoard(
      { board: parseBoard('3x3'), goalCell: 8, metric: 'single', histogram: histogramOf('3x3') },
      { threads: 2, onAntipode: (text) => void antipodes.push(text) },
    );
    expect(analysis.notReached).toBe(0);
    expect(analysis.localMaxima).toBe(25_077);
    expect(analysis.meanDegree).toBeCloseTo(8 / 3, 12);
    expect(analysis.mean).toBeCloseTo(21.9724, 4);
    expect(analysis.depths[31].shortestSolutions).toEqual({ mean: 40, maximum: 40 });
    expect(analysis.depths[30].shortestSolutions?.maximum).toBe(64);
    expect(analysis.heuristics[1]).toMatchObject({ heuristic: 'manhattan', mean: 14 });
    expect(antipodes).toEqual(
      ['8 6 7 2 5 4 3 x 1', '6 4 7 8 5 x 3 2 1'].sort((a, b) => a.indexOf('x') - b.indexOf('x')),
    );
  });

  test('of a ring of 8 cells: moves reach 7 of the 7!/2 numbered arrangements for each cell of the blank', async () => {
    const { states, notReached } = await analyseBoard(await spaceOf('.../.#./...', 7), { threads: 2 });
    expect({ states, notReached }).toEqual({ states: 8 * 7, notReached: 8 * (2520 - 7) });
  });

  test.runIf(FULL).each([
    ['2x5', 10, 232],
    ['3x4', 12, undefined],
  ])(
    'of %s: edges have the same counts from both ends, and the mean Manhattan distance follows from the cells',
    async (name, cells, mostSolutions) => {
      const board = parseBoard(name);
      const histogram = histogramOf(name);
      const analysis = await analyseBoard({ board, goalCell: cells - 1, metric: 'single', histogram }, { threads: 2 });
      const { depths, states } = analysis;
      const sum = (numbers: readonly number[]) => numbers.reduce((so, number) => so + number, 0);
      for (const [depth, { meanFurther }] of depths.entries()) {
        const nearerNext = depth === depths.length - 1 ? 0 : depths[depth + 1].meanNearer * histogram[depth + 1];
        expect(Math.round(meanFurther * histogram[depth])).toBe(Math.round(nearerNext));
      }
      // The blank is on each cell in equally many states, and a board of r rows and c columns has 2rc - r - c pairs of neighbours.
      const pairs = 2 * cells - board.rows - board.columns;
      expect(analysis.meanDegree).toBeCloseTo((2 * pairs) / cells, 10);
      expect(sum(depths.map(({ meanNearer }, depth) => meanNearer * histogram[depth]))).toBeCloseTo(
        (states * pairs) / cells,
        0,
      );
      expect(sum(depths.map(({ localMaxima }) => localMaxima))).toBe(analysis.localMaxima);
      expect(depths.at(-1)?.localMaxima).toBe(histogram.at(-1));
      const [misplaced, manhattan, linearConflict] = analysis.heuristics;
      // A tile is on each cell equally often.
      expect(misplaced.mean).toBeCloseTo(((cells - 1) * (cells - 1)) / cells, 8);
      expect(manhattan.mean).toBeCloseTo(meanManhattan(board), 8);
      expect(linearConflict.mean).toBeGreaterThan(manhattan.mean);
      for (const { byDepth } of analysis.heuristics) {
        expect(byDepth.map(({ errors }) => sum(errors))).toEqual(histogram);
      }
      expect(analysis.shortestSolutions?.maximum).toBe(mostSolutions);
    },
  );
});

/** Returns the mean Manhattan distance of all tiles except the blank, if all cells are equally likely. */
function meanManhattan({ columns, cells }: Board): number {
  let sum = 0;
  for (let home = 0; home < cells - 1; home++) {
    for (let cell = 0; cell < cells; cell++) {
      const rows = Math.abs(Math.floor(home / columns) - Math.floor(cell / columns));
      sum += (rows + Math.abs((home % columns) - (cell % columns))) / cells;
    }
  }
  return sum;
}

describe('an analysis', () => {
  test.each(rows(['2x2', '3x3', '2x5', '1x5'], [0, 3]))('of %s is the same with 1 thread and with 3', async (name) => {
    const space = await spaceOf(name);
    const [one, three] = await Promise.all(
      [1, 3].map(async (threads) => {
        const antipodes: string[] = [];
        const { seconds, ...analysis } = await analyseBoard(space, {
          threads,
          onAntipode: (at) => void antipodes.push(at),
        });
        expect(seconds).toBeGreaterThan(0);
        return { ...analysis, threads: 0, antipodes };
      }),
    );
    expect(three).toEqual(one);
  });

  test('of a line has one state per depth, and every estimate equals the distance', async () => {
    const { heuristics, shortestSolutions, localMaxima } = await analyseBoard(await spaceOf('9x1'), { threads: 2 });
    expect({ localMaxima, shortestSolutions }).toEqual({ localMaxima: 1, shortestSolutions: { mean: 1, maximum: 1 } });
    for (const { meanRatio } of heuristics) expect(meanRatio).toBe(1);
  });

  test('reports the number of processed states after each layer', async () => {
    const space = await spaceOf('2x3');
    const seen: number[] = [];
    await analyseBoard(space, {
      threads: 2,
      onProgress: (now, states) => {
        seen.push(now);
        expect(states).toBe(360);
      },
    });
    let sum = 0;
    expect(seen).toEqual(space.histogram.map((count) => (sum += count)));
  });

  test.each([
    [
      'has a wrong count',
      (right: readonly number[]) => right.with(20, 5).with(21, 2),
      'has 5 states at distance 20, and there are 6',
    ],
    [
      'ends too early',
      (right: readonly number[]) => right.slice(0, -1).with(20, right[20] + right[21]),
      'has 7 states at distance 20, and there are 6',
    ],
    [
      'ends too late',
      (right: readonly number[]) => [...right.with(20, 5), 1],
      'has 5 states at distance 20, and there are 6',
    ],
  ])('is refused if the histogram of the table %s', async (_, damage, what) => {
    const { board, goalCell, histogram } = await spaceOf('2x3');
    const damaged = { board, goalCell, metric: 'single', histogram: damage(histogram) } as const;
    await expect(analyseBoard(damaged, { threads: 2 })).rejects.toThrow(
      new TableError(`the table's header is wrong: it ${what}; make the table again`),
    );
  });

  test.each([0, 257, 1.5, Number.NaN])('is refused with %d threads', async (threads) => {
    await expect(analyseBoard(await spaceOf('2x2'), { threads })).rejects.toThrow(
      new InputError(`threads must be a whole number from 1 to 256, found ${threads}`),
    );
  });

  test('is refused if it does not fit into memory', async () => {
    const analysing = analyseBoard(
      { board: parseBoard('4x4'), goalCell: 15, metric: 'single', histogram: histogramOf('4x4') },
      { threads: 2 },
    );
    await expect(analysing).rejects.toThrow(
      /^4x4 needs 2\.79 TB of memory for its bitsets and counts and about .*, but only /,
    );
    await expect(analysing).rejects.toBeInstanceOf(MemoryError);
  });

  test('ends when its signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const space = await spaceOf('2x4');
    let layers = 0;
    const analysing = analyseBoard(space, {
      threads: 2,
      signal: controller.signal,
      onProgress: () => {
        if (++layers === 10) controller.abort(reason);
      },
    });
    await expect(analysing).rejects.toBe(reason);
    expect(layers).toBe(10);
    await expect(analyseBoard(space, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test.each(rows(['exit', 'throw'], [0]))('has no result if a worker dies: %s', (dying) => {
    const program = `
      (async () => {
        const { analyse } = await import('#src/study/analysis.js');
        const { parseBoard } = await import('#src/spaces/board/board.js');
        const { boardClaims } = await import('#src/table/files/header.js');
        const { Table } = await import('#src/table/table.js');
        const histogram = ${JSON.stringify(histogramOf('2x5'))};
        const claims = boardClaims(parseBoard('2x5'), 9, 'single', histogram);
        return analyse(await Table.of({ ...claims, bytes: () => [] }), { threads: 2 });
      })().then(() => console.log('a result'), (error) => console.log(error.name, error.message));
    `;
    const fixture = fileURLToPath(new URL('../../fixtures/dying-worker.cjs', import.meta.url));
    const { stdout, status } = spawnSync(process.execPath, ['--require', fixture, '--eval', program], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { ...process.env, DYING: dying },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stdout).toMatch(/^WorkerError a worker thread failed in the middle of a layer, so there is no result: /);
    expect(status).toBe(0);
  });
});
