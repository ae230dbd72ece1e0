/**
 * Worker threads that really die in the middle of a layer: there is no result, one line gives the reason, and nothing else is harmed.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { antipodeProcess } from '../program/process.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { publishedHistogram } from '../spaces/puzzles/space-checks.js';
import { FULL, rows } from '../suite.js';

const fixture = fileURLToPath(new URL('../fixtures/dying-worker.cjs', import.meta.url));

/** Heap of each thread, in MB. */
const HEAP = '--max-old-space-size=50';

const REASONS = {
  exit: 'worker exited with code: 3',
  throw: 'the worker was hit',
  memory: 'Worker terminated due to reaching memory limit: JS heap out of memory',
} as const;

test.each(
  rows(
    [
      ['a board', ['3x4'], 'memory'],
      ['a board', ['2x5', '--metric', 'multi'], 'exit'],
      ['a board with every goal', ['2x5', '--all-goals'], 'throw'],
      ['a space', ['pancake:9'], 'exit'],
      ['a space', ['pancake:9'], 'throw'],
      ['a space', ['pancake:9'], 'memory'],
    ] as const,
    [3],
  ),
)('antipode explore of %s fails and leaves no file: %j, if a worker dies by %s', async (_, words, how) => {
  const cwd = temporaryFolder();
  const { status, out, err } = await antipodeProcess(['explore', ...words, '--threads', '2'], {
    cwd,
    nodeOptions: [HEAP, '--require', fixture],
    env: { DYING: how, CLAIM: '12' },
  });
  const [needs, failure, ...more] = err.split('\n');
  expect(needs).toMatch(/states need .* are free/);
  expect(failure).toBe(
    `antipode: a worker thread failed in the middle of a layer, so there is no result: ${REASONS[how]}`,
  );
  expect(more).toEqual(['']);
  expect(status).toBe(1);
  expect(out).toBe('');
  expect(readdirSync(join(cwd, 'out'))).toEqual([]);
});

test.each(
  rows(
    [
      ['exit', ['2x5', '--checkpoint', 'kept', '--checkpoint-every', '0']],
      ['throw', ['2x4', '--store', 'disk', '--work', 'kept']],
      ['memory', ['2x5', '--checkpoint', 'kept', '--checkpoint-every', '0']],
      ['exit', ['2x5', '--method', 'general', '--checkpoint', 'kept', '--checkpoint-every', '0']],
    ] as const,
    [1],
  ),
)(
  'an exploration with saved layers fails in one line if a worker dies by %s, and can be resumed: %j',
  async (how, kept) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipodeProcess(['explore', ...kept, '--threads', '2'], {
      cwd,
      nodeOptions: [HEAP, '--require', fixture],
      env: { DYING: how, CLAIM: '20' },
    });
    expect(err.split('\n').filter((line) => line.startsWith('antipode:'))).toEqual([
      `antipode: a worker thread failed in the middle of a layer, so there is no result: ${REASONS[how]}; to resume once that is fixed: antipode explore --resume kept`,
    ]);
    expect(err).not.toMatch(/^ +at /m);
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
    const resumed = await antipode(['explore', '--resume', 'kept', '--threads', '2'], { cwd });
    expect(resumed.err).not.toContain('antipode:');
    expect(resumed.status).toBe(0);
    const name = readdirSync(join(cwd, 'out')).find((file) => file.endsWith('.json')) ?? '';
    const { histogram } = JSON.parse(readFileSync(join(cwd, 'out', name), 'utf8'));
    expect(histogram).toEqual(publishedHistogram(kept[0], 'single'));
    expect(readdirSync(cwd)).toEqual(['out']);
  },
);

test.runIf(FULL)('after a worker has died, at any claim, the same process explores again and ends normally', () => {
  const program = `
    const { explore } = await import('#src/runs/explore.js');
    const explorations = [
      (threads) => explore({ space: '3x4', threads }),
      (threads) => explore({ space: '2x5', metric: 'multi', threads }),
      (threads) => explore({ space: { kind: 'known', space: 'pancake:8' }, threads }),
    ];
    const outcomes = [];
    for (const exploration of explorations) {
      // Idle threads are reused by explorations with the same number. Only failing ones have two threads, so that these are started
      // anew.
      const { histogram } = await exploration(1);
      for (const [how, claim] of [['exit', 2], ['throw', 9], ['memory', 5]]) {
        Object.assign(process.env, { DYING: how, CLAIM: claim });
        const error = await exploration(2).catch((error) => error);
        outcomes.push(error.name + ' ' + error.message.replace(/.*no result: /, ''));
      }
      delete process.env.DYING;
      outcomes.push(String((await exploration(3)).histogram) === String(histogram));
    }
    console.log(JSON.stringify(outcomes));
  `;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [HEAP, '--require', fixture, '--eval', `(async () => {${program}})()`],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8', timeout: 600_000 },
  );
  expect(stderr).toBe('');
  const died = Object.values(REASONS).map((reason) => `WorkerError ${reason}`);
  expect(JSON.parse(stdout)).toEqual([...died, true, ...died, true, ...died, true]);
  expect(status).toBe(0);
});
