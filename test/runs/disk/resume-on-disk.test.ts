import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/files/files.js';
import { readSavedRun } from '#src/runs/disk/saved-run.js';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { exploreBoard, exploreOnDisk, exploreOrResume, type OnDiskOptions, resultOf } from '../../board-exploration.js';
import { CAN_MOUNT_HERE, mountedDisk, NOT_MOUNTED_HERE } from '../../faults/small-disk.js';
import { count, FULL, rows } from '../../suite.js';
import { newFolder } from '../folders.js';
import { untilCrash } from './crashes.js';

const script = fileURLToPath(new URL('../../fixtures/run-on-disk.mjs', import.meta.url));

/** 11 cells with 10 blocks each, which take runs from several other blocks; or a board with a thousandth of its states. */
const SEVERAL_PORTIONS = '..../.#../....';
const MAP = FULL ? SEVERAL_PORTIONS : '2x4';
/** Bytes of buffers of some blocks, so that a layer has several stages. */
const SMALL = 1.5e6;
/** Number of antipodes; many more states have the maximum depth. */
const settings = { board: MAP, threads: 1, memory: 100e6, antipodes: 7, portionBytes: 300e3 };
const expected = resultOf(await exploreBoard({ board: MAP, antipodes: 7 }));

/** Returns reproducible random numbers. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.runIf(FULL)('an exploration that is killed', () => {
  test.each([
    [6, SMALL],
    [6, undefined],
    [1, SMALL],
  ] as const)(
    '%i times has the result of an uninterrupted one, with buffers of %s bytes',
    async (most, mostBufferBytes) => {
      const work = newFolder();
      const random = randomNumbers(7);
      for (let kills = 0; ; kills++) {
        const child = spawn(process.execPath, [script, JSON.stringify({ ...settings, work, mostBufferBytes })]);
        let output = '';
        let errors = '';
        child.stderr.on('data', (text) => {
          errors += text;
        });
        child.stdout.on('data', (text) => {
          // From the first layer on, at any moment.
          if (output === '' && kills < most) setTimeout(() => child.kill('SIGKILL'), random(80));
          output += text;
        });
        const status = await new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
        if (status === 'SIGKILL') continue;
        expect({ status, errors }).toEqual({ status: 0, errors: '' });
        const { memory, ...found } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
        expect(memory).toBeGreaterThan(0);
        expect(found).toEqual(expected);
        return;
      }
    },
  );
});

test.each(rows([[SMALL], [undefined]], [1]))(
  'an exploration that is killed when layer 1 is made, but not its manifest, keeps its goal; buffers of %s bytes',
  async (mostBufferBytes) => {
    const work = newFolder();
    const options = { ...settings, work };
    await until(0, options, mostBufferBytes);
    const goalAlone = readFileSync(join(work, 'manifest-0'));
    await until(1, options, mostBufferBytes);
    rmSync(join(work, 'manifest-1'));
    writeFileSync(join(work, 'manifest-0'), goalAlone);
    expect(resultOf(await resumeExploration(work, { ...options, limits: { mostBufferBytes } }))).toEqual(expected);
  },
);

describe('an exploration that is interrupted while it writes', () => {
  test.each(
    rows(
      [
        ['in several buffers', SMALL, 1],
        ['in one buffer', undefined, 2],
      ] as const,
      [1],
    ),
  )('has the result of an uninterrupted one: %s', async (_, mostBufferBytes, seed) => {
    const work = newFolder();
    const random = randomNumbers(seed);
    const files = ['visited', 'table', ...(FULL ? ['visited', 'table', 'visited', 'table', 'visited'] : [])];
    for (const file of files) {
      let left = 1 + random(12);
      const found = await untilCrash({ ...settings, work }, mostBufferBytes, (path) => {
        if (isOf(path, file)) left--;
        return left === 0;
      });
      expect(found).toBeUndefined();
    }
    const found = await untilCrash({ ...settings, work }, mostBufferBytes, () => false);
    expect(found && resultOf(found)).toEqual(expected);
  });
});

/** Returns true if a file belongs to one of the bitsets. */
function isOf(path: string, bitset: string): boolean {
  return basename(path).startsWith(`.${bitset}-`);
}

/** Begins or resumes a run, and stops it after a layer. */
async function until(depth: number, options: OnDiskOptions, mostBufferBytes?: number): Promise<Map<string, Buffer>> {
  const { work } = options;
  const stop = new AbortController();
  const onEvent = (event: ExploreEvent) => {
    if (event.type === 'layer' && event.depth === depth) stop.abort();
  };
  const running = exploreOrResume({ ...options, stop: stop.signal, onEvent }, mostBufferBytes);
  const end = await running.catch((error) => error);
  if (!(end instanceof StoppedError)) throw end;
  expect(end.depth).toBe(depth);
  return filesOf(work);
}

/** Creates a work folder with a half-finished layer. */
async function brokenOff(board: string, depth: number, mostBufferBytes: number, written: number) {
  const work = newFolder();
  const options = { ...settings, board, work };
  await until(depth - 1, options, mostBufferBytes);
  let writes = 0;
  const found = await untilCrash(options, mostBufferBytes, (path) => isOf(path, 'visited') && ++writes > written);
  expect(found).toBeUndefined();
  expect((await readSavedRun(work))?.histogram).toHaveLength(depth);
  return { work, options, files: filesOf(work) };
}

function filesOf(folder: string): Map<string, Buffer> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

function putBack(folder: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}

/** Returns all files except for manifests, which contain times. */
function portionsOf(files: ReadonlyMap<string, Buffer>): Map<string, string> {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const portions = [...files].filter(([name]) => !name.startsWith('manifest'));
  return new Map(portions.map(([name, bytes]) => [name, hash(bytes)]));
}

describe('the files of a layer', () => {
  test('have the same bytes with any threads and memory; damaged ones are made again, and older ones are named', async () => {
    const depth = count(11, 23);
    const { work, options, files } = await brokenOff(SEVERAL_PORTIONS, depth, SMALL, count(2, 6));
    const names = [...files.keys()].filter((name) => !name.startsWith('manifest'));
    const [latest, older] = [true, false].map((is) => names.filter((name) => name.endsWith(`-${depth}`) === is));
    expect(latest.length).toBeGreaterThan(1);
    // By then all files have been read or replaced.
    const later = depth + 4;
    const whole = portionsOf(await until(later, options, SMALL));
    expect([...whole.keys()].every((name) => /^(visited|table)-\d-\d+$/.test(name))).toBe(true);
    putBack(work, new Map([...files].filter(([name]) => !latest.includes(name))));
    expect(portionsOf(await until(later, { ...options, threads: 2, memory: 30e6 }))).toEqual(whole);
    const outcomes = { mended: 0, named: 0 };
    const random = randomNumbers(5);
    const ruined: ((bytes: Buffer) => Buffer | undefined)[] = [
      // Truncates the last slot.
      (bytes) => bytes.subarray(0, bytes.length - 4096),
      () => undefined,
      (bytes) => {
        const written = [...bytes.keys()].filter((place) => bytes[place] !== 0);
        const place = written[random(written.length)];
        return Buffer.from(bytes).fill(bytes[place] ^ 64, place, place + 1);
      },
      () => Buffer.alloc(0),
    ];
    for (const [k, name] of (FULL ? names : [...latest.slice(0, 2), older[3]]).entries()) {
      // The short suite damages each of some files by one method, the full tests damage all of them by two.
      for (const way of FULL ? [k, k + 1] : [k]) {
        const ruin = ruined[way % ruined.length];
        const bytes = ruin(files.get(name) ?? Buffer.alloc(0));
        putBack(work, new Map([...files].filter(([other]) => other !== name)));
        if (bytes !== undefined) writeFileSync(join(work, name), bytes);
        try {
          expect(portionsOf(await until(later, options, SMALL))).toEqual(whole);
          outcomes.mended++;
        } catch (error) {
          if (latest.includes(name) || !(error instanceof StorageError)) throw error;
          expect(error.message).toContain(join(work, name));
          outcomes.named++;
        }
      }
    }
    expect(outcomes.mended).toBeGreaterThan(1);
    expect(outcomes.named).toBeGreaterThan(count(0, 1));
  });
});

describe('a changed byte in any file of a work folder', () => {
  test('is reported or harmless, and never gives a wrong result', async () => {
    const board = '2x4';
    const right = resultOf(await exploreBoard({ board, antipodes: 7 }));
    const { work, options, files } = await brokenOff(board, 34, 1, 0);
    const names = [...files.keys()];
    expect(names.map((name) => name.replace(/-\d+/g, '-n')).sort()).toEqual([
      'manifest-n',
      'table-n-n',
      'table-n-n',
      'visited-n-n',
      'visited-n-n',
    ]);
    const random = randomNumbers(3);
    const outcomes = { right: 0, named: 0 };
    for (let k = 0; k < count(6, 100); k++) {
      const name = names[k % names.length];
      const bytes = Buffer.from(files.get(name) ?? []);
      // Most of the files are holes.
      const written = [...bytes.keys()].filter((place) => bytes[place] !== 0 || k % 2 === 1);
      bytes[written[random(written.length)]] ^= 1 + random(255);
      putBack(work, new Map([...files, [name, bytes]]));
      try {
        expect(
          resultOf(await resumeExploration(work, { ...options, threads: 1, limits: { mostBufferBytes: 1 } })),
        ).toEqual(right);
        outcomes.right++;
      } catch (error) {
        expect(error).toBeInstanceOf(StorageError);
        expect((error as Error).message).toContain(work);
        outcomes.named++;
      }
    }
    expect(outcomes.right).toBeGreaterThanOrEqual(count(0, 4));
    expect(outcomes.named).toBeGreaterThan(count(1, 33));
  });
});

test('the work files of earlier versions, which were changed in place, are refused in one line', async () => {
  const work = newFolder();
  const files = await until(3, { ...settings, board: '2x3', work });
  renameSync(join(work, 'manifest-3'), join(work, 'manifest'));
  expect(files.has('manifest-3')).toBe(true);
  const refusal = `${work} holds work files of an earlier version of this program, which this one cannot resume: resume them with that version, or begin again in an empty folder`;
  await expect(resumeExploration(work)).rejects.toThrow(new StorageError(refusal));
  await expect(exploreOnDisk({ ...settings, work })).rejects.toThrow(new StorageError(refusal));
});

test.skipIf(!CAN_MOUNT_HERE)(
  `a full disk ends it with one line, and it can be resumed when there is space${NOT_MOUNTED_HERE}`,
  async () => {
    const disk = mountedDisk(12e6);
    const work = join(disk, 'work');
    const onEvent = (event: ExploreEvent) => {
      if (event.type !== 'layer' || event.depth < count(5, 25)) return;
      // After each layer, since the files that it replaces are removed while the next one is made.
      const { bavail, bsize } = statfsSync(disk);
      const ballast = Buffer.alloc(Math.max(0, bavail * bsize - count(20_000, 100_000)));
      appendFileSync(join(disk, 'ballast'), ballast);
    };
    const full = exploreOnDisk({ ...settings, work, onEvent }, SMALL);
    await expect(full).rejects.toThrow(StorageError);
    await expect(full).rejects.toThrow(/^[^\n]*work\/[\w-]+ cannot be written: [^\n]*the disk is full \(ENOSPC\)$/);
    const again = () => resumeExploration(work, { ...settings, limits: { mostBufferBytes: SMALL } });
    await expect(again()).rejects.toThrow(/^\S+ has [^\n]* free, but the work files take up to [^\n]* more/);
    rmSync(join(disk, 'ballast'));
    expect(resultOf(await again())).toEqual(expected);
    // A complete run is complete again when resumed.
    expect(resultOf(await again())).toEqual(expected);
  },
);
