/** A run in memory that saves checkpoints, from its starts or from a checkpoint. */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkMemory, freeMemory } from '../../base/memory.js';
import { InputError } from '../../base/text.js';
import type { EnginePlan, FoundLayer, LayerRun, MemoryRun } from '../../engines/engine.js';
import type { TableContents } from '../../table/files/contents.js';
import { checkCheckpointRoom, FIRST_GENERATION, fileName } from './checkpoint-files.js';
import { checkpointDetails, restoreLayers, secondsBetween } from './checkpoint-restore.js';
import { type CheckpointDetails, CheckpointSaver } from './checkpoint-saver.js';
import { type Exploration, exploreRun } from './exploration.js';
import { checkUnchanged, checkUnused, inLockedFolder, written } from './run-folder.js';
import { ownFiles, type SavedRun, type SavedRunHooks, writeSavedRun } from './saved-run.js';

export interface CheckpointOptions {
  /** Folder of the checkpoint, created if it does not exist. No other process may use it meanwhile. */
  readonly folder: string;
  /**
   * Seconds from the end of one checkpoint to the start of the next, 0 or more. @default 300, or what a resumed run has saved
   */
  readonly everySeconds?: number | undefined;
}

/**
 * Explores a space and saves checkpoints meanwhile. The last checkpoint stays in the folder, even after the exploration is complete.
 * @param saved the run in the folder, if it is resumed
 * @throws the errors of explore; StorageError that names file and section if the checkpoint is damaged
 * @internal
 */
export async function exploreWithCheckpoints(
  plan: EnginePlan,
  { folder, everySeconds: asked }: CheckpointOptions,
  saved: SavedRun | undefined,
  { output, ...hooks }: SavedRunHooks,
): Promise<Exploration> {
  const everySeconds = secondsBetween(asked, saved, folder);
  if (!(everySeconds >= 0)) {
    throw new InputError(`the seconds between checkpoints must be 0 or more, found ${everySeconds}`);
  }
  checkMemory(plan.label, plan.needs, plan.threads, freeMemory(), plan.held);
  return inLockedFolder(folder, saved === undefined, async () => {
    if (saved === undefined) await checkUnused(folder);
    const present = saved === undefined ? 0 : await takeOver(folder, saved);
    await checkCheckpointRoom(folder, plan, present);
    // A space that breaks its promises is refused here, before anything is written.
    const run = await plan.open();
    try {
      const from = saved ?? (await begin(plan, { folder, everySeconds }, output));
      return await exploreRun(plan, new CheckpointedRun(run, from, { folder, everySeconds, ...hooks }), hooks.onEvent);
    } finally {
      await run.close();
    }
  });
}

/** Writes the manifest of a run in which only the starts have been found. */
async function begin(
  { engine, facts, need }: EnginePlan,
  { folder, everySeconds }: Pick<Course, 'folder' | 'everySeconds'>,
  output: string | undefined,
): Promise<SavedRun> {
  const starts = [...new Set(facts.starts)];
  const details: CheckpointDetails = { generation: FIRST_GENERATION, sections: [], everySeconds };
  const run: SavedRun = {
    store: 'memory',
    engine,
    facts,
    table: need.table,
    antipodes: need.antipodes ?? need.first,
    output: output ?? null,
    histogram: [starts.length],
    first: starts.slice(0, need.first),
    seconds: 0,
    details,
  };
  // From now on the run can be resumed, and the other files are known to belong to it.
  await written(folder, writeSavedRun(folder, run));
  return run;
}

/** Takes over the folder of a run. @returns the bytes of its checkpoint */
async function takeOver(folder: string, run: SavedRun): Promise<number> {
  await checkUnchanged(folder, run);
  return removeOthers(folder, checkpointDetails(run, folder).generation);
}

/**
 * Removes the files of an earlier process that was killed while it wrote.
 * @returns the bytes of the remaining files
 */
async function removeOthers(folder: string, generation: number): Promise<number> {
  // All files of the valid generation end with its number.
  const valid = fileName('', generation);
  let bytes = 0;
  for (const name of await ownFiles(folder)) {
    const path = join(folder, name);
    if (name.endsWith(valid)) bytes += (await stat(path)).size;
    else await rm(path, { force: true });
  }
  return bytes;
}

/** The folder of checkpoints, the time between them, and the listener. */
interface Course extends Pick<SavedRunHooks, 'stop' | 'onEvent'> {
  readonly folder: string;
  readonly everySeconds: number;
}

/** The layers of a run in memory. The parts of a checkpoint are written between the layers that are handed out. */
class CheckpointedRun implements LayerRun {
  readonly #run: MemoryRun;
  readonly #saved: SavedRun;
  readonly #course: Course;

  /** @param saved contents of the manifest in the folder */
  constructor(run: MemoryRun, saved: SavedRun, course: Course) {
    this.#run = run;
    this.#saved = saved;
    this.#course = course;
  }

  get bytes(): number {
    return this.#run.bytes;
  }

  get starts(): readonly string[] {
    return this.#run.starts;
  }

  get seconds(): number {
    return this.#saved.seconds + this.#run.seconds;
  }

  /** @throws the errors of LayerRun.layers; StorageError if the checkpoint is damaged; StoppedError */
  async *layers(): AsyncGenerator<FoundLayer, void> {
    const { folder, everySeconds, stop, onEvent = () => {} } = this.#course;
    const { histogram, first, seconds, details: _, ...run } = this.#saved;
    const snapshot = await this.#run.snapshot();
    const depth = histogram.length - 1;
    const { generation } = checkpointDetails(this.#saved, folder);
    const saver = new CheckpointSaver(
      { folder, everySeconds, stop, onEvent, run, snapshot },
      histogram,
      { depth, first, seconds },
      { generation, depth },
    );
    let singly = false;
    try {
      if (depth > 0) {
        await restoreLayers(this.#saved, snapshot, folder);
        singly = await saver.beforeLayers(depth + 1);
      }
      for await (const layer of this.#run.layers(() => singly)) {
        const all = { ...layer, seconds: seconds + layer.seconds };
        saver.onLayer(all);
        yield all;
        if (layer.isLatest) singly = await saver.beforeLayers(layer.depth + 1);
      }
    } finally {
      await saver.end();
    }
  }

  texts(states: readonly number[]): Promise<readonly string[]> {
    return this.#run.texts(states);
  }

  contents(histogram: readonly number[]): TableContents {
    return this.#run.contents(histogram);
  }

  close(): Promise<void> {
    return this.#run.close();
  }
}
