import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { BoardEnginePlan } from '#src/engines/boards/engine.js';
import { StorageError, temporaryName } from '#src/files/files.js';
import { DamagedError, LayerCompleteError } from '#src/runs/disk/portion-file.js';
import { planRequest, StoppedError } from '#src/runs/exploration/exploration.js';
import { beginFolderRun, type FolderRun, type FolderRunOptions, openFolderRun } from '#src/runs/folder-run.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { boardOf } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { sharedFolder } from '../../program/run.js';
import { count, FULL, rows } from '../../suite.js';
import { newFolder } from '../folders.js';

/** A board of 11 cells with 10 blocks each. */
const MAP = '..../.#../....';
/** Bytes for some blocks, so that a layer has several portions, and each portion several stages. */
const SETTINGS = { memory: 30e6, limits: { patience: 100, portionBytes: 300e3, mostBufferBytes: 1.5e6 } };

const opened: FolderRun[] = [];
afterEach(async () => {
  for (const run of opened.splice(0)) run.driver.close();
});

async function begin(work: string): Promise<FolderRun> {
  const board = boardOf(MAP);
  const plan = BoardEnginePlan.of(
    boardSource(board, orderedPosition(board), 'single'),
    planRequest({ threads: 1, antipodes: 7 }),
  );
  const run = await beginFolderRun(work, plan, null, SETTINGS);
  opened.push(run);
  return run;
}

async function open(work: string, options: Partial<FolderRunOptions> = {}): Promise<FolderRun> {
  const run = await openFolderRun(work, { ...SETTINGS, threads: 1, ...options });
  opened.push(run);
  return run;
}

/** Completes layers, whose portions the runs make in turn. @returns the portions of the next layer */
async function complete(runs: readonly FolderRun[], from: number, to: number): Promise<readonly number[]> {
  let next = from === 0 ? await finished(runs[0], 0) : await runs[0].portionsOf(from);
  for (let layer = Math.max(1, from); layer <= to; layer++) {
    for (const [k, portion] of next.entries()) {
      await runs[(layer + k) % runs.length].make(layer, [portion]);
    }
    next = await finished(runs[layer % runs.length], layer);
  }
  return next;
}

async function finished(run: FolderRun, layer: number): Promise<readonly number[]> {
  const finishing = await run.finish(layer);
  if (finishing.outcome === 'missing') throw new Error(`portions ${finishing.portions} are missing`);
  return finishing.next;
}

/** Returns digests of all files except for manifests, which contain times. */
function portionsIn(work: string): Map<string, string> {
  const names = readdirSync(work).filter((name) => !name.startsWith('manifest'));
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(work, name)))
      .digest('hex');
  return new Map(names.sort().map((name) => [name, digest(name)]));
}

function copyOf(work: string): string {
  const copy = newFolder();
  cpSync(work, copy, { recursive: true });
  return copy;
}

/** Resumes the run in a single process. */
async function resumeUntil(depth: number, work: string): Promise<void> {
  const stop = new AbortController();
  const resumed = resumeExploration(work, {
    threads: 1,
    memory: 100e6,
    stop: stop.signal,
    onEvent: (event) => {
      if (event.type === 'layer' && event.depth === depth) stop.abort();
    },
  });
  await expect(resumed).rejects.toThrow(new StoppedError(depth, work));
}

/** Flips a bit of a nonzero byte after the header. */
function flip(path: string, first: number): () => void {
  const bytes = readFileSync(path);
  const place = bytes.findIndex((byte, at) => at >= first && byte !== 0);
  writeFileSync(path, Buffer.from(bytes).fill(bytes[place] ^ 64, place, place + 1));
  return () => writeFileSync(path, bytes);
}

/** Depth of the last layers, which have several portions, and mark the table. */
const DEPTH = count(11, 23);

/** Creates a folder that is complete up to the previous depth, and returns the portions of the layer in progress. */
const begun = await (async () => {
  const work = join(sharedFolder(), 'begun');
  const run = await begin(work);
  const portions = await complete([run], 0, DEPTH - 1);
  await run.make(DEPTH, portions);
  return { work, run, portions, whole: portionsIn(work) };
})();
const inProgress = [...begun.whole.keys()].filter((name) => name.endsWith(`-${DEPTH}`));
const older = [...begun.whole.keys()].filter((name) => !name.endsWith(`-${DEPTH}`));

/** Returns some of the files, of both bitsets; for the full tests half of them. */
function sampleOf(names: readonly string[]): readonly string[] {
  const tables = names.filter((name) => name.startsWith('table'));
  const others = names.filter((name) => !name.startsWith('table'));
  return FULL ? names.filter((_, index) => index % 2 === 0) : [...tables.slice(-1), ...others.slice(-1)];
}

/** Returns the folder without files of the layer in progress. */
function newWork(): string {
  const work = copyOf(begun.work);
  for (const name of inProgress) rmSync(join(work, name));
  return work;
}

test('the tested layer has several portions, with files of both bitsets', () => {
  expect(begun.portions.length).toBeGreaterThan(1);
  expect(inProgress.map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['visited', 'table']));
});

describe('several runs in one folder', () => {
  test('that take turns leave the same files as a single process', async () => {
    const work = newFolder();
    const first = await begin(work);
    await finished(first, 0);
    const alone = copyOf(work);
    const runs = [first, await open(work, { memory: 60e6, threads: 2 })];
    await complete(runs, 0, DEPTH);
    await resumeUntil(DEPTH, alone);
    expect(portionsIn(work)).toEqual(portionsIn(alone));
  });

  test('make the same file if they make the same portion', async () => {
    const [one, other] = [newWork(), newWork()];
    await (await open(one)).make(DEPTH, begun.portions);
    // In reverse order.
    const run = await open(other, { memory: 60e6 });
    for (const portion of begun.portions.toReversed()) await run.make(DEPTH, [portion]);
    expect(portionsIn(one)).toEqual(begun.whole);
    expect(portionsIn(other)).toEqual(begun.whole);
    // Portions that exist already are skipped.
    expect(await run.make(DEPTH, begun.portions)).toEqual({ bytesRead: 0, bytesWritten: 0 });
  });

  test('one that resumes layers later finds its layer complete, and then makes portions of the layer in progress', async () => {
    const work = newWork();
    const [prompt, slow] = [await open(work), await open(work)];
    const [portion] = await slow.portionsOf(DEPTH);
    await complete([prompt], DEPTH, DEPTH + 2);
    const before = portionsIn(work);
    await expect(slow.make(DEPTH, [portion])).rejects.toThrow(LayerCompleteError);
    await expect(slow.make(DEPTH + 2, [portion])).rejects.toThrow(LayerCompleteError);
    await expect(slow.finish(DEPTH)).rejects.toThrow(LayerCompleteError);
    await expect(slow.portionsOf(DEPTH)).rejects.toThrow(LayerCompleteError);
    await expect(slow.finish(0)).rejects.toThrow(LayerCompleteError);
    expect(portionsIn(work)).toEqual(before);
    const alone = copyOf(work);
    await complete([slow], DEPTH + 3, DEPTH + 3);
    await resumeUntil(DEPTH + 3, alone);
    expect(portionsIn(work)).toEqual(portionsIn(alone));
  });

  test('find any layer complete if the run is over', async () => {
    const work = newWork();
    const run = await open(work);
    for (const name of readdirSync(work)) rmSync(join(work, name));
    await expect(run.make(DEPTH, [0])).rejects.toThrow(LayerCompleteError);
  });

  test('begin once: a second one is refused, and the goal is planted again if it is missing', async () => {
    const work = newFolder();
    const run = await begin(work);
    await expect(begin(work)).rejects.toThrow(/^\S+ holds an exploration of [^\n]* complete up to depth 0/);
    expect(await run.finish(0)).toEqual(await (await open(work)).finish(0));
    const planted = portionsIn(work);
    const [goal] = planted.keys();
    writeFileSync(join(work, goal), readFileSync(join(work, goal)).subarray(0, 4096));
    await finished(await open(work), 0);
    expect(portionsIn(work)).toEqual(planted);
    rmSync(join(work, goal));
    const [portion] = await finished(run, 0);
    expect(portionsIn(work)).toEqual(planted);
    await run.make(1, [portion]);
  });
});

describe('a file of the layer in progress', () => {
  test.each(
    rows(
      [
        ['missing', (path: string) => rmSync(path)],
        ['cut', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -4096))],
        ['empty', (path: string) => writeFileSync(path, '')],
      ] as const,
      [1],
    ),
  )('that is %s counts as missing when the layer is finished, and is made again', async (_, ruin) => {
    for (const name of sampleOf(inProgress)) {
      const work = copyOf(begun.work);
      ruin(join(work, name));
      const run = await open(work);
      const portion = Number(name.split('-')[1]);
      const waited: (readonly number[])[] = [];
      const finishing = await run.finish(DEPTH, (portions) => waited.push(portions));
      expect(finishing).toEqual({ outcome: 'missing', portions: [portion] });
      // Damaged files are not awaited.
      expect(waited.length).toBeLessThanOrEqual(1);
      await run.make(DEPTH, [portion]);
      expect(portionsIn(work)).toEqual(begun.whole);
      expect((await run.finish(DEPTH)).outcome).toBe('finished');
      run.driver.close();
    }
  });

  test('that is flipped is made again', async () => {
    const work = copyOf(begun.work);
    for (const name of inProgress) flip(join(work, name), 0);
    const run = await open(work);
    await run.make(DEPTH, begun.portions);
    expect(portionsIn(work)).toEqual(begun.whole);
  });
});

describe('an older file', () => {
  test.each(
    rows(
      [
        ['missing', (path: string) => rmSync(path)],
        ['cut', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -4096))],
        ['flipped', (path: string) => flip(path, basename(path).startsWith('visited') ? 65536 : 0)],
      ] as const,
      [2],
    ),
  )('that is %s is named in an error, and the layer is made after the file is restored', async (_, ruin) => {
    let damaged = 0;
    for (const name of sampleOf(older)) {
      const work = newWork();
      const whole = readFileSync(join(work, name));
      ruin(join(work, name));
      const run = await open(work);
      await run.make(DEPTH, begun.portions).catch((error) => {
        expect(error).toBeInstanceOf(DamagedError);
        expect(error.message).toContain(join(work, name));
        const [bitset, portion, layer] = name.split('-');
        const file = { bitset: bitset === 'table' ? 2 : 1, portion: Number(portion), layer: Number(layer) };
        expect(error.file).toEqual(file);
        damaged++;
      });
      writeFileSync(join(work, name), whole);
      await run.make(DEPTH, begun.portions);
      expect(portionsIn(work)).toEqual(begun.whole);
      run.driver.close();
    }
    expect(damaged).toBeGreaterThan(0);
  });
});

describe('interrupted work can be repeated:', () => {
  test('portions, by the same run', async () => {
    const work = newWork();
    const run = await open(work);
    for (const milliseconds of FULL ? [1, 10, 20, 40] : [10]) {
      const making = run.make(DEPTH, begun.portions, AbortSignal.timeout(milliseconds));
      await making.catch((error) => expect(error).toMatchObject({ name: 'TimeoutError' }));
    }
    await run.make(DEPTH, begun.portions);
    expect(portionsIn(work)).toEqual(begun.whole);
    await complete([run], DEPTH, DEPTH + 1);
  });

  test('the manifest of a layer', async () => {
    const work = copyOf(begun.work);
    const run = await open(work);
    const inTheWay = temporaryName(join(work, `manifest-${DEPTH}`));
    writeFileSync(inTheWay, '');
    await expect(run.finish(DEPTH)).rejects.toThrow(StorageError);
    rmSync(inTheWay);
    const alone = copyOf(work);
    await complete([run], DEPTH, DEPTH + 1);
    await resumeUntil(DEPTH + 1, alone);
    expect(portionsIn(work)).toEqual(portionsIn(alone));
  });
});

test('a layer whose predecessor is not finished is refused with the name of the missing file', async () => {
  const work = newWork();
  const run = await open(work);
  const missing = `${join(work, `manifest-${DEPTH}`)} is missing: the previous layer has not been finished`;
  await expect(run.make(DEPTH + 1, [0])).rejects.toThrow(missing);
  await expect(run.finish(DEPTH + 1)).rejects.toThrow(missing);
});
