import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { resultOf } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL } from '../../suite.js';
import { savedIn } from './saved.js';

const LIBRARY = fileURLToPath(new URL('../../../dist/src/index.js', import.meta.url));

/** Script that explores 3x4 or resumes it, saves as often as possible, and prints a line for each event. */
const SCRIPT = `
import { writeSync } from 'node:fs';
import { explore, readSavedRun, resumeExploration } from ${JSON.stringify(LIBRARY)};
const [folder, threads] = process.argv.slice(2);
const options = {
  threads: Number(threads),
  onEvent: (event) => writeSync(1, event.type + ' ' + event.depth + '\\n'),
};
if (await readSavedRun(folder).catch(() => undefined)) await resumeExploration(folder, { ...options, everySeconds: 0 });
else await explore({ space: '3x4', checkpoints: { folder, everySeconds: 0 }, ...options });
`;

/** Runs the process until it ends, or kills it when it begins to write the bits of a checkpoint, after its first one and some later ones. */
function killedWhileSaving(child: ChildProcess, folder: string, later: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let watcher: FSWatcher | undefined;
    child.on('error', reject).on('close', () => {
      watcher?.close();
      resolve(said);
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => (said += text));
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (watcher !== undefined || !said.includes('checkpoint')) return;
      const seen = new Set(readdirSync(folder));
      watcher = watch(folder, (_, name) => {
        if (name === null || !/^visited-\d+$/.test(name) || seen.has(name)) return;
        seen.add(name);
        if (later-- === 0) child.kill('SIGKILL');
      });
    });
  });
}

test.runIf(FULL)(
  'an exploration that is killed while it saves can be resumed from the disk, any number of times',
  async () => {
    const folder = join(temporaryFolder(), 'checkpoint');
    const script = join(temporaryFolder(), 'explore.mjs');
    writeFileSync(script, SCRIPT);
    const whole = await explore({ space: '3x4' });
    let complete = 0;
    let inTheMiddle = 0;
    // On a busy machine, more kills are needed until one hits a checkpoint that is being written.
    for (let kill = 0; kill < 6 || (inTheMiddle === 0 && kill < 25); kill++) {
      const child = spawn(process.execPath, [script, folder, String(1 + (kill % 2))]);
      const said = await killedWhileSaving(child, folder, kill % 3);
      expect(said).not.toContain('Error');
      const saved = await savedIn(folder);
      const depth = saved.histogram.length - 1;
      expect(saved.histogram).toEqual(whole.histogram.slice(0, depth + 1));
      expect(depth).toBeGreaterThan(complete);
      complete = depth;
      const { generation } = saved.details;
      if (readdirSync(folder).includes(`visited-${generation + 1}`)) inTheMiddle++;
    }
    expect(inTheMiddle).toBeGreaterThan(0);
    expect(resultOf(await resumeExploration(folder, { threads: 2 }))).toEqual(resultOf(whole));
  },
);
