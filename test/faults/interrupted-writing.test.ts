/** Signals at the worst moments: no half-written file stays, whatever Node's own threads are doing. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import { openWalker } from '../board-walkers.js';
import { antipodeProcess } from '../program/process.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { newSeed } from '../seed.js';
import { count, FULL, rows } from '../suite.js';

const preload = fileURLToPath(new URL('../fixtures/interrupted-call.cjs', import.meta.url));

/** Sends a signal during a call. @param call name of the file system call in progress */
function interruptedAt(call: string, words: readonly string[], cwd: string) {
  return antipodeProcess(words, {
    cwd,
    nodeOptions: ['--require', preload],
    env: { CALL: call, UV_THREADPOOL_SIZE: '1' },
  });
}

describe('a signal leaves no temporary file', () => {
  test.each(rows(['open', 'write', 'sync', 'rename'], [3]))(
    'if the %s of the table still waits for a thread',
    async (call) => {
      const cwd = temporaryFolder();
      const { status, err } = await interruptedAt(call, ['explore', '2x3', '--threads', '2'], cwd);
      expect(status).toBe(130);
      const [, title, ...distribution] = err.split('\n');
      expect(title).toBe('2x3: all 22 layers complete, but the files are not');
      expect(distribution[22]).toMatch(/^ {3}21 {7}1 {3}0\.28 % /);
      expect(readdirSync(join(cwd, 'out'))).toEqual([]);
    },
  );

  test('if a second signal arrives while the first is handled', async () => {
    const cwd = temporaryFolder();
    const { status } = await interruptedAt('rmSync', ['explore', '2x3', '--threads', '2'], cwd);
    expect(status).toBe(130);
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test.each(
    rows(
      [
        ['a page', ['report', 'out/2x3.table', '--output', 'out/2x3.html', '--threads', '2'], '2x3.html'],
        ['an array', ['export', 'out/2x3.table', '--format', 'npy', '--yes', '--threads', '2'], '2x3.npy'],
      ] as const,
      [1],
    ),
  )('if %s replaces an earlier one, which stays', async (_, words, name) => {
    const cwd = temporaryFolder();
    expect((await antipode(['explore', '2x3'], { cwd })).status).toBe(0);
    expect((await antipode(words, { cwd })).status).toBe(0);
    const files = readdirSync(join(cwd, 'out'));
    const before = readFileSync(join(cwd, 'out', name));
    expect((await interruptedAt('open', words, cwd)).status).toBe(130);
    expect(readdirSync(join(cwd, 'out'))).toEqual(files);
    expect(readFileSync(join(cwd, 'out', name))).toEqual(before);
  });

  test('at random moments while several goals are explored in turn', async () => {
    const random = new SeededRandom(newSeed());
    let ended = 0;
    for (let run = 0; run < count(1, 8); run++) {
      const cwd = temporaryFolder();
      const milliseconds = random.below(250);
      const { status } = await antipodeProcess(['explore', '2x5', '--all-goals', '--threads', '2'], {
        cwd,
        during: (child) => {
          child.stderr?.once('data', async () => {
            await setTimeout(milliseconds);
            child.kill('SIGINT');
          });
        },
      });
      if (status === 130) ended++;
      const names = existsSync(join(cwd, 'out')) ? readdirSync(join(cwd, 'out')) : [];
      for (const name of names) {
        expect(name).toMatch(/^2x5[^.]*\.(table|json)$/);
        if (name.endsWith('.table')) openWalker(join(cwd, 'out', name)).close();
        else JSON.parse(readFileSync(join(cwd, 'out', name), 'utf8'));
      }
    }
    if (FULL) expect(ended).toBeGreaterThan(0);
  });
});
