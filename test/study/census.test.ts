/** Analyses of tables of every kind, compared with a plain search of all states. */

import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { InputError } from '#src/base/text.js';
import { heuristicFor } from '#src/search/question/heuristics.js';
import { SpaceError } from '#src/space/definition.js';
import type { SpaceSource } from '#src/space/space.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import {
  type Analysis,
  analyse,
  bytesToAnalyse,
  type DepthAnalysis,
  depthRanges,
  hasLevel,
  meanLevel,
  QUANTILES,
} from '#src/study/analysis.js';
import { TableError } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable } from '../pattern-table.js';
import { mean, type PlainState, plainSpaceStates, plainStates, tally } from '../plain-analysis.js';
import { plainMove, plainNeighbourCells } from '../plain-map-search.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { FULL, rows } from '../suite.js';
import { sourceOfBoard as board, contentsOf, knownSource as known, tableOf } from '../tables-of-kinds.js';
import { boardTableOf } from './board-table.js';

const KINDS: [string, SpaceSource, 'general'?][] = [
  ['2x2', board('2x2', 3)],
  ['2x2, blank 0', board('2x2', 0)],
  ['2x3', board('2x3', 5)],
  ['2x3, blank 1', board('2x3', 1)],
  ['3x2', board('3x2', 5)],
  ['2x4', board('2x4', 7)],
  ['3x3', board('3x3', 8)],
  ['3x3, blank 7', board('3x3', 7)],
  ['3x3, blank 4', board('3x3', 4)],
  ['1x5', board('1x5', 4)],
  ['5x1, blank 2', board('5x1', 2)],
  ['1x2', board('1x2', 1)],
  ['a corridor', board('#.#/.../...', 6)],
  ['a cross', board('#.#./..../..#.', 0)],
  ['three cells', board('../.#', 2)],
  // Moves reach 7 of the 7!/2 numbered arrangements for each cell of the blank.
  ['a ring', board('.../.#./...', 3)],
  ['2x2, multi', board('2x2', 3, 'multi')],
  ['2x2, multi, blank 0', board('2x2', 0, 'multi')],
  ['2x3, multi', board('2x3', 1, 'multi')],
  ['3x2, multi', board('3x2', 5, 'multi')],
  ['2x4, multi', board('2x4', 7, 'multi')],
  ['3x3, multi', board('3x3', 4, 'multi')],
  ['1x5, multi', board('1x5', 1, 'multi')],
  ['6x1, multi', board('6x1', 5, 'multi')],
  ['a corridor, multi', board('#.#/.../...', 2, 'multi')],
  ['separate parts, multi', board('..#/.../#..', 3, 'multi')],
  ['a plus, multi', board('.#./.../.#.', 6, 'multi')],
  ['a comb, multi', board('..../.#.#', 1, 'multi')],
  ['a ring, multi', board('.../.#./...', 0, 'multi')],
  ['pancake:6', known('pancake:6')],
  ['topspin:7,4', known('topspin:7,4')],
  ['hanoi:3,6, of 64 depths', known('hanoi:3,6')],
  ['hanoi:3,9, of 512 depths', known('hanoi:3,9')],
  ['knight:3, whose middle cannot be reached', known('knight:3')],
  ['knight:8 from e4', known('knight:8', 'e4')],
  ['solitaire:4,3', known('solitaire:4,3')],
  ['3x3 by the general engine', board('3x3', 8), 'general'],
  ['2x3 multi by the general engine', board('2x3', 5, 'multi'), 'general'],
  ['a grid with two starts and a move that has two names', fixtureSpace('grid.mjs')],
  ['a ring with moves in one direction', fixtureSpace('one-way-ring.mjs')],
];
const DAILY = [3, 15, 18, 22, 29, 37, 39];

/** Returns the states that a table reaches, with their texts. */
function plain(table: Table): (PlainState & { readonly text: string })[] {
  const { space, walker } = table;
  if (walker === null) {
    return plainSpaceStates(space).map((state) => ({ ...state, text: space.format(state.number) }));
  }
  const { board: of, goal, metric } = walker;
  // Linear conflict has its own tests, so it is called for each position.
  const conflict = heuristicFor('linear-conflict', of, goal);
  return plainStates(mapOf(of), goal, metric).map(({ position, estimates, ...state }) => ({
    ...state,
    text: formatPosition(position),
    estimates: { ...estimates, ...(metric === 'single' && { 'linear-conflict': conflict.estimate(position) }) },
  }));
}

async function analysed(table: Table, threads = 1) {
  const antipodes: string[] = [];
  const onAntipode = (text: string) => void antipodes.push(text);
  return { ...(await analyse(table, { threads, onAntipode })), antipodes };
}

test.each(rows(KINDS, DAILY))('the analysis of %s says what the plain search finds', async (_, source, engine) => {
  const table = await tableOf(source, engine);
  const states = plain(table);
  const found = await analysed(table);
  const { space } = table;
  const distances = states.map(({ distance }) => distance);
  const average = mean(distances);
  expect(found).toMatchObject({
    space: table.fullName,
    metric: table.metric,
    starts: space.starts.map((state) => space.format(state)),
    board: table.walker && space.board,
    size: space.size,
    reversible: space.reversible,
    states: states.length,
    notReached: space.size - states.length,
    histogram: tally(distances),
    localMaxima: states.filter(({ further }) => further === 0).length,
  });
  expect(found.mean).toBeCloseTo(average, 9);
  expect(found.variance).toBeCloseTo(mean(distances.map((distance) => (distance - average) ** 2)), 8);
  expect(found.meanDegree).toBeCloseTo(mean(states.map(({ neighbours }) => neighbours)), 10);
  expect(found.shortestSolutions?.mean).toBeCloseTo(mean(states.map(({ ways }) => ways)), 6);
  expect(found.quantiles.map(({ share }) => share)).toEqual(QUANTILES);
  for (const { share, depth } of found.quantiles) {
    expect(depth).toBe(distances[Math.ceil((Math.round(share * 100) * distances.length) / 100) - 1]);
  }
  const layers = found.histogram.map((__, depth) => states.filter(({ distance }) => distance === depth));
  expect(found.depths).toHaveLength(layers.length);
  for (const [depth, layer] of layers.entries()) {
    const ofDepth = found.depths[depth];
    expect(ofDepth).toMatchObject({
      depth,
      states: layer.length,
      growth: depth === 0 ? null : layer.length / layers[depth - 1].length,
      localMaxima: layer.filter(({ further }) => further === 0).length,
    });
    expect(ofDepth.meanDegree).toBeCloseTo(mean(layer.map(({ neighbours }) => neighbours)), 10);
    expect(ofDepth.meanNearer).toBeCloseTo(mean(layer.map(({ nearer }) => nearer)), 10);
    expect(ofDepth.meanFurther).toBeCloseTo(mean(layer.map(({ further }) => further)), 10);
    expect(ofDepth.shortestSolutions?.mean).toBeCloseTo(mean(layer.map(({ ways }) => ways)), 6);
    expect(ofDepth.shortestSolutions?.maximum).toBe(layer.reduce((most, { ways }) => Math.max(most, ways), 0));
  }
  const antipodes = layers[layers.length - 1].map(({ text }) => text);
  expect(found.antipodes.toSorted()).toEqual(antipodes.toSorted());
  expect(found.antipodes.map((text) => space.parse(text))).toEqual(
    antipodes.map((text) => space.parse(text)).sort((a, b) => a - b),
  );
  expect(found.heuristics.map(({ heuristic }) => heuristic)).toEqual(Object.keys(states[0].estimates));
  for (const { heuristic, mean: meanEstimate, meanRatio, byDepth } of found.heuristics) {
    const estimate = (state: PlainState) => state.estimates[heuristic];
    const others = states.filter(({ distance }) => distance > 0);
    expect(meanEstimate).toBeCloseTo(mean(states.map(estimate)), 10);
    expect(meanRatio).toBeCloseTo(mean(others.map((state) => estimate(state) / state.distance)), 9);
    for (const [depth, { errors }] of byDepth.entries()) {
      expect(errors).toEqual(tally(layers[depth].map((state) => depth - estimate(state))));
    }
  }
});

type Pattern = [board: string, tiles: readonly number[], blankCell?: number];

test.each(
  rows<Pattern>(
    [
      ['3x3', [1, 2, 3, 4, 5, 6], 4],
      ['2x4', [1, 2, 6]],
      ['..#/.../#..', [2, 4], 0],
      ['.../.#./...', [1, 2]],
    ],
    [3],
  ),
)('the analysis of the pattern of %s, tiles %j, is that of the table with two bits per state', async (...pattern) => {
  const { space, depths, contents } = await plainPatternTable(...pattern);
  const found = await analysed(await Table.of(contents));
  const other = await analysed(await tableOf(space.source, 'general'));
  expect({ ...found, seconds: 0 }).toEqual({ ...other, seconds: 0 });
  if (pattern[1].length > 4) return;
  // The mean over positions is that of all reachable positions.
  const of = parseBoard(pattern[0]);
  const beside = plainNeighbourCells(mapOf(of));
  const positions = new Map<string, readonly number[]>();
  const open = [orderedPosition(of, pattern[2])];
  for (const position of open) {
    if (positions.has(position.join())) continue;
    positions.set(position.join(), position);
    for (const cell of beside[position.indexOf(0)]) open.push(plainMove(position, cell));
  }
  const signOf = (tile: number) => (tile === 0 ? 'x' : pattern[1].includes(tile) ? tile : '.');
  let sum = 0;
  for (const position of positions.values()) sum += depths[space.parse(position.map(signOf).join(' '))];
  expect(found.positionMean).toBeCloseTo(sum / positions.size, 10);
});

const published: { space: string; metric: string; histogram: number[] }[] = JSON.parse(
  readFileSync(new URL('../reference/distributions.json', import.meta.url), 'utf8'),
);

function publishedTable(name: string): Promise<Table> {
  const histogram = published.find(({ space, metric }) => space === name && metric === 'single')?.histogram ?? [];
  const of = parseBoard(name);
  return boardTableOf({ board: of, goalCell: of.cells - 1, metric: 'single', histogram });
}

test.runIf(FULL)(
  'edges of 2x5 have the same counts from both ends, and mean estimates follow from the cells',
  async () => {
    const { board: view, ...analysis } = await analyse(await publishedTable('2x5'), { threads: 1 });
    const { depths, states, histogram } = analysis;
    const { rows: height, columns, cells } = view?.board ?? parseBoard('2x5');
    const sum = (numbers: readonly number[]) => numbers.reduce((so, number) => so + number, 0);
    for (const [depth, { meanFurther }] of depths.entries()) {
      const nearerNext = depth === depths.length - 1 ? 0 : depths[depth + 1].meanNearer * histogram[depth + 1];
      expect(Math.round(meanFurther * histogram[depth])).toBe(Math.round(nearerNext));
    }
    // The blank is on each cell in equally many states, and a board of r rows and c columns has 2rc - r - c pairs of neighbours.
    const pairs = 2 * cells - height - columns;
    expect(analysis.meanDegree).toBeCloseTo((2 * pairs) / cells, 10);
    expect(sum(depths.map(({ meanNearer }, depth) => meanNearer * histogram[depth]))).toBeCloseTo(
      (states * pairs) / cells,
      0,
    );
    expect(sum(depths.map(({ localMaxima }) => localMaxima))).toBe(analysis.localMaxima);
    const [misplaced, manhattan, linearConflict] = analysis.heuristics;
    // A tile is on each cell equally often.
    expect(misplaced.mean).toBeCloseTo(((cells - 1) * (cells - 1)) / cells, 8);
    let distances = 0;
    for (let home = 0; home < cells - 1; home++) {
      for (let cell = 0; cell < cells; cell++) {
        distances += Math.abs(Math.floor(home / columns) - Math.floor(cell / columns));
        distances += Math.abs((home % columns) - (cell % columns));
      }
    }
    expect(manhattan.mean).toBeCloseTo(distances / cells, 8);
    expect(linearConflict.mean).toBeGreaterThan(manhattan.mean);
    for (const { byDepth } of analysis.heuristics) expect(byDepth.map(({ errors }) => sum(errors))).toEqual(histogram);
    expect(analysis.shortestSolutions?.maximum).toBe(232);
  },
);

describe('an analysis', () => {
  test.each(
    rows<[SpaceSource]>(
      [[board('1x5', 4)], [board('2x3', 5, 'multi')], [board('2x5', 9)], [known('pancake:8')], [known('hanoi:3,9')]],
      [1],
    ),
  )('is the same with 1 thread and with 3: %j', async (source) => {
    const table = await tableOf(source);
    const [one, three] = await Promise.all([1, FULL ? 3 : 2].map((threads) => analysed(table, threads)));
    expect({ ...three, threads: 1, seconds: 0 }).toEqual({ ...one, threads: 1, seconds: 0 });
  });

  test('tells progress: boards after each layer, other spaces for three visits of each state', async () => {
    const toldOf = async (table: Table) => {
      const told: [number, number][] = [];
      await analyse(table, { threads: 1, onProgress: (done, of) => void told.push([done, of]) });
      return told;
    };
    const table = await publishedTable('2x3');
    const sums = table.histogram.map((_, depth) => table.histogram.slice(0, depth + 1).reduce((sum, of) => sum + of));
    expect(await toldOf(table)).toEqual(sums.map((sum) => [sum, 360]));
    const told = await toldOf(await tableOf(known('pancake:6')));
    expect(told.at(-1)).toEqual([3 * 720, 3 * 720]);
    expect(told).toEqual(told.toSorted(([a], [b]) => a - b));
  });

  test('ends when its signal is aborted', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    let layers = 0;
    const analysing = analyse(await publishedTable('2x4'), {
      threads: 2,
      signal: controller.signal,
      onProgress: () => {
        if (++layers === 10) controller.abort(reason);
      },
    });
    await expect(analysing).rejects.toBe(reason);
    expect(layers).toBe(10);
    const other = analyse(await tableOf(known('pancake:6')), { signal: AbortSignal.abort(reason) });
    await expect(other).rejects.toBe(reason);
  });

  test.each<[string, (right: readonly number[]) => number[], string]>([
    ['has a wrong count', (right) => right.with(20, 5).with(21, 2), '5 states at distance 20, and there are 6'],
    [
      'ends too early',
      (right) => right.slice(0, -1).with(20, right[20] + right[21]),
      '7 states at distance 20, and there are 6',
    ],
    ['ends too late', (right) => [...right.with(20, 5), 1], '5 states at distance 20, and there are 6'],
  ])('is refused if the histogram of the table %s', async (_, damage, what) => {
    const { histogram } = await publishedTable('2x3');
    const damaged = { board: parseBoard('2x3'), goalCell: 5, metric: 'single', histogram: damage(histogram) } as const;
    await expect(analyse(await boardTableOf(damaged), { threads: 1 })).rejects.toThrow(
      new TableError(`the table's header is wrong: it has ${what}; make the table again`),
    );
  });

  test('is refused if a neighbour cannot be so far away', async () => {
    // Exchanges places 10 and 500 of the ring, so each depth has the same number of states as before.
    const contents = await contentsOf(fixtureSpace('one-way-ring.mjs'));
    const bytes = Buffer.concat([...contents.bytes(0)]);
    expect(contents.encoding).toBe('depth16');
    const [near, far] = [bytes.readUInt16LE(2 * 10), bytes.readUInt16LE(2 * 500)];
    bytes.writeUInt16LE(far, 2 * 10);
    bytes.writeUInt16LE(near, 2 * 500);
    const table = await Table.of({ ...contents, bytes: () => [bytes] });
    await expect(analyse(table, { threads: 1 })).rejects.toThrow(
      /^the table contradicts itself: state place \d+ .* at depth \d+, and its neighbour place \d+ .* at depth \d+; make it again, or correct the space, whose moves may not match its declarations$/,
    );
  });

  test('is refused if a heuristic overestimates', async () => {
    const modules = new ModuleFolder();
    onTestFinished(() => modules.remove());
    const source =
      modules.ring(`size: 10000, heuristics: { zero: () => 0, sly: (state) => state + (state === 4345 ? 1 : 0) },
      neighbours(state, next) { next[0] = state > 0 ? state - 1 : -1; next[1] = state < 9999 ? state + 1 : -1; }`);
    await expect(analyse(await tableOf(source), { threads: 1 })).rejects.toThrow(
      new SpaceError(
        'the heuristic sly of ring overestimates: it estimates 4346 from state r4345 (number 4345), and its distance is 4345',
      ),
    );
  });

  test('is refused with a wrong number of threads, without a table, or without enough memory', async () => {
    for (const threads of [0, 257, 1.5, Number.NaN]) {
      await expect(analyse(await publishedTable('2x2'), { threads })).rejects.toThrow(
        new InputError(`threads must be a whole number from 1 to 256, found ${threads}`),
      );
    }
    await expect(analyse('3x4.table' as never)).rejects.toThrow(
      new InputError('the table must be an open one, found "3x4.table": open it with Table.open'),
    );
    const large = analyse(await publishedTable('4x4'), { threads: 1 });
    await expect(large).rejects.toThrow(
      /^4x4 needs 2\.79 TB of memory for its bitsets and counts and about .*, but only /,
    );
    await expect(large).rejects.toBeInstanceOf(MemoryError);
  });

  test('takes two bits per state in multi, those of two sweeps and of the last layer, and 8 bytes to count', async () => {
    // A line across the lanes of 2x5 has 5 cells, so a sweep counts up to 4, in 3 bits.
    const bits = 2 + 2 * 3 + 1;
    const states = 1_814_400;
    const table = { board: parseBoard('2x5'), goalCell: 9, metric: 'multi', histogram: [states] } as const;
    expect(bytesToAnalyse(await boardTableOf(table)) - 8 * states).toBeCloseTo((bits * states * 64) / 60 / 8, -1);
  });

  test('takes a byte and two bits per state if distances are few, and 12 more bytes if solutions are counted', async () => {
    const table = await tableOf(known('pancake:8'));
    expect(bytesToAnalyse(table, 2)).toBe(40_320 * (1 + 12) + 40_320 / 4 + 10 * 32 * 3);
  });
});

describe('ranges of depths', () => {
  /** Depth d has d + 1 states, each with one nearer neighbour, two further ones, and d % 2 at the same depth. */
  const depths = Array.from(
    { length: 600 },
    (_, depth): DepthAnalysis => ({
      depth,
      states: depth + 1,
      growth: depth === 0 ? null : (depth + 1) / depth,
      meanDegree: 3 + (depth % 2),
      meanNearer: 1,
      meanFurther: 2,
      localMaxima: depth,
      shortestSolutions: { mean: depth, maximum: 10 * depth },
    }),
  );

  test('are the depths themselves if they are few, else have means over their states and sums of their counts', () => {
    expect(depthRanges(depths.slice(0, 10), 5)[1]).toMatchObject({ ...depths[1], first: 1, last: 1 });
    const ranges = depthRanges(depths, 60);
    expect(ranges).toHaveLength(60);
    // Depths 0 to 9: 55 states, 30 of them at odd depths. The sum of d (d + 1) up to 9 is 330.
    expect(ranges[0]).toMatchObject({ first: 0, last: 9, states: 55, growth: null, localMaxima: 45 });
    expect(ranges[0].meanDegree).toBeCloseTo(3 + 30 / 55, 12);
    expect(meanLevel(ranges[0])).toBeCloseTo(30 / 55, 12);
    expect(ranges[0].shortestSolutions?.mean).toBeCloseTo(330 / 55, 12);
    expect(ranges[0].shortestSolutions?.maximum).toBe(90);
    const uncounted: Analysis['depths'] = depths.map((depth) => ({ ...depth, shortestSolutions: null }));
    expect(depthRanges(uncounted, 60)[0].shortestSolutions).toBeNull();
  });

  test('have no neighbours at the same depth because of rounding errors', () => {
    expect(hasLevel([{ meanDegree: 0.3, meanNearer: 0.1, meanFurther: 0.2, localMaxima: 0 }])).toBe(false);
    expect(hasLevel(depths)).toBe(true);
  });
});
