import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { SpaceError } from '#src/space/definition.js';
import type { SpaceSource } from '#src/space/space.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { type Analysis, analyse, bytesToAnalyse } from '#src/study/analysis.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';
import { mean, tally } from '../../plain-analysis.js';
import { type PlainSpaceState, plainSpaceStates } from '../../plain-space-analysis.js';
import { ModuleFolder } from '../../spaces.js';
import { FULL, rows } from '../../suite.js';
import { analyseBoard } from '../board-table.js';

/** Number of states in a piece of work for a thread. */
const STATES_OF_A_PIECE = 16_384;

function fixture(name: string): SpaceSource {
  return { kind: 'module', path: fileURLToPath(new URL(`../../fixtures/spaces/${name}`, import.meta.url)) };
}

function known(space: string): SpaceSource {
  return { kind: 'known', space };
}

async function contentsOf(source: SpaceSource): Promise<TableContents> {
  const { table } = await explore({ space: source, engine: 'general', threads: 1, antipodes: 0 });
  if (table === null) throw new Error('no table was made');
  return table;
}

async function tableOf(source: SpaceSource): Promise<Table> {
  return Table.of(await contentsOf(source));
}

describe.each(
  rows<[string, SpaceSource]>(
    [
      ['pancake:6', known('pancake:6')],
      ['topspin:7,4', known('topspin:7,4')],
      ['hanoi:3,6, of 64 depths', known('hanoi:3,6')],
      ['hanoi:3,9, of 512 depths', known('hanoi:3,9')],
      ['knight:3, whose middle cannot be reached', known('knight:3')],
      ['knight:8 from e4', { ...known('knight:8'), start: 'e4' }],
      ['solitaire:4,3', known('solitaire:4,3')],
      ['3x3 by the general method', { kind: 'board', board: '3x3', metric: 'single', goal: '1 2 3 4 5 6 7 8 x' }],
      ['2x3 by the multi-tile metric', { kind: 'board', board: '2x3', metric: 'multi', goal: '1 2 3 4 5 x' }],
      ['a grid with two starts and a move that has two names', fixture('grid.mjs')],
      ['a ring with moves in one direction', fixture('one-way-ring.mjs')],
    ],
    [0, 4, 8, 9, 10],
  ),
)('the analysis of %s agrees with the plain search', (_, source) => {
  const antipodes: string[] = [];
  let table: Table;
  let states: PlainSpaceState[];
  let analysis: Analysis;

  beforeAll(async () => {
    table = await tableOf(source);
    states = plainSpaceStates(table.space);
    analysis = await analyse(table, { threads: 2, onAntipode: (text) => void antipodes.push(text) });
  });

  test('of the distribution', () => {
    const { space } = table;
    const distances = states.map(({ distance }) => distance);
    expect(analysis).toMatchObject({
      space: table.fullName,
      starts: space.starts.map((state) => space.format(state)),
      size: space.size,
      notReached: space.size - states.length,
      reversible: space.reversible,
      states: states.length,
      // A second thread is started only if there is work for it.
      threads: Math.min(2, Math.ceil(space.size / STATES_OF_A_PIECE)),
    });
    expect(analysis.histogram).toEqual(tally(distances));
    expect(analysis.mean).toBeCloseTo(mean(distances), 9);
    for (const { share, depth } of analysis.quantiles) {
      expect(depth).toBe(distances[Math.ceil((Math.round(share * 100) * distances.length) / 100) - 1]);
    }
  });

  test('of neighbours and shortest solutions at every depth', () => {
    expect(analysis.depths).toHaveLength(analysis.maxDepth + 1);
    for (const found of analysis.depths) {
      const layer = states.filter(({ distance }) => distance === found.depth);
      expect(found.states).toBe(layer.length);
      expect(found.meanDegree).toBeCloseTo(mean(layer.map(({ neighbours }) => neighbours)), 10);
      expect(found.meanNearer).toBeCloseTo(mean(layer.map(({ nearer }) => nearer)), 10);
      expect(found.meanFurther).toBeCloseTo(mean(layer.map(({ further }) => further)), 10);
      expect(found.localMaxima).toBe(layer.filter(({ further }) => further === 0).length);
      expect(found.shortestSolutions?.mean).toBeCloseTo(mean(layer.map(({ ways }) => ways)), 6);
      expect(found.shortestSolutions?.maximum).toBe(layer.reduce((most, { ways }) => Math.max(most, ways), 0));
    }
    expect(analysis.meanDegree).toBeCloseTo(mean(states.map(({ neighbours }) => neighbours)), 10);
    expect(analysis.localMaxima).toBe(states.filter(({ further }) => further === 0).length);
    expect(analysis.shortestSolutions?.mean).toBeCloseTo(mean(states.map(({ ways }) => ways)), 6);
  });

  test('of the estimates of heuristics, if moves can be undone', () => {
    const { heuristics = {}, reversible } = table.space;
    const named = reversible ? Object.keys(heuristics) : [];
    expect(analysis.heuristics.map(({ heuristic }) => heuristic)).toEqual(named);
    for (const { heuristic, mean: meanEstimate, byDepth } of analysis.heuristics) {
      expect(meanEstimate).toBeCloseTo(mean(states.map(({ state }) => heuristics[heuristic](state))), 10);
      for (const { depth, errors } of byDepth) {
        const layer = states.filter(({ distance }) => distance === depth);
        expect(errors).toEqual(tally(layer.map(({ state }) => depth - heuristics[heuristic](state))));
      }
    }
  });

  test('of the antipodes, ordered by number', () => {
    const furthest = states.filter(({ distance }) => distance === analysis.maxDepth).map(({ state }) => state);
    expect(antipodes).toEqual(furthest.sort((a, b) => a - b).map((state) => table.space.format(state)));
  });
});

test.runIf(FULL)('the analysis of a board is the same by the general and the fast method', async () => {
  const fast = await explore({ space: '3x3', antipodes: 0 });
  const board = await analyseBoard(
    { board: parseBoard('3x3'), goalCell: 8, metric: 'single', histogram: fast.histogram },
    { threads: 2 },
  );
  const table = await tableOf({ kind: 'board', board: '3x3', metric: 'single', goal: '1 2 3 4 5 6 7 8 x' });
  const space = await analyse(table, { threads: 2 });
  const { depths, localMaxima, shortestSolutions, quantiles, meanDegree, histogram } = board;
  expect(space).toMatchObject({ localMaxima, quantiles, histogram });
  expect(space.meanDegree).toBeCloseTo(meanDegree, 10);
  expect(space.shortestSolutions).toEqual(shortestSolutions);
  for (const [depth, of] of depths.entries()) {
    expect(space.depths[depth].localMaxima).toBe(of.localMaxima);
    expect(space.depths[depth].meanNearer).toBeCloseTo(of.meanNearer, 10);
  }
});

test('the analysis is the same with any number of threads', async () => {
  const table = await tableOf(known('pancake:8'));
  const [one, three] = await Promise.all([1, 3].map((threads) => analyse(table, { threads })));
  expect({ ...three, threads: 1, seconds: 0 }).toEqual({ ...one, seconds: 0 });
});

test('progress increases up to the total', async () => {
  const seen: [number, number][] = [];
  const onProgress = (done: number, of: number) => void seen.push([done, of]);
  await analyse(await tableOf(known('pancake:6')), { threads: 2, onProgress });
  expect(seen.at(-1)).toEqual([3 * 720, 3 * 720]);
  expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).toSorted((a, b) => a - b));
});

test('an analysis rejects with the reason of its signal', async () => {
  const table = await tableOf(known('pancake:6'));
  await expect(analyse(table, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});

test('an analysis is refused with 0 threads', async () => {
  await expect(analyse(await tableOf(known('pancake:4')), { threads: 0 })).rejects.toThrow(InputError);
});

test('an analysis takes a byte and two bits per state if distances are few, and 12 more bytes if solutions are counted', async () => {
  const table = await tableOf(known('pancake:8'));
  expect(bytesToAnalyse(table, 2)).toBe(40_320 * (1 + 12) + 40_320 / 4 + 10 * 32 * 3);
});

test('an overestimating heuristic is reported with the state', async () => {
  const modules = new ModuleFolder();
  onTestFinished(() => modules.remove());
  const source =
    modules.ring(`size: 10000, heuristics: { zero: () => 0, sly: (state) => state + (state === 4345 ? 1 : 0) },
    neighbours(state, next) { next[0] = state > 0 ? state - 1 : -1; next[1] = state < 9999 ? state + 1 : -1; }`);
  await expect(analyse(await tableOf(source), { threads: 2 })).rejects.toThrow(
    new SpaceError(
      'the heuristic sly of ring overestimates: it estimates 4346 from state r4345 (number 4345), and its distance is 4345',
    ),
  );
});

describe('a wrong table', () => {
  test('is detected by its header', async () => {
    const contents = await contentsOf(known('pancake:6'));
    const [first, second, ...rest] = contents.histogram;
    const table = await Table.of({ ...contents, histogram: [first, second + 1, ...rest] });
    await expect(analyse(table, { threads: 2 })).rejects.toThrow(TableError);
  });

  test('is detected by a neighbour that cannot be so far away', async () => {
    // Exchanges places 10 and 500 of the ring, so each depth has the same number of states as before.
    const contents = await contentsOf(fixture('one-way-ring.mjs'));
    const bytes = Buffer.concat([...contents.bytes(0)]);
    expect(contents.encoding).toBe('depth16');
    const [near, far] = [bytes.readUInt16LE(2 * 10), bytes.readUInt16LE(2 * 500)];
    bytes.writeUInt16LE(far, 2 * 10);
    bytes.writeUInt16LE(near, 2 * 500);
    const table = await Table.of({ ...contents, bytes: () => [bytes] });
    await expect(analyse(table, { threads: 2 })).rejects.toThrow(
      /^the table contradicts itself: state place \d+ .* at depth \d+, and its neighbour place \d+ .* at depth \d+; make it again, or correct the space, whose moves may not match its declarations$/,
    );
  });
});
