import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { StorageError } from '#src/base/storage/errors.js';
import { readProgress } from '#src/runs/disk/files/layer-progress.js';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { StoppedError } from '#src/runs/exploration/stopped-error.js';
import { resumeExploration } from '#src/runs/resume-exploration.js';
import { readSavedRun } from '#src/runs/saved/saved-run.js';
import { exploreBoard, exploreOnDisk } from '../../board-exploration.js';
import { count, FULL, rows } from '../../suite.js';
import { untilCrash } from './crashes.js';
import { foundIn, newFolders } from './found.js';

const newFolder = newFolders();
const script = fileURLToPath(new URL('../../fixtures/run-on-disk.mjs', import.meta.url));

/** 11 cells, 10 blocks each, and blocks that take their runs from several others; or a board of a tenth of its states. */
const MAP = FULL ? '..../.#../....' : '2x5';
const SLOT_BYTES = 24_576;
/** Of some blocks: a layer has several portions. */
const SMALL = 1.5e6;
/** Many more states have the greatest depth. */
const settings = { board: MAP, threads: 2, memory: 100e6, antipodes: 7 };
const expected = foundIn(await exploreBoard({ board: MAP, antipodes: 7 }));

/** The same numbers each time the tests are run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('an exploration that was asked to stop', () => {
  test.runIf(FULL)('finishes its layer, and goes on with the next one', async () => {
    const work = newFolder();
    const stop = new AbortController();
    const onEvent = (event: ExploreEvent) => {
      if (event.type === 'layer' && event.depth === 30) stop.abort();
    };
    const stopped = exploreOnDisk({ ...settings, work, stop: stop.signal, onEvent });
    await expect(stopped).rejects.toThrow(new StoppedError(30, work));
    const layers: number[] = [];
    const found: number[] = [];
    const resumed = await resumeExploration(work, {
      threads: 1,
      memory: 50e6,
      onEvent: (event) => {
        if (event.type !== 'layer') return;
        layers.push(event.depth);
        found.push(event.found);
      },
    });
    expect(foundIn(resumed)).toEqual(expected);
    expect(layers[0]).toBe(31);
    expect(layers.at(-1)).toBe(expected.histogram.length - 1);
    expect(found.at(-1)).toBe(resumed.states);
    // What is complete is found complete again.
    expect(foundIn(await resumeExploration(work, { threads: 2 }))).toEqual(expected);
  });
});

describe('an exploration that was killed', () => {
  test.each(
    rows(
      [
        [10, SMALL],
        [10, undefined],
        [1, SMALL],
      ] as const,
      [2],
    ),
  )('%i times is the same as one that was not, its lanes of %s bytes', async (most, mostLaneBytes) => {
    const work = newFolder();
    const random = randomNumbers(7);
    for (let kills = 0; ; kills++) {
      const child = spawn(process.execPath, [script, JSON.stringify({ ...settings, work, mostLaneBytes })]);
      let output = '';
      let errors = '';
      child.stderr.on('data', (text) => {
        errors += text;
      });
      child.stdout.on('data', (text) => {
        // From its first layer on, at any moment of the next ones.
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
  });
});

describe('an exploration that broke off while it wrote', () => {
  test.each(
    rows(
      [
        ['in several lanes', SMALL, 1],
        ['in one lane', undefined, 2],
      ] as const,
      [1],
    ),
  )('is the same as one that was not: %s', async (_, mostLaneBytes, seed) => {
    const work = newFolder();
    const random = randomNumbers(seed);
    const files = ['visited', 'table', 'journal', ...(FULL ? ['visited', 'journal', 'table', 'visited'] : [])];
    for (const file of files) {
      let left = 1 + random(12);
      const found = await untilCrash({ ...settings, work }, mostLaneBytes, (path) => {
        if (basename(path) === file) left--;
        return left === 0;
      });
      expect(found).toBeUndefined();
    }
    const found = await untilCrash({ ...settings, work }, mostLaneBytes, () => false);
    expect(found && foundIn(found)).toEqual(expected);
  });
});

/** A work folder of which a layer that marks the table is half done. */
async function brokenOff(board: string, depth: number, mostLaneBytes: number, written: number) {
  const work = newFolder();
  const stop = new AbortController();
  const onEvent = (event: ExploreEvent) => {
    if (event.type === 'layer' && event.depth === depth - 1) stop.abort();
  };
  const options = { ...settings, board, work };
  await exploreOnDisk({ ...options, stop: stop.signal, onEvent }, mostLaneBytes).catch((error) => {
    if (!(error instanceof StoppedError)) throw error;
  });
  let writes = 0;
  const found = await untilCrash(options, mostLaneBytes, (path) => basename(path) === 'visited' && ++writes > written);
  expect(found).toBeUndefined();
  const run = await readSavedRun(work);
  expect(run?.histogram).toHaveLength(depth);
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

describe('damage', () => {
  test.runIf(FULL)('to what a layer was writing is mended, to anything else it is named', async () => {
    const depth = 38;
    const { work, options, files } = await brokenOff(MAP, depth, SMALL, 3);
    const { begun } = await readProgress(work, depth, 2);
    const hasBegun = (block: number) => (begun[block >> 3] & (1 << (block & 7))) !== 0;
    const visited = files.get('visited') ?? Buffer.alloc(0);
    const slots = Array.from({ length: 110 }, (_, slot) =>
      visited.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES),
    );
    const isWritten = (slot: number) => slots[slot]?.some((byte) => byte !== 0) ?? false;
    const outcomes = { mended: 0, named: 0 };
    for (const slot of [0, 9, 15, 24, 33, 47, 52, 61, 78, 83, 99, 104]) {
      if (!isWritten(slot)) continue;
      const [cell, block] = [Math.floor(slot / 10), slot % 10];
      putBack(work, files);
      const damaged = Buffer.from(visited);
      damaged.fill(0, slot * SLOT_BYTES, slot * SLOT_BYTES + SLOT_BYTES / 2);
      writeFileSync(join(work, 'visited'), damaged);
      const outcome = await resumeExploration(work, { ...options, mostLaneBytes: SMALL }).then(
        foundIn,
        (error) => error,
      );
      if (outcome instanceof StorageError) {
        expect(outcome.message).toContain(`${join(work, 'visited')}: blank cell ${cell}, block ${block} is damaged`);
        outcomes.named++;
      } else {
        expect(outcome).toEqual(expected);
        expect(hasBegun(block)).toBe(true);
        outcomes.mended++;
      }
    }
    expect(outcomes.mended).toBeGreaterThan(0);
    expect(outcomes.named).toBeGreaterThan(2);
  });
});

describe('a byte changed in any file of a work folder', () => {
  test('is named, or does no harm: never is there a wrong answer', async () => {
    const board = '2x4';
    const right = foundIn(await exploreBoard({ board, antipodes: 7 }));
    const { work, options, files } = await brokenOff(board, 34, 1, 0);
    expect([...files.keys()].sort()).toEqual(['journal', 'manifest', 'progress', 'table', 'visited']);
    const names = [...files.keys()];
    const random = randomNumbers(3);
    const outcomes = { right: 0, named: 0 };
    for (let k = 0; k < count(10, 100); k++) {
      const name = names[k % names.length];
      const bytes = Buffer.from(files.get(name) ?? []);
      bytes[random(bytes.length)] ^= 1 + random(255);
      putBack(work, new Map([...files, [name, bytes]]));
      try {
        expect(foundIn(await resumeExploration(work, { ...options, threads: 1, mostLaneBytes: 1 }))).toEqual(right);
        outcomes.right++;
      } catch (error) {
        expect(error).toBeInstanceOf(StorageError);
        expect((error as Error).message).toContain(work);
        outcomes.named++;
      }
    }
    expect(outcomes.right).toBeGreaterThanOrEqual(count(0, 4));
    expect(outcomes.named).toBeGreaterThan(count(2, 33));
  });
});

describe('a full disk', () => {
  const mounted = newFolder();
  const isMounted = mounts(mounted);
  const why = isMounted ? '' : ' (skipped: no tmpfs can be mounted here)';
  afterAll(() => {
    if (isMounted) spawnSync('umount', [mounted]);
  });

  test.skipIf(!isMounted)(`ends it with one line, and when there is room it goes on${why}`, async () => {
    const work = join(mounted, 'work');
    const onEvent = (event: ExploreEvent) => {
      if (event.type !== 'layer' || event.depth !== count(5, 25)) return;
      const { bavail, bsize } = statfsSync(mounted);
      writeFileSync(join(mounted, 'ballast'), Buffer.alloc(bavail * bsize - count(20_000, 100_000)));
    };
    const full = exploreOnDisk({ ...settings, work, onEvent }, SMALL);
    await expect(full).rejects.toThrow(StorageError);
    await expect(full).rejects.toThrow(/^[^\n]*work\/\w+ cannot be written: [^\n]*the disk is full \(ENOSPC\)$/);
    const again = resumeExploration(work, { ...settings, mostLaneBytes: SMALL });
    await expect(again).rejects.toThrow(/^\S+ has [^\n]* free, and the work files take up to [^\n]* more/);
    rmSync(join(mounted, 'ballast'));
    expect(foundIn(await resumeExploration(work, { ...settings, mostLaneBytes: SMALL }))).toEqual(expected);
  });
});

/** Whether a small file system in memory is there now. */
function mounts(folder: string): boolean {
  mkdirSync(folder);
  return (
    process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]).status === 0
  );
}
