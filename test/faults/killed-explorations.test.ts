/** SIGKILL at random moments of explorations that save checkpoints: resumed, they end with the same bits. */

import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { plainText } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { antipodeProcess } from '../program/process.js';
import { antipode, moduleFile, temporaryFolder } from '../program/run.js';
import { newSeed } from '../seed.js';
import { fixtureSpace } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';

/** Two threads, even for small boards. */
const TWO = ['--threads', '2'];

/** Returns the number of layers in the log of a run. */
function layersIn(log: string): number {
  return existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"depth"')).length
    : 0;
}

/** Kills the process some milliseconds after its log has a number of layers, or after its start. */
async function killAfter(child: ChildProcess, log: string, layers: number, milliseconds: number): Promise<void> {
  while (child.exitCode === null && layersIn(log) < layers) await setTimeout(1);
  await setTimeout(milliseconds);
  child.kill('SIGKILL');
}

/** Returns the contents of a result without times. */
function resultIn(cwd: string, name: string): unknown {
  const {
    seconds: _,
    totalSeconds: __,
    statesPerSecond: ___,
    provenance: ____,
    ...rest
  } = JSON.parse(readFileSync(join(cwd, 'out', `${name}.json`), 'utf8'));
  return rest;
}

test.each(
  rows(
    [
      ['2x5', count(1, 9), 55],
      ['3x4', 2, 53],
      ['pancake:9', count(1, 6), 10],
      // The codes of this space become wider at depth 254. Each of its 66,000 layers is saved and synced: a slow disk takes its time.
      [fixtureSpace('one-way-path').path, 3, 500],
    ] as const,
    [0, 2],
  ),
)('%s is killed %i times, each time in a separate run', async (space, kills, maxDepth) => {
  const name = space.endsWith('.js') ? moduleFile(space) : plainText(space);
  const whole = temporaryFolder();
  expect((await antipode(['explore', space, ...TWO], { cwd: whole })).status).toBe(0);
  const table = readFileSync(join(whole, 'out', `${name}.table`));
  const random = new SeededRandom(newSeed());
  let resumed = 0;
  for (let kill = 0; kill < kills; kill++) {
    const cwd = temporaryFolder();
    const log = join(cwd, 'log');
    const layers = random.below(maxDepth + 1);
    const milliseconds = random.below(20);
    const saving = ['--checkpoint', 'saved', '--checkpoint-every', '0', '--log', log, ...TWO];
    await antipodeProcess(['explore', space, ...saving], {
      cwd,
      during: (child) => void killAfter(child, log, layers, milliseconds),
    });
    if (!existsSync(join(cwd, 'saved', 'manifest'))) {
      // The process was killed before the first save, or after the last one.
      expect(layers === 0 || existsSync(join(cwd, 'out', `${name}.json`))).toBe(true);
      continue;
    }
    const resume = ['explore', '--resume', 'saved', '--checkpoint-every', '300', ...TWO];
    const { status, err } = await antipode(resume, { cwd });
    expect(err).not.toContain('antipode:');
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'out', `${name}.table`)).equals(table)).toBe(true);
    expect(resultIn(cwd, name)).toEqual(resultIn(whole, name));
    expect(existsSync(join(cwd, 'saved'))).toBe(false);
    resumed++;
  }
  // Some moments are before the start or after the end.
  if (FULL) expect(resumed).toBeGreaterThan(kills / 3);
});
