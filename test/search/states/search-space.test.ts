import { expect, test } from 'vitest';
import { InputError, LimitError, searchSpace } from '#src/index.js';

const knight = { kind: 'known', space: 'knight:8' } as const;

test('searches a space by its source, with states as texts or numbers', async () => {
  const { seconds, ...found } = await searchSpace(knight, 'a1', 'b1');
  // b1, on the same row next to it, is three jumps away on a board of 3x3 or more squares.
  expect(found).toMatchObject({ algorithm: 'bidirectional', distance: 3 });
  expect(found.states).toHaveLength(4);
  expect(found.states?.[0]).toBe(0);
  expect(found.states?.[3]).toBe(1);
  expect(found.moves).toHaveLength(3);
  expect(seconds).toBeGreaterThan(0);
  expect((await searchSpace(knight, 0, 63, { algorithm: 'bfs' })).distance).toBe(6);
});

test('searches to the start where no goal is given', async () => {
  const { moves, states } = await searchSpace({ kind: 'known', space: 'pancake:4' }, '2 1 3 4');
  expect(moves).toEqual(['2']);
  expect(states?.[1]).toBe(0);
  expect((await searchSpace({ ...knight, start: 'h8' }, 'g6')).distance).toBe(1);
});

test('searches a space of one’s own, of several starts, and says where none can be reached', async () => {
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
  expect(await searchSpace(pairs, '3')).toMatchObject({ moves: ['swap'], states: [3, 2], distance: 1 });
  expect(await searchSpace(pairs, 4)).toMatchObject({ moves: null, states: null, distance: null });
});

test('says what is wrong', async () => {
  await expect(searchSpace(knight, 'z9', 'a1')).rejects.toThrow(InputError);
  await expect(searchSpace(knight, 64, 'a1')).rejects.toThrow(
    'the states of knight:8 are the numbers 0 to 63, found 64',
  );
  await expect(searchSpace({ kind: 'known', space: 'chess' }, 0)).rejects.toThrow(InputError);
  await expect(searchSpace({ kind: 'known', space: 'pancake:13' }, 123_456_789, 0, { bytes: 1e6 })).rejects.toThrow(
    LimitError,
  );
});
