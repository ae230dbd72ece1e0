/** A run in memory that saves checkpoints, from its starts or from a checkpoint. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StorageError, syncFolder } from '../../base/files.js';
import { checkMemory, freeMemory } from '../../base/memory.js';
import { bytesText, InputError } from '../../base/text.js';
import type { EnginePlan, FoundLayer, MemoryRun } from '../../engines/engine.js';
import {
  type CheckpointDetails,
  CheckpointWriter,
  checkpointBytes,
  checkpointDetails,
  FIRST_GENERATION,
  fileName,
  SavedCheckpoint,
  secondsBetween,
} from './checkpoint-files.js';
import { type Exploration, type ExploreEvent, exploreRun, StoppedError } from './exploration.js';
import { checkSpace, checkUnchanged, checkUnused, inLockedFolder, named } from './run-folder.js';
import {
  ownBulkFiles,
  ownFiles,
  readSavedRun,
  runOfPlan,
  type SavedRun,
  type SavedRunHooks,
  writeSavedRun,
} from './saved-run.js';

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
    await (saved === undefined ? checkUnused(folder) : takeOver(folder, saved));
    const needed = 2 * checkpointBytes(plan);
    await checkSpace(folder, needed, () => `two checkpoints of ${plan.label} take up to ${bytesText(needed)}`);
    // A space that breaks its promises is refused here, before anything is written.
    const run = await plan.open();
    try {
      const from = saved ?? (await begin(plan, { folder, everySeconds }, output));
      const layers = layersWithCheckpoints(run, from, { folder, everySeconds, ...hooks });
      return await exploreRun(plan, run, hooks.onEvent, layers, from.seconds);
    } finally {
      await run.close();
    }
  });
}

/** Writes the manifest of a run in which only the starts have been found. */
async function begin(
  plan: EnginePlan,
  { folder, everySeconds }: Pick<CheckpointSettings, 'folder' | 'everySeconds'>,
  output: string | undefined,
): Promise<SavedRun> {
  const starts = [...new Set(plan.facts.starts)];
  const details: CheckpointDetails = { generation: FIRST_GENERATION, sections: [], everySeconds };
  const reached = { histogram: [starts.length], first: starts.slice(0, plan.need.first), seconds: 0 };
  const run = runOfPlan(plan, { store: 'memory', output: output ?? null, ...reached, details });
  // From now on the run can be resumed, and the other files are known to belong to it.
  await named(folder, 'written', () => writeSavedRun(folder, run));
  return run;
}

/** Takes over the folder of a run: removes the files of an earlier process that was killed while it wrote. */
async function takeOver(folder: string, run: SavedRun): Promise<void> {
  await checkUnchanged(folder, run);
  // All files of the valid generation end with its number.
  const valid = fileName('', checkpointDetails(run, folder).generation);
  for (const name of await ownFiles(folder)) {
    if (!name.endsWith(valid)) await rm(join(folder, name), { force: true });
  }
}

/** The folder of checkpoints, the time between them, and the listener. */
interface CheckpointSettings extends Pick<SavedRunHooks, 'stop' | 'onEvent'> {
  readonly folder: string;
  readonly everySeconds: number;
}

/**
 * Yields the layers of a run in memory, which waits between two layers while a checkpoint is written.
 * @param saved contents of the manifest in the folder
 * @throws the errors of LayerRun.layers; StorageError if the checkpoint is damaged; StoppedError
 */
async function* layersWithCheckpoints(
  run: MemoryRun,
  saved: SavedRun,
  settings: CheckpointSettings,
): AsyncGenerator<FoundLayer, void> {
  const { histogram, seconds } = saved;
  const snapshot = await run.snapshot();
  const checkpoints = new Checkpoints(saved, new CheckpointWriter(snapshot), settings);
  if (histogram.length > 1) {
    await snapshot.restore(histogram, new SavedCheckpoint(saved, snapshot, settings.folder));
    await checkpoints.between(saved);
  }
  const reached = [...histogram];
  for await (const layer of run.layers(() => checkpoints.isDue)) {
    const all = { ...layer, seconds: seconds + layer.seconds };
    reached[layer.depth] = layer.fresh;
    yield all;
    if (layer.isLatest) await checkpoints.between({ ...all, histogram: reached });
  }
}

/** The part of a manifest that changes with each checkpoint. */
type Progress = Pick<SavedRun, 'histogram' | 'first' | 'seconds'>;

/**
 * The checkpoints of a run. Each stays valid until the next one is complete: its files are synced before the manifest refers to them,
 * and files of the one before are removed after that. A checkpoint that fails costs only itself.
 */
class Checkpoints {
  readonly #saved: SavedRun;
  readonly #writer: CheckpointWriter;
  readonly #settings: CheckpointSettings;
  /** The last generation that a manifest may refer to, and the depth of the manifest in the folder. */
  #generation: number;
  #validDepth: number;
  /** True if someone has removed the folder. */
  #isGone = false;
  /** Time of the last checkpoint, by performance.now(). */
  #lastSaved = performance.now();

  /** @param saved contents of the manifest in the folder */
  constructor(saved: SavedRun, writer: CheckpointWriter, settings: CheckpointSettings) {
    this.#saved = saved;
    this.#writer = writer;
    this.#settings = settings;
    this.#generation = checkpointDetails(saved, settings.folder).generation;
    this.#validDepth = saved.histogram.length - 1;
  }

  get isDue(): boolean {
    return !this.#isGone && performance.now() - this.#lastSaved >= this.#settings.everySeconds * 1000;
  }

  /** Saves a checkpoint if one is due, between two layers. @throws StoppedError, after a checkpoint, if the search is to stop */
  async between(progress: Progress): Promise<void> {
    const { stop, folder, onEvent } = this.#settings;
    const stops = stop?.aborted === true;
    if ((stops || this.isDue) && progress.histogram.length - 1 > this.#validDepth) {
      const event = await this.#save(progress);
      this.#lastSaved = performance.now();
      onEvent?.(event);
    }
    // If saving has failed, this depth is less than that of the search.
    if (stops) throw new StoppedError(this.#validDepth, folder);
  }

  async #save({ histogram, first, seconds }: Progress): Promise<ExploreEvent> {
    const { folder, everySeconds } = this.#settings;
    const begun = performance.now();
    const depth = histogram.length - 1;
    const generation = this.#generation + 1;
    try {
      const { sections, bytes } = await this.#writer.write(folder, generation, depth);
      const details: CheckpointDetails = { generation, sections, everySeconds };
      await syncFolder(folder);
      await writeSavedRun(folder, { ...this.#saved, histogram, first, seconds, details });
      this.#generation = generation;
      this.#validDepth = depth;
      // Files that cannot be removed now are removed with the next checkpoint.
      await this.#remove((name) => !name.endsWith(fileName('', generation)));
      return { type: 'checkpoint', depth, bytes, seconds: (performance.now() - begun) / 1000 };
    } catch (error) {
      return { type: 'checkpoint-failed', depth, message: await this.#failed(depth, generation, error) };
    }
  }

  /** Frees the space of a failed checkpoint. @returns what has happened @throws the error if it is a defect of the program */
  async #failed(depth: number, generation: number, error: unknown): Promise<string> {
    const { folder } = this.#settings;
    const reason = reasonOf(error);
    if (!existsSync(folder)) {
      this.#isGone = true;
      return `${folder} no longer exists, so no more checkpoints are saved; the exploration goes on, and cannot be resumed`;
    }
    const before = this.#validDepth;
    const found = await this.#depthOfManifest();
    // A manifest that is written, but whose folder is not synced, may be lost in a power failure. So both checkpoints stay.
    if (found === undefined || found === depth) this.#generation = generation;
    if (found === depth) {
      this.#validDepth = depth;
      return `the checkpoint of depth ${depth} may not be safely on the disk in ${folder}: ${reason}; the checkpoint of depth ${before} is kept too`;
    }
    const left = found === undefined ? [] : await this.#remove((name) => name.endsWith(fileName('', generation)));
    const rest = found === before ? 'remains valid' : 'can no longer be read';
    const remains = left.length === 0 ? '' : `, and ${left.join(' and ')} could not be removed`;
    return `the checkpoint of depth ${depth} could not be saved in ${folder}: ${reason}; the checkpoint of depth ${before} ${rest}${remains}`;
  }

  /** Returns the depth in the manifest, or undefined if it cannot be read. */
  async #depthOfManifest(): Promise<number | undefined> {
    try {
      const run = await readSavedRun(this.#settings.folder);
      return run && run.histogram.length - 1;
    } catch (error) {
      if (error instanceof StorageError) return undefined;
      throw error;
    }
  }

  /** Removes files as far as the file system permits. @returns the names of the others */
  async #remove(isUseless: (name: string) => boolean): Promise<string[]> {
    const { folder } = this.#settings;
    const left: string[] = [];
    for (const name of (await ownBulkFiles(folder)).filter(isUseless)) {
      try {
        await rm(join(folder, name), { force: true });
      } catch (error) {
        // Rethrows errors that are defects of the program.
        reasonOf(error);
        left.push(name);
      }
    }
    return left;
  }
}
