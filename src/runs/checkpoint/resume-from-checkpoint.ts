/** Goes on with an exploration from its last checkpoint. */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../base/storage/errors.js';
import { type Exploration, type ExploreOptions, exploreFrom, settingsOf } from '../explore.js';
import { ownFiles } from '../saved/own-files.js';
import { inLockedFolder } from '../saved/run-folder.js';
import { readSavedRun } from '../saved/saved-run.js';
import { CheckpointedSearch } from './checkpointed-search.js';
import { type CheckpointOptions, checkedSeconds } from './explore-with-checkpoints.js';
import { fileName } from './generation.js';
import { SAVED_BITSETS } from './parts.js';
import { detailsOf } from './restore.js';
import { checkRoom } from './room.js';

export type ResumeCheckpointOptions = Pick<ExploreOptions, 'threads' | 'onEvent' | 'signal'> &
  Pick<CheckpointOptions, 'everySeconds' | 'stop'>;

/**
 * Goes on with the exploration whose checkpoints are in a folder, and saves further ones there, as exploreWithCheckpoints does.
 * @throws as that; StorageError where there is no checkpoint, or it is damaged: the message names file and section
 */
export async function resumeFromCheckpoint(
  folder: string,
  options: ResumeCheckpointOptions = {},
): Promise<Exploration> {
  const { stop } = options;
  const everySeconds = checkedSeconds(options.everySeconds);
  return inLockedFolder(folder, false, async () => {
    const run = await readSavedRun(folder);
    if (run === undefined) throw new StorageError(`${folder} holds no exploration to go on with`);
    const settings = settingsOf({ ...options, ...run });
    const present = await removeOthers(folder, detailsOf(run, folder).generation);
    await checkRoom(folder, run.board, run.metric, run.table, present);
    const search = new CheckpointedSearch(run, settings, { folder, everySeconds, stop });
    try {
      return await exploreFrom(run.goal, search, settings, search.before);
    } finally {
      search.end();
    }
  });
}

/**
 * Removes what an earlier process left that was killed while it wrote.
 * @returns bytes of the files that stay
 */
async function removeOthers(folder: string, generation: number): Promise<number> {
  const valid = new Set(SAVED_BITSETS.map((bitset) => fileName(bitset, generation)));
  let bytes = 0;
  for (const name of await ownFiles(folder)) {
    const path = join(folder, name);
    if (valid.has(name)) bytes += (await stat(path)).size;
    else await rm(path, { force: true });
  }
  return bytes;
}
