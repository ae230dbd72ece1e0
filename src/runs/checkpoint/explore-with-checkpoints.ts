/** Enumerates all states of a board, and saves every now and then what is needed to go on from there. */

import { InputError } from '../../base/input-error.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { stateOf } from '../../spaces/board/numbering/numbering.js';
import { type Exploration, type ExploreOptions, exploreFrom, goalOf, settingsOf } from '../explore.js';
import { checkUnused, inLockedFolder, written } from '../saved/run-folder.js';
import { type SavedRun, writeSavedRun } from '../saved/saved-run.js';
import { CheckpointedSearch } from './checkpointed-search.js';
import { FIRST_GENERATION } from './generation.js';
import { checkRoom } from './room.js';
import type { CheckpointDetails } from './saver.js';

export { checkpointBytes } from './room.js';

export interface CheckpointOptions extends ExploreOptions {
  /** Where checkpoints are saved; made where it is not there. No other process may use it meanwhile. */
  readonly folder: string;
  /** Seconds from the end of one checkpoint to the beginning of the next, 0 or more; by default 300. */
  readonly everySeconds?: number;
  /** Where the results are to go, an absolute path: kept for those who go on from a checkpoint. */
  readonly output?: string;
  /** Aborted: the layer in progress is finished, a checkpoint saved, and the promise rejects with StoppedError. */
  readonly stop?: AbortSignal;
}

export const DEFAULT_SECONDS = 300;

/**
 * Enumerates every state as `explore` does, and saves checkpoints while it does. The last one stays in the folder, also when the
 * exploration is complete: remove it with `discardSavedRun` once its results are kept.
 * @throws as explore; StoppedError where it was asked to stop; StorageError where the folder holds an unfinished exploration
 * or files of its own names, is used by another process, has no room, or cannot be written
 */
export async function exploreWithCheckpoints(options: CheckpointOptions): Promise<Exploration> {
  const { folder, output = null, stop } = options;
  const everySeconds = checkedSeconds(options.everySeconds);
  const settings = settingsOf(options);
  const { board, metric, table, antipodes } = settings;
  const goal = goalOf(board, options.goal);
  return inLockedFolder(folder, true, async () => {
    await checkUnused(folder);
    await checkRoom(folder, board, metric, table, 0);
    const details: CheckpointDetails = { generation: FIRST_GENERATION, sections: [] };
    const run: SavedRun = {
      store: 'memory',
      board,
      goal,
      metric,
      table,
      antipodes,
      output,
      histogram: [1],
      first: antipodes > 0 ? [stateOf(geometryOf(board), goal, goal)] : [],
      seconds: 0,
      details,
    };
    // From here on there is something to go on from, and the files beside it are known to be of this exploration.
    await written(folder, writeSavedRun(folder, run));
    const search = new CheckpointedSearch(run, settings, { folder, everySeconds, stop });
    try {
      return await exploreFrom(goal, search, settings);
    } finally {
      search.end();
    }
  });
}

/** @throws InputError */
export function checkedSeconds(everySeconds = DEFAULT_SECONDS): number {
  if (everySeconds >= 0) return everySeconds;
  throw new InputError(`checkpoints are saved every 0 seconds or more, found ${everySeconds}`);
}
