import { describe, expect, expectTypeOf, test } from 'vitest';
import { checkMemory, MemoryError } from '#src/base/memory.js';
import { InputError } from '#src/base/text.js';
import { exploreAllGoals, type GoalExploration } from '#src/runs/all-goals.js';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import { requirementsOf } from '#src/runs/requirements.js';
import { makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { samplePositions } from '#src/study/board-replay.js';
import type { TableContents } from '#src/table/contents.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { rows } from '../suite.js';

describe('a single row or column', () => {
  test.each([
    ['1x2', 2],
    ['1x7', 7],
    ['9x1', 9],
    ['1x255', 255],
  ])('%s has as many states as cells', async (board, states) => {
    const exploration = await exploreBoard({ board, threads: 2 });
    expect(exploration.histogram).toEqual(new Array(states).fill(1));
    expect(exploration.antipodes).toHaveLength(1);
  });
});

describe('an exploration', () => {
  test('finds the published antipodes of 3x3', async () => {
    const { antipodes, antipodeCount } = await exploreBoard({ board: '3x3', threads: 2 });
    expect(antipodeCount).toBe(2);
    expect(antipodes).toEqual(['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1']);
  });

  test('lists antipodes in the names of its goal', async () => {
    const { antipodes } = await exploreBoard({ board: '3x3', goal: '8 7 6 5 4 3 2 1 x', threads: 2 });
    expect(antipodes).toEqual(['1 3 2 7 4 5 6 x 8', '3 5 2 1 4 x 6 7 8']);
  });

  test('counts all antipodes, and lists the first ones, up to the number requested', async () => {
    const goal = '1 2 3 4 x 5 6 7 8';
    const all = await exploreBoard({ board: '3x3', goal, threads: 2, antipodes: 1000 });
    expect(all.antipodeCount).toBe(all.histogram.at(-1));
    expect(all.antipodes).toHaveLength(all.antipodeCount);
    const [one, three] = await Promise.all(
      [1, 3].map((threads) => exploreBoard({ board: '3x3', goal, threads, antipodes: 5 })),
    );
    expect(one.antipodeCount).toBe(148);
    expect(one.antipodes).toHaveLength(5);
    expect(three.antipodes).toEqual(one.antipodes);
    expect((await exploreBoard({ board: '3x3', goal, antipodes: 0 })).antipodes).toEqual([]);
  });

  test('gives its statistics', async () => {
    const { histogram, states, mean, median, mode, standardDeviation } = await exploreBoard({ board: '3x3' });
    // The depths of all states in one sorted list, and the definitions.
    const depths = histogram.flatMap((count, depth) => new Array<number>(count).fill(depth));
    const average = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
    const variance = depths.reduce((sum, depth) => sum + (depth - average) ** 2, 0) / depths.length;
    expect(states).toBe(depths.length);
    expect(mean).toBeCloseTo(average, 10);
    expect(mean).toBeCloseTo(21.9724, 4);
    expect(median).toBe((depths[states / 2 - 1] + depths[states / 2]) / 2);
    expect(mode).toBe(24);
    expect(standardDeviation).toBeCloseTo(Math.sqrt(variance), 10);
  });

  test('reports each layer as it is found', async () => {
    const events: ExploreEvent[] = [];
    const { histogram, states } = await exploreBoard({
      board: '2x4',
      threads: 2,
      onEvent: (event) => events.push(event),
    });
    const [start, ...layers] = events;
    expect(start).toMatchObject({ type: 'start', states: 20160 });
    expect(layers).toHaveLength(histogram.length);
    let found = 0;
    for (const [depth, event] of layers.entries()) {
      found += histogram[depth];
      expect(event).toMatchObject({ type: 'layer', depth, fresh: histogram[depth], found, states });
    }
  });

  test('takes half the memory without a table', async () => {
    const without = await exploreBoard({ board: '2x5', threads: 2, table: false });
    expect(without.table).toBeNull();
    expect(without.bytes).toBe(requirementsOf({ board: { board: makeBoard(2, 5), metric: 'single' } }).bytes / 2);
  });

  test('does not begin if its signal is aborted', async () => {
    const reason = new Error('enough');
    await expect(exploreBoard({ board: '3x3', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test.each([
    [{ space: '3x3', threads: 0 }, 'threads must be a whole number from 1 to 256, found 0'],
    [{ space: '3x3', threads: 1.5 }, 'threads must be a whole number from 1 to 256, found 1.5'],
    [{ space: '3x3', antipodes: -1 }, "antipodes must be 'all' or a whole number from 0 to 1000000, found -1"],
    [{ space: '3x3', goal: '1 2 3' }, "a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'"],
    [{}, "space must be a text such as '3x4' or 'pancake:10', or a source such as "],
    [
      { space: { kind: 'thing' } },
      "the kind of a source must be board, pattern, known, module or generators; found 'thing'",
    ],
    [
      { space: '3x3', engine: 'boards' },
      "engine must be 'general', or omitted to choose the fastest one; found 'boards'",
    ],
  ])('refuses wrong options: %j', async (options, message) => {
    const refused = explore(options as unknown as ExploreOptions);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });

  test('is refused if it does not fit into memory', async () => {
    await expect(exploreBoard({ board: '4x4' })).rejects.toThrow(
      /^4x4 needs 2\.79 TB of memory for its bitsets and about .*, but only .* are free/,
    );
    await expect(exploreBoard({ board: '4x4' })).rejects.toBeInstanceOf(MemoryError);
    expect(() => checkMemory('3x4', { bytes: 64e6 }, 2, 167e6)).toThrow(
      '3x4 needs 64.0 MB of memory for its bitsets and about 104 MB for the program and its threads, but only 167 MB are free on this machine',
    );
    expect(() => checkMemory('3x4', { bytes: 64e6 }, 2, 168e6)).not.toThrow();
  });
});

describe('samples of every depth', () => {
  test.each(
    rows(
      [
        ['3x3', [1, 2, 3, 8, 0, 4, 7, 6, 5]],
        ['3x4', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]],
      ] as const,
      [0],
    ),
  )('of %s have that depth and the requested number, and are reproducible', async (name, goal) => {
    const board = parseBoard(name);
    const { histogram, table } = await exploreBoard({ board, goal });
    if (table === null) throw new Error('no table');
    const distances = walkerOf(table);
    const wanted = 4;
    const samples = await samplePositions(board, goal, histogram, wanted, { threads: 2 });
    const depths = histogram.map(() => 0);
    for (const position of samples) depths[distances.distance(position, goal) ?? -1]++;
    expect(depths).toEqual(histogram.map((states) => Math.min(wanted, states)));
    expect(new Set(samples.map(String)).size).toBe(samples.length);
    expect(await samplePositions(board, goal, histogram, wanted, { threads: 3 })).toEqual(samples);
    // They are not the first states of their layers: the blank and the first tile are on all cells.
    expect(new Set(samples.map((position) => position.indexOf(0))).size).toBe(board.cells);
    expect(new Set(samples.map((position) => position.indexOf(1))).size).toBeGreaterThan(board.cells - 3);
  });
});

test('an exploration has a table unless it was declined, in its type too', async () => {
  const made = await explore({ space: '2x2' });
  expectTypeOf(made.table).toEqualTypeOf<TableContents>();
  expect(made.table.encoding).toBe('mod4');
  const declined = await explore({ space: '2x2', table: false });
  expectTypeOf(declined.table).toEqualTypeOf<null>();
  expect(declined.table).toBeNull();
  const options: ExploreOptions = { space: '2x2', threads: 1 };
  expectTypeOf((await explore(options)).table).toEqualTypeOf<TableContents | null>();
});

test('and so have explorations of all goals', async () => {
  const found: unknown[] = [];
  await exploreAllGoals({
    board: '2x2',
    onExploration(exploration) {
      expectTypeOf(exploration).toEqualTypeOf<GoalExploration<TableContents>>();
      found.push(exploration.table.encoding);
    },
  });
  await exploreAllGoals({
    board: '2x2',
    table: false,
    onExploration: ({ table }) => {
      expectTypeOf(table).toEqualTypeOf<null>();
      found.push(table);
    },
  });
  expect(found).toEqual(['mod4', null]);
});
