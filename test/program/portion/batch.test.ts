/** Scripts of batch systems, with real processes that are killed and that work in one folder at the same time. */

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BoardEnginePlan } from '#src/engines/bits/engine.js';
import { needOf } from '#src/runs/exploration/exploration.js';
import { FolderRun } from '#src/runs/portions/folder-run.js';
import { boardOf } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board/space/board-facts.js';
import { count, FULL } from '../../suite.js';
import { antipodeProcess, CLI } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

const SCRIPT = fileURLToPath(new URL('../../../examples/cluster/portions.sh', import.meta.url));
/** In full mode of several portions. */
const BOARD = FULL ? '2x5' : '2x3';

/** A folder in which `antipode` is the built program, with the table that is expected. */
async function newPlace() {
  const cwd = temporaryFolder();
  const bin = join(cwd, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'antipode'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(join(bin, 'antipode'), 0o755);
  await antipode(['explore', BOARD, '--output', 'alone'], { cwd });
  return { cwd, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, MEMORY: '100MB' } };
}

function expectSameTable(cwd: string): void {
  const [found, alone] = ['out', 'alone'].map((folder) => readFileSync(join(cwd, folder, `${BOARD}.table`)));
  expect(found.equals(alone)).toBe(true);
}

/** Begins a run whose layers have several portions, small as they are. */
async function beginInPortions(cwd: string): Promise<void> {
  const board = boardOf(BOARD);
  const source = boardSource(board, orderedPosition(board), 'single');
  const plan = BoardEnginePlan.of(source, needOf({ threads: 1 }));
  const run = await FolderRun.begin(join(cwd, 'w'), plan, join(cwd, 'out'), { memory: 100e6, portionBytes: 20e3 });
  await run.close();
}

test('the shell loop goes on with the same command after kill -9 at any moment, and makes the same table', async () => {
  const { cwd, env } = await newPlace();
  await beginInPortions(cwd);
  for (let kills = 0; ; kills++) {
    // A group of its own, with the processes that the script has started.
    const script = spawn(SCRIPT, [BOARD, 'w'], { cwd, env, detached: true, stdio: 'ignore' });
    const ended = new Promise((resolve) => script.on('close', (status, signal) => resolve(signal ?? status)));
    const isKilled = kills < count(2, 10);
    if (isKilled) {
      await wait(600 + 130 * kills);
      process.kill(-(script.pid as number), 'SIGKILL');
    }
    expect(await ended).toBe(isKilled ? 'SIGKILL' : 0);
    if (!isKilled) break;
  }
  expectSameTable(cwd);
  expect(readdirSync(cwd).sort()).toEqual(['alone', 'bin', 'out']);
});

/** Completes layer after layer, as far as another loop has not done so already. */
async function loop(cwd: string): Promise<void> {
  const portion = (layer: number, ...words: string[]) =>
    antipodeProcess(['portion', '--work', 'w', '--layer', String(layer), '--memory', '100MB', ...words], { cwd });
  for (;;) {
    const depths = readdirSync(join(cwd, 'w')).flatMap((name) => /^manifest-(\d+)$/.exec(name)?.[1] ?? []);
    const layer = Math.max(...depths.map(Number));
    const next = await portion(layer, '--finish');
    if (next.status === 0 && next.out === '') return;
    for (const number of next.out.trim().split('\n')) {
      if (next.status !== 0) break;
      expect(await portion(layer + 1, '--portion', number)).toMatchObject({ status: 0, out: '' });
    }
    const { status, out, err } = next.status === 0 ? await portion(layer + 1, '--finish') : next;
    if (status === 0 && out === '') return;
    // The other loop was faster.
    if (status !== 0) expect(err).toMatch(/^antipode: layer \d+ is not the latest, layer \d+ is complete: [^\n]*\n$/);
  }
}

test('two loops at once in one folder make the same table', async () => {
  const { cwd } = await newPlace();
  await beginInPortions(cwd);
  await Promise.all([loop(cwd), loop(cwd)]);
  expect(await antipodeProcess(['explore', '--resume', 'w'], { cwd })).toMatchObject({ status: 0 });
  expectSameTable(cwd);
});
