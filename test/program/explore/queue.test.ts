import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withoutPassword } from '#src/program/terminal/process.js';
import { antipode, temporaryFolder } from '../run.js';

/** An address without a server, because its port is reserved. */
const NOBODY = 'redis://127.0.0.1:1';
const SHARED = ['--queue', NOBODY, '--work', 'w'];

describe('antipode explore --queue', () => {
  test('without a server it fails and writes nothing', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await antipode(['explore', '3x3', ...SHARED], { cwd });
    expect([status, err]).toEqual([
      1,
      'antipode: redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)\n',
    ]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('results do not contain the password of an address', () => {
  const url = 'rediss://:my@secret@lab:6379/1';
  const call = { version: '1.0.0', argv: ['explore', '3x3', '--queue', url, `--queue=${url}`] };
  expect(withoutPassword(call, url).argv.slice(3)).toEqual(['rediss://lab:6379/1', '--queue=rediss://lab:6379/1']);
});
