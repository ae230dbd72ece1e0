/** Resumes an exploration that was not finished, in memory or on disk. */

import { StorageError } from '../base/storage/errors.js';
import { resumeFromCheckpoint } from './checkpoint/checkpointed-run.js';
import { resumeOnDisk } from './disk/explore-on-disk.js';
import type { Exploration, ExploreEvent } from './exploration/exploration.js';
import { withAllAntipodes } from './explore.js';
import { readSavedRun } from './saved/saved-run.js';

export interface ResumeOptions {
  /** The most worker threads, 1..256; by default as many as the machine offers, fewer for small boards. They need not be as many as before. */
  readonly threads?: number;
  /** Bytes of memory for a run on disk. @default 80 % of what is free */
  readonly memory?: number;
  /** Seconds between the checkpoints of a run in memory, 0 or more. @default 300 */
  readonly everySeconds?: number;
  /** Called with everything that happens, on the calling thread. */
  readonly onEvent?: (event: ExploreEvent) => void;
  /** Ends the exploration and its threads; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Aborted: the layer in progress is finished and saved, and the promise rejects with StoppedError. */
  readonly stop?: AbortSignal;
}

/**
 * Resumes the exploration in a folder that `explore` was given as `checkpoints.folder` or `disk.work`.
 * Its result is that of a run that was never stopped, bit for bit, with the time of all its parts. Whether it has a table was
 * decided when it began.
 * @throws StorageError if there is none, if it is damaged (the message names file and section), or if another process works on it;
 * otherwise as explore
 */
export async function resumeExploration(folder: string, options: ResumeOptions = {}): Promise<Exploration> {
  const run = await readSavedRun(folder);
  if (run === undefined) throw new StorageError(`${folder} holds no exploration to go on with`);
  const resume = run.store === 'memory' ? resumeFromCheckpoint : resumeOnDisk;
  return withAllAntipodes(await resume(folder, options), { ...options, antipodes: run.antipodes });
}
