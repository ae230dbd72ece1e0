import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { BoardTables, preparedDatabases } from '../../../src/program/arguments/tables.js';
import { Answers } from '../../../src/program/commands/answers.js';
import { positionReader, Questions } from '../../../src/program/commands/questions.js';
import { makeBoard } from '../../../src/spaces/board/board.js';
import { orderedPosition } from '../../../src/spaces/board/position.js';

function recorder() {
  const stream = new PassThrough({ encoding: 'utf8' });
  let text = '';
  return { stream, text: () => (text += stream.read() ?? '') };
}

/** Answers a position of 4x4 by pattern databases, with a time limit that is over at once. */
async function hastily(position: string, partition = '3-3-3-3-3') {
  const out = recorder();
  const err = recorder();
  const options = { algorithm: 'idastar', heuristic: 'pattern', partition, seconds: 1e-9 } as const;
  const questions = new Questions('position', positionReader(options, await BoardTables.of()), options, err.stream);
  const answers = new Answers(out.stream);
  const failed = await questions.answer(position, answers)?.then(
    () => undefined,
    (error: Error) => error.message,
  );
  answers.flush();
  return { out: out.text(), err: err.text(), failed };
}

test.each([
  ['no moves lead to the goal', '1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x', 'unsolvable\n'],
  ['the position is the goal', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x', '\n'],
])('that %s is known before databases are made, and within any time limit', async (_, position, out) => {
  expect(await hastily(position)).toEqual({ out, err: '', failed: undefined });
});

test('a wrong partition is refused even if the answer is known without it', async () => {
  const { out, failed } = await hastily('1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x', '9-9');
  expect(out).toBe('');
  expect(failed).toContain('the sizes of a partition of 4x4 add up to its 15 tiles');
});

test('the time limit counts the search, and not the making of databases', async () => {
  const { err, failed } = await hastily('1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15');
  expect(err).toContain('4x4: pattern databases 3-3-3-3-3 made on the spot\n');
  expect(failed).toMatch(/^no solution within the time limit of 1e-9 s/);
});

afterEach(() => {
  vi.useRealTimers();
});

test('making databases says so if it takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const board = makeBoard(3, 3);
  const err = recorder();
  const made = preparedDatabases(board, orderedPosition(board), { partition: '4-4', seconds: 1 }, err.stream);
  vi.advanceTimersByTime(999);
  expect(err.text()).toBe('');
  vi.advanceTimersByTime(1);
  expect(err.text()).toBe('3x3: preparing pattern databases, which the time limit does not count\n');
  vi.useRealTimers();
  expect((await made).partition).toBe('4-4');
});
