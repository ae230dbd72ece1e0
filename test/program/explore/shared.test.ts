/** `antipode explore --queue` and `antipode worker`, each as a separate process. */

import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { BOARD, beginRun } from '../../runs/queue/begun-run.js';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, linesOf, temporaryFolder, withoutEffort } from '../run.js';

/** Starts the program. @returns its output so far, and its end */
function running(words: readonly string[], cwd: string) {
  const said = { out: '', err: '' };
  let child: ChildProcess | undefined;
  const finished = antipodeProcess(words, {
    cwd,
    during: (started) => {
      child = started;
      started.stderr?.on('data', (text) => (said.err += text));
    },
  });
  return { said, finished, signal: (name: NodeJS.Signals) => child?.kill(name) };
}

describe.skipIf(WITHOUT_REDIS)(`a run that workers share${LEFT_OUT}`, () => {
  test.runIf(FULL)(
    'is stopped by Ctrl-C and resumed by the same command, and has the results of a single process',
    async () => {
      const cwd = temporaryFolder();
      const whole = temporaryFolder();
      const { url } = await RedisProcess.start({ password: 'secret' });
      // Far from the end, which the run must not reach before the signal.
      await beginRun(join(cwd, 'w'), 40);
      const shared = ['--queue', url, '--work', 'w', '--memory', '50MB', '--threads', '1'];
      const explored = ['explore', BOARD, '--antipodes', '7', '--output', 'out', '--log', 'log', '--json', ...shared];

      const worker = running(['worker', ...shared], cwd);
      const other = running(['worker', ...shared], cwd);
      const first = running(explored, cwd);
      const layers = () =>
        existsSync(join(cwd, 'log')) ? readFileSync(join(cwd, 'log'), 'utf8').split('\n').length : 0;
      // Four processes start.
      const started = () => [worker, other].every(({ said }) => said.err.includes('making portions in w'));
      await expect.poll(started, { timeout: 60_000 }).toBe(true);
      await expect.poll(layers, { timeout: 60_000 }).toBeGreaterThan(2);
      first.signal('SIGINT');
      const stopped = await first.finished;
      expect(stopped.err).toMatch(/antipode: stopped, and workers wait; to resume: [^\n]*\n$/);
      expect(stopped.err).not.toContain('secret');
      expect(stopped.status).toBe(130);

      other.signal('SIGTERM');
      const ended = await other.finished;
      expect(ended.err).toMatch(/antipode: stopped; another worker will make this worker's unfinished portions\n$/);
      expect(ended.status).toBe(143);

      const { status, out, err } = await running(explored, cwd).finished;
      expect([status, err]).toEqual([0, expect.any(String)]);
      expect(await worker.finished).toMatchObject({ status: 0, err: expect.stringMatching(/the run is complete\n$/) });
      expect(linesOf(join(cwd, 'log')).length).toBeGreaterThan(10);
      const plain = ['explore', BOARD, '--antipodes', '7', '--output', 'out', '--json'];
      const alone = await antipode(plain, { cwd: whole });
      expect(alone.status).toBe(0);
      const { threads, bytes, ...expected } = withoutEffort(alone.out);
      expect(withoutEffort(out)).toMatchObject(expected);
      const [table] = readdirSync(join(whole, 'out')).filter((name) => name.endsWith('.table'));
      expect(readFileSync(join(cwd, 'out', table)).equals(readFileSync(join(whole, 'out', table)))).toBe(true);
      expect(existsSync(join(cwd, 'w'))).toBe(false);
    },
  );
});
