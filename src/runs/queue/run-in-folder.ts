/** A worker's search for the announced run in the shared folder, and its wait for the end of the run. */

import { existsSync } from 'node:fs';
import { FolderRun } from '../portions/folder-run.js';
import { latestDepth, layerManifestPath } from '../saved/saved-run.js';
import { announcedRun } from './announcements.js';
import { QueueError } from './errors.js';
import { type Announcement, FORMAT } from './job.js';
import type { RedisServer } from './redis-server.js';

/** Maximum milliseconds until an announced run is visible in the folder. */
const PATIENCE = 60_000;
/** Number of checks without a run after which the run is over. A single check may fall between two manifests. */
const CHECKS_AT_THE_END = 3;

/** Waits between two checks. @throws to stop waiting */
export type Pause = () => Promise<void>;

export interface FolderOfWorker {
  /** Path of the shared folder on this machine. */
  readonly folder: string;
  /** Version of the program. */
  readonly program: string;
  /** @internal Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
}

/**
 * Waits for a coordinator, and for its run in the folder.
 * @throws QueueError if this worker has another version or another folder; StorageError; whatever `pause` throws
 */
export async function untilAnnounced(
  server: RedisServer,
  { folder, program, patience = PATIENCE }: FolderOfWorker,
  pause: Pause,
): Promise<void> {
  let asked: Announcement | undefined;
  let since = performance.now();
  for (;;) {
    const found = server.isReady ? await announcedRun(server) : undefined;
    if (found?.run !== asked?.run) since = performance.now();
    asked = found;
    if (asked !== undefined) {
      checkVersion(asked, program);
      const run = await FolderRun.nameIn(folder);
      if (run === asked.run) return;
      if (run !== undefined || performance.now() - since > patience) throw otherFolder(folder);
    }
    await pause();
  }
}

/**
 * Waits until the folder no longer holds a run, because its results are written or the user has abandoned it. @throws whatever `pause`
 * throws
 */
export async function untilOver(folder: string, pause: Pause): Promise<void> {
  let depth = latestDepth(folder);
  for (let checks = 0; checks < CHECKS_AT_THE_END; ) {
    await pause();
    // A folder of a large run has some 100,000 names, so it is listed only once per layer.
    if (depth < 0 || !existsSync(layerManifestPath(folder, depth))) depth = latestDepth(folder);
    checks = depth < 0 ? checks + 1 : 0;
  }
}

/** Compares versions. @param own version of this worker @throws QueueError if the coordinator has another version */
export function checkVersion({ program, format }: Announcement, own: string): void {
  if (program === own && format === FORMAT) return;
  throw new QueueError(
    `the coordinator is antipode ${program}, but this worker is ${own}: install the same version on all machines`,
  );
}

/** Returns the error of a worker whose folder does not hold the coordinator's run. */
export function otherFolder(folder: string): QueueError {
  return new QueueError(`${folder} does not hold the run of the coordinator: give the folder that all machines share`);
}
