import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutPassword } from '#src/program/terminal/call.js';
import { explore } from '#src/runs/explore.js';
import { antipode, temporaryFolder } from '../run.js';

/** An address without a server, because its port is reserved. */
const NOBODY = 'redis://127.0.0.1:1';
const SHARED = ['--queue', NOBODY, '--work', 'w'];

const ELSEWHERE =
  '--queue is for boards with the fast method and --metric single: in other spaces moves lead anywhere, so every layer would read and write all files; keep the states in memory, and save them with --checkpoint <dir>';

describe('antipode explore --queue', () => {
  test.each([
    ['3x3', ['--queue', NOBODY], '--queue keeps the bitsets in the files of a folder: name it with --work <dir>'],
    [
      '3x3',
      [...SHARED, '--checkpoint', 'c'],
      '--checkpoint is for bitsets in memory: leave it out, because --queue saves every layer in the --work folder',
    ],
    [
      '3x3',
      [...SHARED, '--checkpoint-every', '9'],
      '--checkpoint-every is for bitsets in memory: leave it out, because --queue saves every layer in the --work folder',
    ],
    [
      '3x3',
      [...SHARED, '--store', 'memory'],
      '--queue shares a run through the files of a folder: leave out --store memory, or --queue',
    ],
    ['3x3', [...SHARED, '--all-goals'], '--queue is for a single goal, not for --all-goals: leave it out'],
    [
      '3x3',
      [...SHARED, '--resume', 'w'],
      '--queue resumes the run in the --work folder, if the command that began it is repeated: leave out --resume',
    ],
    [
      '3x3',
      [...SHARED, '--partition', '4-4'],
      '--queue is for whole boards, without --partition: keep the states in memory',
    ],
    [
      '3x3',
      [...SHARED, '--pattern', '1 2 3'],
      '--queue is for whole boards, without --pattern: keep the states in memory, and save them with --checkpoint <dir>',
    ],
    ['3x3', [...SHARED, '--plan'], '--plan explores nothing, so it does not use --queue: leave out --queue, or --plan'],
    ['3x3', [...SHARED, '--metric', 'multi'], ELSEWHERE],
    ['3x3', [...SHARED, '--method', 'general'], ELSEWHERE],
    ['pancake:5', SHARED, ELSEWHERE],
  ])('of %s %j is refused in one line', async (space, options, message) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(['explore', space, ...options], { cwd });
    expect([status, out, err]).toEqual([2, '', `antipode: ${message}\n`]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('without a server it fails and writes nothing', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await antipode(['explore', '3x3', ...SHARED], { cwd });
    expect([status, err]).toEqual([
      1,
      'antipode: redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)\n',
    ]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('a folder with another run is refused with the properties of that run, which its original command resumes', async () => {
    const cwd = temporaryFolder();
    const work = join(cwd, 'w');
    const stop = AbortSignal.abort();
    const stopped = explore({ space: '2x4', table: false, disk: { work, memory: 1e8 }, stop });
    await expect(stopped).rejects.toThrow('the exploration was stopped after depth 0');
    const refusalOf = async (...words: string[]) => (await antipode(['explore', ...words, ...SHARED], { cwd })).err;
    const refusal = (found: string, asked: string) =>
      `antipode: w holds a run ${found}, but the command asks for one ${asked}: repeat the command that began it, or name another folder\n`;
    expect(await refusalOf('3x3', '--no-table')).toBe(refusal('of 2x4', 'of 3x3'));
    expect(await refusalOf('2x4')).toBe(refusal('without a table', 'with a table'));
    expect(await refusalOf('2x4', '--no-table', '--goal', 'x 1 2 3 4 5 6 7')).toBe(
      refusal('with the goal 1 2 3 4 5 6 7 x', 'with the goal x 1 2 3 4 5 6 7'),
    );
    expect(await refusalOf('2x4', '--no-table', '--antipodes', '3')).toBe(
      refusal('that lists 20 antipodes', 'that lists 3 antipodes'),
    );
    expect(await refusalOf('2x4', '--no-table')).toContain('no server listens there');
    expect(existsSync(join(work, 'manifest-0'))).toBe(true);
  });
});

test('results do not contain the password of an address', () => {
  const url = 'rediss://:my@secret@lab:6379/1';
  const call = { version: '1.0.0', argv: ['explore', '3x3', '--queue', url, `--queue=${url}`] };
  expect(withoutPassword(call, url).argv.slice(3)).toEqual(['rediss://lab:6379/1', '--queue=rediss://lab:6379/1']);
});
