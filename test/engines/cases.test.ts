/**
 * The acceptance tests of engines: every numbered space on every engine that accepts it, and with every kind of storage, against a
 * plain search of the same space.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { EngineName } from '#src/engines/engine.js';
import { type Exploration, type ExploreEvent, planRun, StoppedError } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import type { SpaceSource } from '#src/space/space.js';
import { boardOfSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { hasBlocks } from '#src/spaces/permutation/colourings/numbering.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { isBoardTable } from '#src/table/header.js';
import { Table } from '#src/table/table.js';
import { walkerOf } from '../board-walkers.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { temporaryFolder } from '../program/run.js';
import { fixtureSpace } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';
import { GROUPS, kinds, RANKED, ring, WITHOUT_WORDS } from './generated.js';

const BOARDS: readonly SpaceSource[] = await Promise.all([
  sourceOfText('2x2', {}),
  sourceOfText('2x3', { goal: '5 4 x 1 2 3' }),
  sourceOfText('2x3', { metric: 'multi' }),
  sourceOfText('2x4', {}),
  sourceOfText('2x4', { metric: 'multi', goal: '1 2 x 3 4 5 6 7' }),
  sourceOfText('1x6', { goal: '1 2 x 3 4 5' }),
  sourceOfText('5x1', { metric: 'multi' }),
  sourceOfText('..#/.../...', {}),
  sourceOfText('..#/.../...', { metric: 'multi' }),
  // Moves do not reach all arrangements.
  sourceOfText('.../.#./...', { goal: '1 2 3 4 5 x 6 7' }),
  ...['1x7', '3x3', '..#/.../#..', '.#./.../.#.', '..../.#.#/....'].map((text) =>
    sourceOfText(text, { metric: 'multi' }),
  ),
]);

/** Further patterns, for the full tests. Each has its goal's blank on another cell, or on the last. */
const PATTERNS: readonly (readonly [board: string, tiles: readonly number[], goal?: string])[] = [
  ['3x3', [1, 2, 3, 5, 7, 8]],
  ['3x3', [2, 4, 6, 8], '1 2 3 4 x 5 6 7 8'],
  ['3x4', [1, 2, 3], 'x 1 2 3 4 5 6 7 8 9 10 11'],
  ['4x4', [1, 6, 11]],
  ['2x7', [1, 7, 13]],
  ['4x2', [7, 1]],
  ['2x2', [2]],
  ['.../.#./...', [1, 2, 3, 4, 5], '1 2 3 4 5 x 6 7'],
  ['1x7', [2, 4], '1 2 3 x 4 5 6'],
  ['..#/.../...', [1, 3, 5, 6]],
  ['..../.##./.##./....', [1, 2, 3]],
  ['2x5', [1, 2, 3, 5, 6, 8, 9]],
  ['..../.##./.##./....', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['5x5', [1, 2, 6, 7]],
  ['4x4', [1, 4, 5, 8, 12], 'x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'],
];

const OTHERS: readonly SpaceSource[] = [
  ...['pancake:6', 'burnt-pancake:4', 'topspin:7,4', 'hanoi:3,5', 'knight:8', 'solitaire:4,2'].map(
    (space): SpaceSource => ({ kind: 'known', space }),
  ),
  { kind: 'known', space: 'pancake:5', start: '5 4 3 2 1' },
  {
    kind: 'generators',
    name: 'S5',
    generators: [
      { name: 'rotate', images: [1, 2, 3, 4, 0] },
      { name: 'swap', images: [1, 0, 2, 3, 4] },
    ],
  },
  fixtureSpace('knight'),
  fixtureSpace('pairings'),
  fixtureSpace('one-way'),
  fixtureSpace('one-way-path'),
  await sourceOfText('3x4', { pattern: [1, 5, 6, 9], goal: 'x 1 2 3 4 5 6 7 8 9 10 11' }),
  // Moves do not reach all arrangements.
  await sourceOfText('.../.#./...', { pattern: [2, 3, 7] }),
  ...RANKED.map(([, source]) => source),
  WITHOUT_WORDS,
  ...GROUPS.map(([, source]) => source),
  ...(await Promise.all(PATTERNS.map(([board, pattern, goal]) => sourceOfText(board, { pattern, goal })))),
];

/** Returns the engines that accept a space. The general engine accepts all. */
async function enginesOf(source: SpaceSource): Promise<EngineName[]> {
  const accepting: EngineName[] = [];
  for (const engine of ['boards', 'groups', 'patterns'] as const) {
    const plan = await planRun(source, { table: true, first: 1 }, engine).catch(() => undefined);
    if (plan !== undefined) accepting.push(engine);
    await plan?.close();
  }
  return [...accepting, 'general'];
}

/** Returns the result of an engine. The default of a board is its own engine. */
function by(engine: EngineName): Pick<ExploreOptions, 'engine'> {
  return engine === 'general' ? { engine } : {};
}

const named = (sources: readonly SpaceSource[]) => sources.map((source) => [JSON.stringify(source), source] as const);

/** Returns all antipodes in a fixed order, and the distance of every state. */
async function answersOf({ source, histogram, antipodes, table }: Exploration) {
  if (table === null) throw new Error('no table was made');
  const space = await openNumberedSpace(source);
  const depths: (number | null)[] = [];
  if (isBoardTable(table)) {
    const distances = walkerOf(table);
    const goal = space.format(space.starts[0]);
    for (let state = 0; state < space.size; state++) depths.push(distances.distance(space.format(state), goal));
  } else {
    using distances = await Table.of(table);
    for (let state = 0; state < space.size; state++) depths.push(distances.distance(state));
  }
  return { histogram, antipodes: [...antipodes].sort(), depths };
}

describe('every engine that accepts a space finds what a plain search finds', () => {
  test.each(named([...rows(BOARDS, [1, 2]), ...rows(OTHERS, [0, 3, 7, 10, 13, 15])]))('%s', async (_, source) => {
    const space = await openNumberedSpace(source);
    const { histogram, depths } = plainSpaceSearch(space);
    const last = [...depths.keys()].filter((state) => depths[state] === histogram.length - 1);
    const expected = {
      histogram,
      antipodes: last.map((state) => space.format(state)).sort(),
      depths: Array.from(depths, (depth) => (depth < 0 ? null : depth)),
    };
    const board = source.kind === 'board' ? ['boards'] : [];
    const numbering = space.group?.numbering;
    const group = numbering && hasBlocks(numbering) && numbering.words !== null ? ['groups'] : [];
    const pattern = space.pattern === null ? [] : ['patterns'];
    const engines = await enginesOf(source);
    expect(engines).toEqual([...board, ...group, ...pattern, 'general']);
    for (const engine of engines) {
      const found = await explore({ space: source, ...by(engine), threads: 1, antipodes: 10_000 });
      expect(found.engine).toBe(engine);
      const { size, states, notReached, starts } = found;
      expect({ size, starts }).toEqual({
        size: space.size,
        starts: space.starts.map((start) => space.format(start)),
      });
      expect(states + notReached).toBe(size);
      // From a hundred thousand states on, only the distribution and the antipodes are compared.
      if (space.size > 100_000) {
        expect(found.histogram).toEqual(histogram);
        expect([...found.antipodes].sort()).toEqual(expected.antipodes.slice(0, 10_000));
      } else expect(await answersOf(found)).toEqual(expected);
    }
  });
});

/** Returns the results that all kinds of storage must share, to the last byte of the table. */
function resultOf({ histogram, antipodes, table, source }: Exploration) {
  const sections = source.kind === 'board' ? boardOfSource(source).cells : 1;
  const bytes = Array.from({ length: sections }, (_, section) => Buffer.concat([...(table?.bytes(section) ?? [])]));
  return { histogram, antipodes, table: Buffer.concat(bytes).toString('base64') };
}

/** Stops a run after a layer. */
function stopAfter(depth: number) {
  const stop = new AbortController();
  const onEvent = (event: ExploreEvent) => {
    if (event.type === 'layer' && event.depth === depth) stop.abort();
  };
  return { stop: stop.signal, onEvent };
}

/** The kinds of storage other than memory. */
function waysOf({
  engine,
  metric,
  maxDepth,
}: Exploration): (readonly [string, (folder: string) => Partial<ExploreOptions>])[] {
  const disk = ['disk', (work: string) => ({ disk: { work, memory: 100e6 } })] as const;
  const everySeconds = maxDepth > 100 ? 0.1 : 0;
  const checkpoints = ['checkpoints', (folder: string) => ({ checkpoints: { folder, everySeconds } })] as const;
  return engine === 'boards' && metric === 'single' ? [checkpoints, disk] : [checkpoints];
}

describe('every kind of storage gives the same result, to the last bit', () => {
  const byItself = named(rows(BOARDS, [1, 2])).map(([name, source]) => [name, 'its own', source] as const);
  const byGroups = named(
    rows(
      [0, 2, 6, 7].map((index) => OTHERS[index]),
      [0],
    ),
  ).map(([name, source]) => [name, 'groups', source] as const);
  const byPatterns = named(
    rows(
      [12, 13].map((index) => OTHERS[index]),
      [1],
    ),
  ).map(([name, source]) => [name, 'patterns', source] as const);
  const byGeneral = named(rows([BOARDS[1], ...[0, 3, 6, 7, 10, 12].map((index) => OTHERS[index])], [4])).map(
    ([name, source]) => [name, 'general', source] as const,
  );
  test.each([...byItself, ...byGroups, ...byPatterns, ...byGeneral])(
    '%s by the engine %s',
    async (_, engine, space) => {
      const options = { space, threads: 1, ...(engine === 'general' && { engine }) };
      const whole = await explore(options);
      const inMemory = resultOf(whole);
      const middle = Math.floor(inMemory.histogram.length / 2);
      for (const [way, kept] of waysOf(whole)) {
        const folder = join(temporaryFolder(), way);
        // `npm test` has uninterrupted runs with checkpoints in test/program/explore/checkpoint.test.ts.
        if (FULL) expect(resultOf(await explore({ ...options, ...kept(folder) }))).toEqual(inMemory);
        const stopped = join(temporaryFolder(), way);
        const exploring = explore({ ...options, ...kept(stopped), ...stopAfter(middle) });
        await expect(exploring).rejects.toBeInstanceOf(StoppedError);
        const resumed = await resumeExploration(stopped, { threads: 2 });
        expect(resumed.engine).toBe(whole.engine);
        expect(resultOf(resumed)).toEqual(inMemory);
      }
    },
  );

  test('files on disk are only for boards whose layers read one half and write the other', async () => {
    const disk = { work: temporaryFolder() };
    for (const options of [
      { space: 'pancake:5' },
      { space: '2x3', metric: 'multi' },
      { space: '2x3', engine: 'general' as const },
    ]) {
      await expect(explore({ ...options, disk })).rejects.toThrow(
        'disk is for boards in the metric single, without the option engine: in other spaces moves lead anywhere',
      );
    }
    await expect(explore({ space: '2x3', stop: AbortSignal.abort() })).rejects.toThrow(
      'stop is for explorations with checkpoints or on disk: leave it out',
    );
    const both = explore({ space: '2x3', checkpoints: { folder: temporaryFolder() }, disk });
    await expect(both).rejects.toThrow(
      'checkpoints is for bitsets in memory: leave it out, because disk saves every layer in the work folder',
    );
  });
});

/** Spaces whose tables are compared. */
const COMPARED: readonly (readonly [string, SpaceSource])[] = [
  ['2x5', await sourceOfText('2x5', {})],
  ['3x3, multi', await sourceOfText('3x3', { metric: 'multi' })],
  ['pairings', fixtureSpace('pairings')],
  ['one-way', fixtureSpace('one-way')],
  ['six tiles of 4x4', await sourceOfText('4x4', { pattern: [1, 3, 5, 7, 9, 11] })],
  ['ranked states', RANKED[0][1]],
  // Threads wait for each other at each of the 60,060 layers of the largest ring.
  ...GROUPS.filter(([, , encoding]) => encoding !== 'depth32').map(([name, source]) => [name, source] as const),
  ['3x4', await sourceOfText('3x4', {})],
  ['3x4, multi', await sourceOfText('3x4', { metric: 'multi' })],
  ['states in no words', WITHOUT_WORDS],
];

describe('threads and engines change no byte', () => {
  test.each(rows(COMPARED, [4, 9, 15]))('of %s', async (_, space) => {
    const one = await explore({ space, threads: 1 });
    expect(resultOf(await explore({ space, threads: count(2, 3) }))).toEqual(resultOf(one));
    if (one.engine !== 'groups') return;
    const general = await explore({ space, threads: 2, engine: 'general' });
    expect(resultOf(general)).toEqual(resultOf(one));
    expect(general.table?.facts).toEqual(one.table?.facts);
  });

  test('of the tables of groups, in each encoding', async () => {
    for (const [, space, encoding] of rows(GROUPS, [4, 10])) {
      const { engine, table } = await explore({ space, antipodes: 0 });
      expect({ engine, encoding: table.encoding }).toEqual({ engine: 'groups', encoding });
    }
  });

  test('10 million ranked states are explored without a list', { skip: !FULL }, async () => {
    const found = await explore({ space: ring(kinds(13, 13)), table: false });
    expect(found).toMatchObject({ engine: 'general', states: 10_400_600 });
  });
});

/** An exploration by every engine, with every kind of storage. */
const RUNS: readonly (readonly [string, Partial<ExploreOptions> & { readonly space: string }, string | undefined])[] = [
  ['boards', { space: '2x5' }, undefined],
  ['boards with checkpoints', { space: '2x5' }, 'checkpoints'],
  ['boards on disk', { space: '2x5' }, 'disk'],
  ['boards by sweeps', { space: '2x5', metric: 'multi' }, undefined],
  ['boards by sweeps, with checkpoints', { space: '2x5', metric: 'multi' }, 'checkpoints'],
  ['general', { space: 'pancake:8', engine: 'general' }, undefined],
  ['general with checkpoints', { space: 'pancake:8', engine: 'general' }, 'checkpoints'],
  ['general on a board', { space: '2x4', engine: 'general' }, undefined],
  ['groups', { space: 'pancake:10' }, undefined],
  ['groups with checkpoints', { space: 'pancake:10' }, 'checkpoints'],
  ['patterns', { space: '5x5', pattern: [1, 2, 6, 7, 8] }, undefined],
  ['patterns with checkpoints', { space: '5x5', pattern: [1, 2, 6, 7, 8] }, 'checkpoints'],
];

function keptIn(way: string | undefined): Partial<ExploreOptions> {
  const folder = join(temporaryFolder(), 'kept');
  if (way === 'checkpoints') return { checkpoints: { folder, everySeconds: 0 } };
  return way === 'disk' ? { disk: { work: folder, memory: 100e6 } } : {};
}

describe('an abort ends the exploration with its reason', () => {
  test.each(rows(RUNS, [2, 4, 6, 9]))('by %s', async (_, options, way) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const depths: number[] = [];
    const onEvent = (event: ExploreEvent) => {
      if (event.type !== 'layer') return;
      depths.push(event.depth);
      if (event.depth === 0) controller.abort(reason);
    };
    const exploring = explore({ ...options, ...keptIn(way), threads: 2, signal: controller.signal, onEvent });
    await expect(exploring).rejects.toBe(reason);
    expect(depths).toEqual([0]);
  });
});

test('a worker that dies fails the exploration with one error, with every engine and every kind of storage', () => {
  const runs = rows(RUNS, [2, 4, 6]).map(([, options, way]) => ({ ...options, ...keptIn(way), threads: 2 }));
  const program = `
    const { explore } = await import('#src/runs/explore.js');
    const outcomes = [];
    for (const options of ${JSON.stringify(runs)}) {
      const error = await explore(options).catch((error) => error);
      outcomes.push(error.name + ': ' + error.message);
    }
    console.log(JSON.stringify(outcomes));
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--require',
      fileURLToPath(new URL('../fixtures/dying-worker.cjs', import.meta.url)),
      '--eval',
      `(async () => {${program}})()`,
    ],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      timeout: 600_000,
      env: { ...process.env, DYING: 'exit', CLAIM: '8' },
    },
  );
  expect(stderr).toBe('');
  const died =
    'WorkerError: a worker thread failed in the middle of a layer, so there is no result: worker exited with code: 3';
  expect(JSON.parse(stdout)).toEqual(runs.map(() => died));
});
