import { expect, test } from 'vitest';
import { InputError, LimitError, type SearchOptions, type SearchQuestion, search } from '#src/index.js';
import { algorithmsFor } from '#src/search/algorithms.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import type { SpaceSource } from '#src/space/space.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { openSpace } from '#src/spaces/open-space.js';
import { boardTables, line, searchBoard, spaceOf } from './spaces.js';

const knight = { kind: 'known', space: 'knight:8' } as const;

test('searches a space by its source, with states as texts or numbers', async () => {
  const { seconds, ...found } = await search(knight, { from: 'a1', to: 'b1' });
  // b1, its neighbour in the same row, is three jumps away on boards of at least 3x3 squares.
  expect(found).toMatchObject({ algorithm: 'bidirectional', distance: 3 });
  expect(found.states).toHaveLength(4);
  expect(found.states?.[0]).toBe(0);
  expect(found.states?.[3]).toBe(1);
  expect(found.moves).toHaveLength(3);
  expect(seconds).toBeGreaterThan(0);
  expect((await search(knight, { from: 0, to: 63 }, { algorithm: 'bfs' })).distance).toBe(6);
});

test('searches to the start if no goal is given', async () => {
  const { moves, states } = await search('pancake:4', { from: '2 1 3 4' });
  expect(moves).toEqual(['2']);
  expect(states?.[1]).toBe(0);
  expect((await search({ ...knight, start: 'h8' }, { from: 'g6' })).distance).toBe(1);
});

test('searches a user’s space with several starts, and reports if none can be reached', async () => {
  const pairs = {
    name: 'pairs',
    size: 6,
    starts: [0, 2],
    moves: ['swap'],
    reversible: true,
    neighbours(state: number, next: Float64Array) {
      next[0] = state ^ 1;
    },
    format: String,
    parse: Number,
  };
  expect(await search(pairs, { from: '3' })).toMatchObject({ moves: ['swap'], states: [3, 2], distance: 1 });
  expect(await search(pairs, { from: 4 })).toMatchObject({ moves: null, states: null, distance: null });
});

/** A ring with an exit at 3 to a dead end; 7 is not connected. */
const ONE_WAY = spaceOf([[1], [2], [3], [4, 5], [0], [6], [], [7]]);
const ENDS_ELSEWHERE =
  'the heuristics of pancake:5 estimate the moves to its start, but this path ends elsewhere: use bfs or bidirectional, or search for a path to the start';
const ONE = { from: '12345678x' };

test.each<[string | SpaceDefinition | SpaceSource, SearchQuestion, SearchOptions, string]>([
  ['knight:8', { from: 64, to: 'a1' }, {}, 'the states of knight:8 are the numbers 0 to 63, found 64'],
  ['3x3', { from: -5 }, {}, 'the states of 3x3 are the numbers 0 to 181439, found -5'],
  ['5x5', { from: 7 }, {}, 'the states of 5x5 have no numbers, found 7'],
  [ONE_WAY, { from: 9, to: 0 }, {}, 'the states of graph are the numbers 0 to 7, found 9'],
  [ONE_WAY, { from: 0.5, to: 0 }, {}, 'the states of graph are the numbers 0 to 7, found 0.5'],
  [
    ONE_WAY,
    { from: 0, to: 1 },
    { algorithm: 'bidirectional' },
    'graph has moves that cannot be undone and gives no predecessors, so it cannot be searched from the goal: use bfs',
  ],
  [ONE_WAY, { from: 0 }, { algorithm: 'astar' }, 'astar needs a heuristic, and graph has none: use bfs'],
  [
    'topspin:6,3',
    { from: 5 },
    { algorithm: 'idastar' },
    'idastar needs a heuristic, and topspin:6,3 has none: use bfs or bidirectional',
  ],
  [
    { kind: 'known', space: 'pancake:5', start: '21345' },
    { from: 5 },
    { algorithm: 'astar' },
    'astar needs a heuristic, and pancake:5 has none for this start: use bfs or bidirectional',
  ],
  ['knight:8', { from: 5 }, { heuristic: 'gap' }, "knight:8 has no heuristic: leave out 'gap'"],
  ['pancake:5', { from: 5 }, { heuristic: 'manhattan' }, "the heuristic must be one of gap; found 'manhattan'"],
  ['pancake:5', { from: '1 2 3 4 5', to: '2 1 3 4 5' }, { algorithm: 'astar' }, ENDS_ELSEWHERE],
  ['pancake:5', { to: '2 1 3 4 5' }, { algorithm: 'idastar' }, ENDS_ELSEWHERE],
  [
    '3x3',
    ONE,
    { algorithm: 'dfs' as 'bfs' },
    "the algorithm must be one of table, bfs, bidirectional, astar, idastar; found 'dfs'",
  ],
  [
    { kind: 'board', board: '2x2', metric: 'multi', goal: '1 2 3 x' },
    { from: '1 x 3 2' },
    { algorithm: 'astar' },
    'astar needs a heuristic that never overestimates, and none exists if a move slides several tiles: use table, bfs or bidirectional',
  ],
  ['3x3', ONE, { seconds: Number.NaN }, 'seconds must be a number above 0, found null'],
  ['3x3', ONE, { bytes: -1 }, 'bytes must be a number above 0, found -1'],
  ['3x3', ONE, { threads: 0 }, 'threads must be a whole number from 1 to 256, found 0'],
  [
    '3x3',
    ONE,
    { onProgress: 5 as never },
    'onProgress must be a function, found 5: pass a function that receives the progress',
  ],
  ['3x3', ONE, { algorithm: 'table' }, 'the algorithm table needs tables: give them as the option tables'],
  [
    '3x3',
    ONE,
    { algorithm: 'table', tables: boardTables('3x3', orderedPosition(makeBoard(3, 3), 0), () => undefined) },
    'the tables are those of 3x3-blank-0 with the goal x 1 2 3 4 5 6 7 8, not of 3x3 with the goal 1 2 3 4 5 6 7 8 x: open tables of that space',
  ],
  ...[5, null, ['4-4']].map((partition, at): [string, SearchQuestion, SearchOptions, string] => [
    '3x3',
    ONE,
    { heuristic: 'pattern', partition: partition as never },
    `partition must be a text, found ${['5', 'null', 'a list'][at]}: give sizes such as '6-6-3', or tiles such as '1 2 3 / 4 5 / 6 7 8'`,
  ]),
  ...[null, 5, {}, ['3x3.table']].map((databases, at): [string, SearchQuestion, SearchOptions, string] => [
    '3x3',
    ONE,
    { databases: databases as never },
    `databases must be pattern databases, found ${['null', '5', 'an object', 'a list'][at]}: open them with openDatabases`,
  ]),
])('a search of %j for %j by %j is refused', async (space, question, options, message) => {
  await expect(search(space, question, options)).rejects.toThrow(new InputError(message));
});

test('unknown spaces and texts that are no states are refused', async () => {
  await expect(search('chess', { from: 0 })).rejects.toThrow(InputError);
  await expect(search(knight, { from: 'z9', to: 'a1' })).rejects.toThrow(InputError);
  await expect(search('3x3', { from: [1, 2, 3] })).rejects.toThrow('found 3');
  await expect(search('3x3', { to: [1, 1, 1, 1, 1, 1, 1, 1, 0] })).rejects.toThrow('8 times');
});

test('a path that is too long for the queue of A* is found by IDA*', async () => {
  const space = line(100_000, (state) => state);
  await expect(search(space, { from: 70_000 }, { algorithm: 'astar' })).rejects.toThrow(
    new LimitError('A* searches no deeper than 65535 moves'),
  );
  expect((await search(space, { from: 3000 }, { algorithm: 'idastar' })).distance).toBe(3000);
});

test('spaces are searched from both ends if possible, otherwise from the start alone; informed searches are never the default', async () => {
  const algorithmOf = async (space: Parameters<typeof search>[0]) =>
    (await search(space, { from: 0, to: 6 })).algorithm;
  expect(await algorithmOf(ONE_WAY)).toBe('bfs');
  expect(
    await algorithmOf({ ...ONE_WAY, predecessors: (state) => [[4], [0], [1], [2], [3], [3], [5], [7]][state] }),
  ).toBe('bidirectional');
  expect(await algorithmOf('pancake:5')).toBe('bidirectional');
  const all = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'];
  expect(algorithmsFor(await openSpace({ kind: 'known', space: 'pancake:5' }))).toEqual(all);
  expect(algorithmsFor(await openSpace({ kind: 'known', space: 'hanoi:3,3' }))).toEqual(all.slice(0, 3));
});

test('informed searches use the named heuristic, and the first one by default', async () => {
  const space = { ...line(10, (state) => state), heuristics: { zero: () => 0, steps: (state: number) => state } };
  for (const algorithm of ['astar', 'idastar'] as const) {
    expect((await search(space, { from: 5 }, { algorithm })).heuristic).toBe('zero');
    expect((await search(space, { from: 5 }, { algorithm, heuristic: 'steps' })).heuristic).toBe('steps');
    expect((await search('pancake:5', { from: '2 1 3 4 5', to: 0 }, { algorithm })).moves).toEqual(['2']);
  }
});

test('searches boards of any size like other spaces, with positions as states', async () => {
  for (const [board, from, moves, heuristic] of [
    ['2x3', '1 2 x 4 5 3', ['d'], 'linear-conflict'],
    ['4x4', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15', ['r'], 'pattern'],
    ['6x6', [...Array.from({ length: 34 }, (_, index) => index + 1), 'x', 35].join(' '), ['r'], 'linear-conflict'],
  ] as const) {
    const found = await search(board, { from });
    expect(found).toMatchObject({ algorithm: 'idastar', heuristic, moves, distance: 1 });
    expect(found.states).toHaveLength(2);
    expect(found.states?.[1]).toEqual([...Array.from(from.split(' ').keys()).slice(1), 0]);
  }
  const goal = { kind: 'board', board: '2x2', metric: 'multi', goal: 'x 1 2 3' } as const;
  expect(await search(goal, { from: '1 x 2 3' })).toMatchObject({ algorithm: 'bidirectional', moves: ['l1'] });
  expect(await search(goal, { to: '1 x 2 3' })).toMatchObject({
    moves: ['r1'],
    states: [
      [0, 1, 2, 3],
      [1, 0, 2, 3],
    ],
  });
});

test('accepts the number of a state on numbered boards', async () => {
  const { states } = await search('2x2', { from: 0 }, { algorithm: 'bfs' });
  expect(states?.[0]).toHaveLength(4);
});

test('moves of several tiles never continue along the line of the last move, and solve boards too large to enumerate', async () => {
  const row = { board: '1x8', start: 'x 1 2 3 4 5 6 7', metric: 'multi' } as const;
  expect((await searchBoard('bfs', row)).moves).toBe('r7');
  const start = '5 1 2 3 9 6 7 4 x 10 11 8 13 14 15 12';
  const { moves, distance } = await searchBoard('bidirectional', { board: '4x4', start, metric: 'multi' });
  expect({ moves, distance }).toEqual({ moves: 'u2r3d3', distance: 3 });
});
