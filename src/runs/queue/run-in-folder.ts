/**
 * A worker's search for the announced run in the shared folder, and its wait for the end of the run. The folder alone tells that a run is
 * over: a coordinator announces nothing more, and the server may lose what it has announced.
 */

import { existsSync } from 'node:fs';
import { FolderRun } from '../portions/folder-run.js';
import { latestDepth, layerManifestPath, readSavedRun } from '../saved/saved-run.js';
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

/** The run that a worker has seen in its folder. */
export class WatchedRun {
  readonly #folder: string;
  /** The latest layer that was seen; -1 if there was none. */
  #depth = -1;
  #isSeen: boolean;
  #hasAll = false;
  /** Number of checks since the run was seen. */
  #checks = 0;

  /** @param isSeen true if the folder has held the run already */
  constructor(folder: string, isSeen: boolean) {
    this.#folder = folder;
    this.#isSeen = isSeen;
  }

  /**
   * Returns true if the run is over: it has found all states, so that no layer follows, or the folder no longer holds it, because its
   * results are written or the user has abandoned it.
   * @throws StorageError
   */
  async isOver(): Promise<boolean> {
    // A folder of a large run has some 100,000 names, so it is listed only once per layer.
    if (this.#depth < 0 || !existsSync(layerManifestPath(this.#folder, this.#depth))) await this.#look();
    this.#checks = this.#depth < 0 ? this.#checks + 1 : 0;
    return this.#hasAll || (this.#isSeen && this.#checks >= CHECKS_AT_THE_END);
  }

  async #look(): Promise<void> {
    this.#depth = latestDepth(this.#folder);
    if (this.#depth < 0) return;
    this.#isSeen = true;
    // Undefined if a later manifest has replaced it meanwhile.
    const run = await readSavedRun(this.#folder, this.#depth);
    this.#hasAll = run?.histogram.reduce((rest, count) => rest - count, run.facts.size) === 0;
  }
}

/**
 * Waits for a coordinator, and for its run in the folder.
 * @returns false if the run that the folder held is over
 * @throws QueueError if this worker has another version or another folder; StorageError; whatever `pause` throws
 */
export async function untilAnnounced(
  server: RedisServer,
  { folder, program, patience = PATIENCE }: FolderOfWorker,
  pause: Pause,
): Promise<boolean> {
  const watched = new WatchedRun(folder, false);
  let asked: Announcement | undefined;
  let since = performance.now();
  for (;;) {
    const found = server.isReady ? await announcedRun(server) : undefined;
    if (found?.run !== asked?.run) since = performance.now();
    asked = found;
    if (asked !== undefined) {
      checkVersion(asked, program);
      const run = await FolderRun.nameIn(folder);
      if (run === asked.run) return true;
      if (run !== undefined || performance.now() - since > patience) throw otherFolder(folder);
    }
    if (await watched.isOver()) return false;
    await pause();
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
