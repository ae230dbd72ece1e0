import { expect, test } from 'vitest';
import { InputError, LimitError, search } from '#src/index.js';

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

test('reports wrong questions', async () => {
  await expect(search(knight, { from: 'z9', to: 'a1' })).rejects.toThrow(InputError);
  await expect(search(knight, { from: 64, to: 'a1' })).rejects.toThrow(
    'the states of knight:8 are the numbers 0 to 63, found 64',
  );
  await expect(search('3x3', { from: -5 })).rejects.toThrow(
    new InputError('the states of 3x3 are the numbers 0 to 181439, found -5'),
  );
  await expect(search('5x5', { from: 7 })).rejects.toThrow(
    new InputError('the states of 5x5 have no numbers, found 7'),
  );
  await expect(search('chess', { from: 0 })).rejects.toThrow(InputError);
  await expect(search('pancake:13', { from: 123_456_789, to: 0 }, { bytes: 1e6 })).rejects.toThrow(LimitError);
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
