import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/base/files.js';
import { StoppedError } from '#src/runs/exploration/exploration.js';
import { readSavedRun, type SavedRun } from '#src/runs/exploration/saved-run.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { type BoardOptions, exploreWithCheckpoints } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { count } from '../../suite.js';
import { contentsOf, restored, runOf } from './restored.js';

/** Creates a folder with only the checkpoint of a layer. */
async function checkpointOf(options: BoardOptions, depth: number): Promise<string> {
  const folder = temporaryFolder();
  const controller = new AbortController();
  const exploring = exploreWithCheckpoints({
    threads: 2,
    ...options,
    folder,
    everySeconds: 0,
    stop: controller.signal,
    onEvent: (event) => {
      if (event.type === 'layer' && event.depth === depth) controller.abort();
    },
  });
  await expect(exploring).rejects.toBeInstanceOf(StoppedError);
  const { generation } = (await savedRun(folder)).details as { generation: number };
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(`-${generation}`) && name !== 'manifest') rmSync(join(folder, name));
  }
  return folder;
}

async function savedRun(folder: string): Promise<SavedRun> {
  const run = await readSavedRun(folder);
  if (run === undefined) throw new Error(`${folder} has no manifest`);
  return run;
}

/** Restores a checkpoint in memory. @returns a digest of the restored data @throws if the checkpoint is refused */
async function contents(folder: string): Promise<string> {
  const run = await savedRun(folder);
  return contentsOf(runOf(run), await restored(run, folder));
}

/** Returns reproducible numbers below `bound`. */
function* numbers(bound: number, seed: number): Generator<number> {
  for (let x = seed >>> 0; ; ) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    yield Math.floor((x / 2 ** 32) * bound);
  }
}

const REFUSALS =
  /(visited|table)-\d+: blank cell \d+, blocks \d+\.\.\d+ are damaged: the checksum does not match; |manifest: .*manifest/;

describe('a checkpoint with a changed byte', () => {
  test.each([
    [{ board: '2x4' }, 20],
    [{ board: '2x5' }, 33],
    [{ board: '3x3', metric: 'multi' }, 12],
  ] as const)('of %j is refused, or the byte has no meaning', async (options, depth) => {
    const folder = await checkpointOf(options, depth);
    const expected = await contents(folder);
    const names = readdirSync(folder).sort();
    expect(names.map((name) => name.replace(/\d+$/, ''))).toEqual(['manifest', 'table-', 'visited-']);
    const refusals = new Set<string>();
    const random = numbers(2 ** 32, 7);
    for (let flip = 0; flip < count(60, 120); flip++) {
      const name = names[flip % 3];
      const path = join(folder, name);
      const bytes = readFileSync(path);
      const place = (random.next().value as number) % bytes.length;
      const damaged = Buffer.from(bytes);
      damaged[place] ^= 1 << ((random.next().value as number) % 8);
      writeFileSync(path, damaged);
      const outcome = await contents(folder).catch((error) => error);
      writeFileSync(path, bytes);
      if (outcome === expected) {
        // The byte is padding of the pages before and after a section.
        expect(name, `byte ${place}`).not.toBe('manifest');
        continue;
      }
      expect(outcome, `byte ${place} of ${name}`).toBeInstanceOf(StorageError);
      expect(outcome.message).toMatch(REFUSALS);
      expect(outcome.message).toContain(name);
      refusals.add(name);
    }
    expect([...refusals].sort()).toEqual(names);
  });
});

describe('an incomplete checkpoint', () => {
  test('is refused: a missing, shorter or longer file, a file of another checkpoint, or no manifest', async () => {
    const folder = await checkpointOf({ board: '2x4' }, 20);
    const other = await checkpointOf({ board: '2x4' }, 22);
    const [table, visited] = readdirSync(folder)
      .filter((name) => name !== 'manifest')
      .sort();
    const visitedElsewhere = readdirSync(other).find((name) => name.startsWith('visited-')) ?? '';
    const bytes = statSync(join(folder, visited)).size;
    const wrongs: [(copy: string) => void, RegExp][] = [
      [(copy) => rmSync(join(copy, table)), /table-\d+ is missing, but the manifest refers to it; /],
      [(copy) => rmSync(join(copy, visited)), /visited-\d+ is missing, but the manifest refers to it; /],
      [
        (copy) => truncateSync(join(copy, visited), bytes - 4096),
        new RegExp(`visited-\\d+ should have ${bytes} bytes, but has ${bytes - 4096}; `),
      ],
      [(copy) => truncateSync(join(copy, visited), bytes + 1), /visited-\d+ should have \d+ bytes, but has \d+; /],
      [(copy) => truncateSync(join(copy, visited), 0), /visited-\d+ should have \d+ bytes, but has 0; /],
      [
        (copy) => copyFileSync(join(other, visitedElsewhere), join(copy, visited)),
        /visited-\d+: blank cell \d, blocks 0\.\.0 are damaged/,
      ],
      [
        (copy) => truncateSync(join(copy, 'manifest'), 100),
        /manifest: the manifest of an unfinished exploration should/,
      ],
      [(copy) => rmSync(join(copy, 'manifest')), /holds no exploration to resume/],
    ];
    for (const [wrong, message] of wrongs) {
      const copy = temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      wrong(copy);
      const resuming = resumeExploration(copy, { threads: 1 });
      await expect(resuming).rejects.toThrow(message);
      await expect(resuming).rejects.toBeInstanceOf(StorageError);
    }
  });
});
