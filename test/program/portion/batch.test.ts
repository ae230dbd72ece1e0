/** Scripts of batch systems, with real processes that are killed, or work simultaneously in one folder. */

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BoardEnginePlan } from '#src/engines/boards/engine.js';
import { planRequest } from '#src/runs/exploration/exploration.js';
import { beginFolderRun } from '#src/runs/folder-run.js';
import { boardOf } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { FULL } from '../../suite.js';
import { antipodeProcess, CLI } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

const SCRIPT = fileURLToPath(new URL('../../../examples/cluster/portions.sh', import.meta.url));

test.each(['portions.sh', 'portions.slurm'])('docs/tutorials/several-machines.md shows %s unchanged', (name) => {
  const [page, script] = ['docs/tutorials/several-machines.md', `examples/cluster/${name}`].map((path) =>
    readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'),
  );
  expect(page).toContain(`\`\`\`sh\n${script}\`\`\`\n`);
});

/** A board of 11 cells with 10 blocks each, so that layers have several portions. It has 102 layers. */
const BOARD = '..../.#../....';

/** Creates a folder in which `antipode` is the built program, with the expected table. */
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
  const [found, alone] = ['out', 'alone'].map((folder) => {
    const [name] = readdirSync(join(cwd, folder)).filter((file) => file.endsWith('.table'));
    return readFileSync(join(cwd, folder, name));
  });
  expect(found.equals(alone)).toBe(true);
}

/** Begins a run with small portions, and completes its first layers: processes for each of their portions would take minutes. */
async function beginInPortions(cwd: string, layers: number): Promise<void> {
  const board = boardOf(BOARD);
  const source = boardSource(board, orderedPosition(board), 'single');
  const plan = BoardEnginePlan.of(source, planRequest({ threads: 1 }));
  const run = await beginFolderRun(join(cwd, 'w'), plan, join(cwd, 'out'), {
    memory: 100e6,
    limits: { portionBytes: 700e3 },
  });
  await run.finish(0);
  for (let layer = 1; layer <= layers; layer++) {
    await run.make(layer, await run.portionsOf(layer));
    await run.finish(layer);
  }
  run.driver.close();
}

test.runIf(FULL)(
  'the shell loop is resumed by the same command after kill -9 at any moment, and makes the same table',
  async () => {
    const { cwd, env } = await newPlace();
    await beginInPortions(cwd, 87);
    for (let kills = 0; ; kills++) {
      // A separate process group, which includes the processes that the script starts.
      const script = spawn(SCRIPT, [BOARD, 'w'], { cwd, env, detached: true, stdio: 'ignore' });
      const ended = new Promise((resolve) => script.on('close', (status, signal) => resolve(signal ?? status)));
      const isKilled = kills < 6;
      if (isKilled) {
        await wait(600 + 200 * kills);
        process.kill(-(script.pid as number), 'SIGKILL');
      }
      expect(await ended).toBe(isKilled ? 'SIGKILL' : 0);
      if (!isKilled) break;
    }
    expectSameTable(cwd);
    expect(readdirSync(cwd).sort()).toEqual(['alone', 'bin', 'out']);
  },
);

/** Completes layer after layer, unless another loop has completed them already. */
async function loop(cwd: string, from: number, end: 'first' | 'last'): Promise<void> {
  const common = ['--work', 'w', '--threads', '1', '--memory', '100MB'];
  for (let next: string | undefined, layer = from; next !== ''; ) {
    const portions = next?.trim().split('\n') ?? [];
    // The loops begin at different ends, so that each makes some portions.
    for (const portion of end === 'first' ? portions : portions.toReversed()) {
      const made = await antipodeProcess(['portion', ...common, '--layer', `${layer}`, '--portion', portion], { cwd });
      expect(made).toMatchObject({ status: 0, out: '' });
    }
    const { status, out, err } = await antipodeProcess(['portion', ...common, '--layer', `${layer}`, '--finish'], {
      cwd,
    });
    if (status === 0) {
      next = out;
      layer++;
      continue;
    }
    // The other loop was faster.
    expect(err).toMatch(/^antipode: layer \d+ is not the latest, layer \d+ is complete: use --layer \d+ --finish\n$/);
    layer = Number(/(\d+) --finish/.exec(err)?.[1]);
    next = undefined;
  }
}

test.runIf(FULL)('two simultaneous loops in one folder make the same table', async () => {
  const { cwd } = await newPlace();
  await beginInPortions(cwd, 92);
  await Promise.all([loop(cwd, 92, 'first'), loop(cwd, 92, 'last')]);
  expect(await antipodeProcess(['explore', '--resume', 'w'], { cwd })).toMatchObject({ status: 0 });
  expectSameTable(cwd);
});
