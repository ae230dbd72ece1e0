import { closeSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/base/files.js';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { readSavedRun } from '#src/runs/exploration/saved-run.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { exploreBoard, exploreWithCheckpoints, resultOf } from '../../board-exploration.js';
import { CAN_MOUNT_HERE, mountedDisk, NOT_MOUNTED_HERE } from '../../faults/small-disk.js';
import { FULL } from '../../suite.js';

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
});
