import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { StorageError } from '#src/base/files.js';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { readSavedRun } from '#src/runs/exploration/saved-run.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { exploreBoard, exploreWithCheckpoints } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL } from '../../suite.js';
import { resultOf } from './digest.js';

const mounted: string[] = [];

/** Mounts a separate disk in memory. @throws if this process cannot mount one */
function smallDisk(bytes: number): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  mounted.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder]);
});

/** Returns the reason why a disk cannot be mounted here; undefined if it can. */
function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount a disk that fills up';
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'pipe' });
    return undefined;
  } catch {
    return 'no disk can be mounted here';
  }
}

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

const reason = whyNot();

describe.skipIf(reason !== undefined)(
  `a disk that is full${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    test('is reported before the search begins', async () => {
      const disk = smallDisk(4e6);
      const refused = exploreWithCheckpoints({ board: '3x4', folder: join(disk, 'checkpoint') });
      await expect(refused).rejects.toThrow(
        /checkpoint has 4\.00 MB free, but two checkpoints of 3x4 take up to 9\d\.\d MB: free up space, or choose a folder on another disk$/,
      );
      await expect(refused).rejects.toBeInstanceOf(StorageError);
    });

    test.runIf(FULL)('costs checkpoints but not the exploration, and the previous checkpoint stays valid', async () => {
      const disk = smallDisk(110e6);
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
      const run = await readSavedRun(folder);
      if (run === undefined) throw new Error('the manifest is gone');
      const { generation } = run.details as { generation: number };
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
      expect(await readSavedRun(folder)).toEqual(run);
      rmSync(filler);
      expect(resultOf(await resumeExploration(folder, { threads: 2 }))).toEqual(whole);
    });
  },
);
