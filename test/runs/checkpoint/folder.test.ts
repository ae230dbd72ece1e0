import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { StorageError } from '#src/files/files.js';
import { checkpointBytes } from '#src/runs/disk/checkpointed-run.js';
import { type ExploreEvent, planRequest, planRun, StoppedError } from '#src/runs/exploration/exploration.js';
import { explore } from '#src/runs/explore.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { exploreWithCheckpoints } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { fixtureSpace } from '../../spaces.js';
import { rows } from '../../suite.js';

describe.each([
  ['checkpoints', (folder: string) => ({ checkpoints: { folder, everySeconds: 0 } })],
  ['files on disk', (work: string) => ({ disk: { work, memory: 50e6 } })],
])('a folder for %s', (_, kept) => {
  test('is refused if it holds any exploration that can be resumed', async () => {
    const folder = temporaryFolder();
    const stopped = explore({ space: '2x3', ...kept(folder), stop: AbortSignal.abort() });
    await expect(stopped).rejects.toBeInstanceOf(StoppedError);
    const before = readdirSync(folder);
    await expect(explore({ space: '2x4', ...kept(folder) })).rejects.toThrow(
      new StorageError(
        `${folder} holds an exploration of 2x3 that is complete up to depth 0: resume it (--resume ${folder}), or choose another folder`,
      ),
    );
    expect(readdirSync(folder)).toEqual(before);
  });

  test('is refused if it has unrelated files with the names of its own, and left unchanged', async () => {
    const folder = temporaryFolder();
    for (const name of ['table-1', 'visited-4', 'notes.txt']) writeFileSync(join(folder, name), 'mine');
    await expect(explore({ space: '2x3', ...kept(folder) })).rejects.toThrow(
      `${folder} has a file table-1 but no manifest, so it is not part of an exploration that can be resumed: remove it, or choose another folder`,
    );
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'table-1', 'visited-4']);
  });

  test('is used by one exploration at a time', async () => {
    const folder = temporaryFolder();
    const refusals: Promise<unknown>[] = [];
    const stop = new AbortController();
    const exploration = explore({
      // The exploration must not end before the others are refused, even on a busy machine.
      space: '2x6',
      ...kept(folder),
      threads: 1,
      stop: stop.signal,
      onEvent: (event) => {
        if (event.type !== 'layer' || event.depth !== 3) return;
        for (const other of [resumeExploration(folder), explore({ space: '2x6', ...kept(folder) })]) {
          refusals.push(expect(other).rejects.toThrow(`${folder} is in use by process ${process.pid} on `));
        }
        // Not earlier, because the folder is free when its exploration has ended.
        void Promise.allSettled(refusals).then(() => stop.abort());
      },
    });
    await expect(exploration).rejects.toBeInstanceOf(StoppedError);
    expect(await Promise.all(refusals)).toHaveLength(2);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  test('is refused if it does not exist or cannot be created', async () => {
    const folder = join(temporaryFolder(), 'nowhere');
    await expect(resumeExploration(folder)).rejects.toThrow(
      new StorageError(`${folder} holds no exploration to resume`),
    );
    expect(existsSync(folder)).toBe(false);
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const impossible of [file, '/proc/checkpoint', join(file, 'in', 'it')]) {
      const refused = explore({ space: '2x3', ...kept(impossible) });
      await expect(refused).rejects.toBeInstanceOf(StorageError);
      await expect(refused).rejects.toThrow(`${impossible} cannot be written: `);
    }
  });
});

describe('checkpoints', () => {
  test.each([-1, Number.NaN])('are saved at intervals of 0 seconds or more, not of %s', async (everySeconds) => {
    const folder = join(temporaryFolder(), 'none');
    await expect(exploreWithCheckpoints({ board: '2x3', folder, everySeconds })).rejects.toThrow(
      new InputError(`the seconds between checkpoints must be 0 or more, found ${everySeconds}`),
    );
    expect(existsSync(folder)).toBe(false);
  });

  test('take no more space than planned', async () => {
    const boards = (['3x3', '3x4'] as const).map((board) => sourceOfText(board, {}));
    const multi = sourceOfText('2x5', { metric: 'multi' });
    const spaces = [fixtureSpace('one-way'), sourceOfText('pancake:9', {}), ...boards, multi];
    for (const space of await Promise.all(rows(spaces, [1]))) {
      const folder = temporaryFolder();
      let most = 0;
      const onEvent = (event: ExploreEvent) => {
        if (event.type === 'checkpoint') most = Math.max(most, event.bytes);
      };
      const plan = await planRun(space, planRequest({ threads: 2 }));
      await explore({ space, threads: 2, onEvent, checkpoints: { folder, everySeconds: 0 } });
      const said = checkpointBytes(plan);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(said);
      if (space.kind === 'board') expect(said).toBeLessThan(1.1 * most + 600_000);
      await plan.close();
    }
  });
});
