/** A run in memory that saves checkpoints, from its starts or from a checkpoint. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StorageError, syncFolder } from '../../base/files.js';
import { bytesText, InputError } from '../../base/text.js';
import type { EnginePlan, FoundLayer, MemoryRun } from '../../engines/engine.js';
import type { Snapshot } from '../../engines/snapshot.js';
import {
  type CheckpointDetails,
  checkpointBytes,
  checkpointDetails,
  checkpointWriter,
  FIRST_GENERATION,
  fileName,
  savedCheckpoint,
  secondsBetween,
} from './checkpoint-files.js';
import { type Exploration, type ExploreEvent, exploreRun, StoppedError } from './exploration.js';
import { checkSpace, inRunFolder, named } from './run-folder.js';
import {
  ownBulkFiles,
  ownFiles,
  readSavedRun,
  runOfPlan,
  type SavedLayers,
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
  { folder, everySeconds: given }: CheckpointOptions,
  saved: SavedRun | undefined,
  { output, ...hooks }: SavedRunHooks,
): Promise<Exploration> {
  const everySeconds = secondsBetween(given, saved, folder);
  if (!(everySeconds >= 0)) {
    throw new InputError(`the seconds between checkpoints must be 0 or more, found ${everySeconds}`);
  }
  return inRunFolder(folder, saved, async () => {
    if (saved !== undefined) await removeOthers(folder, saved);
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
  const reached = { histogram: [starts.length], first: starts.slice(0, plan.request.first), seconds: 0 };
  const run = runOfPlan(plan, { store: 'memory', output: output ?? null, ...reached, details });
  // From now on the run can be resumed, and the other files are known to belong to it.
  await named(folder, 'written', () => writeSavedRun(folder, run));
  return run;
}

/** Removes the files of an earlier process that was killed while it wrote. */
async function removeOthers(folder: string, run: SavedRun): Promise<void> {
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
  const checkpoints = checkpointsAfter(saved, snapshot, settings);
  if (histogram.length > 1) {
    await snapshot.restore(histogram, savedCheckpoint(saved, snapshot, settings.folder));
    await checkpoints.between(saved);
  }
  const reached = [...histogram];
  for await (const layer of run.layers(checkpoints.isDue)) {
    const all = { ...layer, seconds: seconds + layer.seconds };
    reached[layer.depth] = layer.fresh;
    yield all;
    if (layer.isLatest) await checkpoints.between({ ...all, histogram: reached });
  }
}

/**
 * Returns the checkpoints of a run. Each stays valid until the next one is complete: its files are synced before the manifest refers to
 * them, and files of the one before are removed after that. A checkpoint that fails costs only itself.
 * @param saved contents of the manifest in the folder
 */
function checkpointsAfter(
  saved: SavedRun,
  snapshot: Snapshot,
  { folder, everySeconds, stop, onEvent }: CheckpointSettings,
) {
  const write = checkpointWriter(snapshot);
  /** The last generation that a manifest may refer to, and the depth of the manifest in the folder. */
  let { generation } = checkpointDetails(saved, folder);
  let validDepth = saved.histogram.length - 1;
  /** True if someone has removed the folder. */
  let isGone = false;
  /** Time of the last checkpoint, by performance.now(). */
  let lastSaved = performance.now();

  const isDue = () => !isGone && performance.now() - lastSaved >= everySeconds * 1000;

  /** Saves a checkpoint if one is due, between two layers. @throws StoppedError, after a checkpoint, if the search is to stop */
  async function between(progress: SavedLayers): Promise<void> {
    const stops = stop?.aborted === true;
    if ((stops || isDue()) && progress.histogram.length - 1 > validDepth) {
      const event = await save(progress);
      lastSaved = performance.now();
      onEvent?.(event);
    }
    // If saving has failed, this depth is less than that of the search.
    if (stops) throw new StoppedError(validDepth, folder);
  }

  async function save({ histogram, first, seconds }: SavedLayers): Promise<ExploreEvent> {
    const begun = performance.now();
    const depth = histogram.length - 1;
    const next = generation + 1;
    try {
      const { sections, bytes } = await write(folder, next, depth);
      const details: CheckpointDetails = { generation: next, sections, everySeconds };
      await syncFolder(folder);
      await writeSavedRun(folder, { ...saved, histogram, first, seconds, details });
      generation = next;
      validDepth = depth;
      // Files that cannot be removed now are removed with the next checkpoint.
      await removeFiles(folder, (name) => !name.endsWith(fileName('', next)));
      return { type: 'checkpoint', depth, bytes, seconds: (performance.now() - begun) / 1000 };
    } catch (error) {
      return { type: 'checkpoint-failed', depth, message: await failed(depth, next, error) };
    }
  }

  /** Frees the space of a failed checkpoint. @returns what has happened @throws the error if it is a defect of the program */
  async function failed(depth: number, next: number, error: unknown): Promise<string> {
    const reason = reasonOf(error);
    if (!existsSync(folder)) {
      isGone = true;
      return `${folder} no longer exists, so no more checkpoints are saved; the exploration goes on, and cannot be resumed`;
    }
    const before = validDepth;
    const found = await manifestDepth(folder);
    // A manifest that is written, but whose folder is not synced, may be lost in a power failure. So both checkpoints stay.
    if (found === undefined || found === depth) generation = next;
    if (found === depth) {
      validDepth = depth;
      return `the checkpoint of depth ${depth} may not be safely on the disk in ${folder}: ${reason}; the checkpoint of depth ${before} is kept too`;
    }
    const left = found === undefined ? [] : await removeFiles(folder, (name) => name.endsWith(fileName('', next)));
    const rest = found === before ? 'remains valid' : 'can no longer be read';
    const remains = left.length === 0 ? '' : `, and ${left.join(' and ')} could not be removed`;
    return `the checkpoint of depth ${depth} could not be saved in ${folder}: ${reason}; the checkpoint of depth ${before} ${rest}${remains}`;
  }

  return { isDue, between };
}

/** Returns the depth in the manifest of a folder, or undefined if it cannot be read. */
async function manifestDepth(folder: string): Promise<number | undefined> {
  try {
    const run = await readSavedRun(folder);
    return run && run.histogram.length - 1;
  } catch (error) {
    if (error instanceof StorageError) return undefined;
    throw error;
  }
}

/** Removes files as far as the file system permits. @returns the names of the others */
async function removeFiles(folder: string, isUseless: (name: string) => boolean): Promise<string[]> {
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
