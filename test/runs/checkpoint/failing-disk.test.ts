/** Disks that fail or are full while a checkpoint is saved: the valid checkpoint is kept, and the exploration continues. */

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/files/files.js';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { explore } from '#src/runs/explore.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { exploreBoard, exploreWithCheckpoints, resultOf } from '../../board-exploration.js';
import { CAN_MOUNT, CAN_MOUNT_HERE, LEFT_OUT, mountedDisk, NOT_MOUNTED_HERE } from '../../faults/small-disk.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL, rows } from '../../suite.js';
import { savedIn, stoppedAt } from './saved.js';

const RUNS = fileURLToPath(new URL('../../../dist/src/runs', import.meta.url));
const FAILING_SYNC = fileURLToPath(new URL('../../fixtures/failing-sync.cjs', import.meta.url));

/** Returns a script that begins or resumes an exploration, and prints its events and results. @param onEvent statements */
function script(board: string, onEvent: string): string {
  const path = join(temporaryFolder(), 'explore.mjs');
  writeFileSync(
    path,
    `
import { execFileSync } from 'node:child_process';
import { copyFileSync, writeSync } from 'node:fs';
import { readSavedRun } from '${RUNS}/disk/saved-run.js';
import { explore } from '${RUNS}/explore.js';
import { resumeExploration } from '${RUNS}/resumed-run.js';
const [folder] = process.argv.slice(2);
const say = (what) => writeSync(1, JSON.stringify(what) + '\\n');
const stop = new AbortController();
let saved = 0;
let reached = 0;
const onEvent = (event) => {
  if (event.type === 'layer') reached = event.depth;
  if (event.type === 'checkpoint') saved++;
  if (event.type.startsWith('checkpoint')) say(event);
  ${onEvent}
};
const options = { threads: 1, stop: stop.signal, onEvent };
try {
  const { histogram } = await ((await readSavedRun(folder))
    ? resumeExploration(folder, { ...options, everySeconds: 0 })
    : explore({ space: '${board}', checkpoints: { folder, everySeconds: 0 }, ...options }));
  say({ type: 'end', histogram });
} catch ({ name, depth, message }) {
  say({ type: name, depth, message, reached });
}
`,
  );
  return path;
}

function said(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [file, ...rest] = words;
  const { stdout, stderr } = spawnSync(file, rest, { encoding: 'utf8', env: { ...process.env, ...env } });
  expect(stderr).toBe('');
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** Statements that stop the run after some layers, so that it saves. */
const STOPS = `if (event.type === 'layer' && (event.depth === 8 || event.depth === 16)) stop.abort();`;

test.each(
  rows(
    [
      ['first', 0],
      ['second', 1],
    ] as const,
    [1],
  ),
)(
  'if killed after the %s checkpoint, whose folder cannot be synced, it resumes from that checkpoint or the previous one',
  async (_, before) => {
    const whole = resultOf(await exploreBoard({ board: '2x4', threads: 1 }));
    for (const returns of FULL ? [false, true] : [true]) {
      const folder = join(temporaryFolder(), 'checkpoint');
      const kept = join(temporaryFolder(), 'manifest');
      if (before === 1) {
        const checkpoints = { folder, everySeconds: 0 };
        await stoppedAt(8, (hooks) => explore({ space: '2x4', threads: 1, checkpoints, ...hooks }));
      }
      const onEvent = `
      if (event.type === 'start') copyFileSync(folder + '/manifest', ${JSON.stringify(kept)});
      if (event.type === 'checkpoint-failed') process.kill(process.pid, 'SIGKILL');
      ${STOPS}`;
      const generation = before === 1 ? (await savedIn(folder)).details.generation : 0;
      // A new run first writes a manifest of the goal alone.
      const heard = said([process.execPath, '--require', FAILING_SYNC, script('2x4', onEvent), folder], {
        FAIL_AT: String(2 - before),
      });
      expect(heard.map(({ type }) => type)).toEqual(['checkpoint-failed']);
      expect(heard[0].message).toMatch(
        / may not be safely on the disk in \S+: the disk failed \(EIO\); the checkpoint of depth/,
      );
      // A power failure may restore the previous manifest.
      if (returns) copyFileSync(kept, join(folder, 'manifest'));
      const saved = await savedIn(folder);
      expect(saved.details.generation).toBe(generation + (returns ? 0 : 1));
      if (!returns) expect(saved.histogram.length - 1).toBe(heard[0].depth);
      expect(resultOf(await resumeExploration(folder, { threads: 1 }))).toEqual(whole);
    }
  },
);

/** Statements after which the disk of the folder refuses everything. */
const REFUSES = `if (event.type === 'start') execFileSync('mount', ['-o', 'remount,ro', folder + '/..']);`;
/** Script of three consecutive processes, on a disk that is writable when each begins. */
const MOUNTED = `
mount -t tmpfs -o size=16m none "$0" && "$1" "$2" "$0/ck" && "$1" "$3" "$0/ck" &&
mount -o remount,rw "$0" && "$1" "$4" "$0/ck"`;

describe.skipIf(!CAN_MOUNT)(`an exploration on a disk that fails in the middle${LEFT_OUT}`, async () => {
  const { histogram } = await exploreBoard({ board: '2x4', threads: 1 });

  /**
   * Returns the output of a process that resumes from a checkpoint, and the depth of that checkpoint. Another process then ends
   * correctly.
   */
  function goneOn(onEvent: string) {
    const scripts = [STOPS, onEvent, ''].map((statements) => script('2x4', statements));
    const words = ['unshare', '-rm', 'sh', '-c', MOUNTED, temporaryFolder(), process.execPath, ...scripts];
    const heard = said(words);
    const ends = heard.flatMap(({ type }, index) => (type === 'end' || type === 'StoppedError' ? [index] : []));
    expect(ends).toHaveLength(3);
    // The lock of the previous process may still exist, but does no harm.
    expect(heard.at(-1)).toEqual({ type: 'end', histogram });
    return { before: heard[ends[0]].depth, events: heard.slice(ends[0] + 1, ends[1]), end: heard[ends[1]] };
  }

  test('continues if the disk becomes read-only, ends correctly, and reports why nothing is saved', () => {
    const { before, events, end } = goneOn(REFUSES);
    expect(end).toEqual({ type: 'end', histogram });
    expect(events.length).toBeGreaterThan(0);
    for (const { type, message } of events) {
      expect(type).toBe('checkpoint-failed');
      expect(message).toMatch(/: visited-\d+: the file system is read-only \(EROFS\); /);
      expect(message).toContain(`; the checkpoint of depth ${before} remains valid`);
    }
  });

  test.runIf(FULL)('reports the saved depth when it is stopped', () => {
    const { before, end } = goneOn(`${REFUSES} if (event.type === 'layer') stop.abort();`);
    expect(end).toMatchObject({ type: 'StoppedError', depth: before });
    expect(end.reached).toBeGreaterThan(before);
  });
});

test.each([
  [
    'whose files cannot be removed names them',
    // This folder blocks the first checkpoint.
    (folder: string) => mkdirSync(join(folder, 'table-1')),
    / could not be saved in \S+: table-1: .* \(EISDIR\); the checkpoint of depth 0 remains valid, and table-1 could not be removed$/,
  ],
  [
    'whose folder is removed says that nothing is left to resume',
    (folder: string) => rmSync(folder, { recursive: true }),
    /^\S+ no longer exists, so no more checkpoints are saved; the exploration goes on, and cannot be resumed$/,
  ],
])('an exploration %s, and ends correctly', async (_, ruin, message) => {
  const folder = join(temporaryFolder(), 'checkpoint');
  const messages: string[] = [];
  const { histogram } = await exploreWithCheckpoints({
    board: '2x4',
    folder,
    everySeconds: 0,
    threads: 1,
    onEvent: (event) => {
      if (event.type === 'start') ruin(folder);
      if (event.type === 'checkpoint-failed') messages.push(event.message);
    },
  });
  expect(histogram).toEqual((await exploreBoard({ board: '2x4', threads: 1 })).histogram);
  expect(messages[0]).toMatch(message);
  if (!existsSync(folder)) expect(messages).toHaveLength(1);
});

/** Fills a disk except for a few pages. */
function fill(disk: string): string {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  const { bavail, bsize } = statfsSync(disk);
  const bytes = Buffer.alloc(bsize);
  for (let pages = bavail - 40; pages > 0; pages--) writeSync(file, bytes);
  closeSync(file);
  return path;
}

describe.skipIf(!CAN_MOUNT_HERE)(`a disk that is full${NOT_MOUNTED_HERE}`, () => {
  test('is reported before the search begins', async () => {
    const disk = mountedDisk(4e6);
    const refused = exploreWithCheckpoints({ board: '3x4', folder: join(disk, 'checkpoint') });
    await expect(refused).rejects.toThrow(
      /checkpoint has 4\.00 MB free, but two checkpoints of 3x4 take up to 9\d\.\d MB: free up space, or choose a folder on another disk$/,
    );
    await expect(refused).rejects.toBeInstanceOf(StorageError);
  });

  test.runIf(FULL)('costs checkpoints but not the exploration, and the previous checkpoint stays valid', async () => {
    const disk = mountedDisk(110e6);
    const folder = join(disk, 'checkpoint');
    const whole = resultOf(await exploreBoard({ board: '3x4' }));
    const heard: ExploreEvent[] = [];
    let filler = '';
    const exploration = await exploreWithCheckpoints({
      board: '3x4',
      folder,
      threads: 2,
      everySeconds: 0,
      onEvent: (event) => {
        heard.push(event);
        if (filler === '' && event.type === 'checkpoint' && event.depth > 15) filler = fill(disk);
      },
    });
    expect(resultOf(exploration)).toEqual(whole);
    const good = heard.findLast(({ type }) => type === 'checkpoint');
    const failed = heard.filter((event) => event.type === 'checkpoint-failed');
    expect(failed.length).toBeGreaterThan(1);
    for (const { message } of failed) {
      expect(message).toMatch(
        new RegExp(
          `^the checkpoint of depth \\d+ could not be saved in ${folder}: the disk is full \\(ENOSPC\\); the checkpoint of depth ${good?.type === 'checkpoint' ? good.depth : ''} remains valid$`,
        ),
      );
    }
    // Nothing of the failed checkpoints is kept, and the run resumes from the last valid one.
    const run = await savedIn(folder);
    const { generation } = run.details;
    expect(readdirSync(folder).sort()).toEqual(['manifest', `table-${generation}`, `visited-${generation}`]);

    // The disk is still full: the run stops, and can be resumed from the previous checkpoint.
    rmSync(filler);
    const stop = new AbortController();
    const stopped = resumeExploration(folder, {
      stop: stop.signal,
      threads: 2,
      everySeconds: 300,
      onEvent: (event) => {
        if (event.type === 'start') filler = fill(disk);
        if (event.type === 'layer') stop.abort();
      },
    });
    await expect(stopped).rejects.toBeInstanceOf(StoppedError);
    await expect(stopped).rejects.toMatchObject({ folder, depth: run.histogram.length - 1 });
    expect(await savedIn(folder)).toEqual(run);
    rmSync(filler);
    expect(resultOf(await resumeExploration(folder, { threads: 2 }))).toEqual(whole);
  });
});
