/** Resumes an unfinished exploration, in memory or on disk. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { StorageError } from '../base/files.js';
import { InputError } from '../base/text.js';
import type { EnginePlan } from '../engines/engine.js';
import { SpaceError } from '../space/definition.js';
import { numbersAlike } from '../space/space.js';
import { trustedSource } from '../space/space-module.js';
import type { DiskLimits } from './disk/layer-driver.js';
import { type AskedNeed, type Exploration, needOf } from './exploration/exploration.js';
import { manifestPathOf, readSavedRun, type SavedRun } from './exploration/saved-run.js';
import { type ExploreOptions, explorePlanned, planRun } from './explore.js';

export interface ResumeOptions extends Pick<ExploreOptions, 'onEvent' | 'signal' | 'stop'> {
  /**
   * Maximum number of worker threads, 1..256. It may differ from that of the earlier process. @default the number of processors, fewer
   * for small spaces
   */
  readonly threads?: number | undefined;
  /** Path of the run's module, if it was moved. Its code must be unchanged. */
  readonly module?: string | undefined;
  /** Bytes of memory for a run on disk. @default 80 % of the free memory */
  readonly memory?: number | undefined;
  /** @internal See DiskOptions. */
  readonly limits?: DiskLimits | undefined;
  /** Seconds between the checkpoints of a run in memory, 0 or more. @default what the run has saved */
  readonly everySeconds?: number | undefined;
}

/**
 * Resumes the exploration in a folder that was passed to `explore` as `checkpoints.folder` or `disk.work`. The result equals that of an
 * uninterrupted run, bit for bit; `seconds` adds up the times of all parts. The table was requested or declined when the run began.
 * @param folder path of the folder
 * @returns the finished exploration; its `table` is null if it was declined
 * @throws StorageError if the folder holds no exploration, if it is damaged (the message names file and section), if its module has
 * changed, or if another process uses it; otherwise the errors of explore
 * @example
 * ```ts
 * import { explore, resumeExploration, StoppedError } from 'antipode';
 *
 * const folder = './checkpoint';
 * try {
 *   await explore({ space: '3x4', checkpoints: { folder }, stop: AbortSignal.timeout(100) });
 * } catch (error) {
 *   if (!(error instanceof StoppedError)) throw error;
 *   const { maxDepth } = await resumeExploration(folder); // 53
 * }
 * ```
 */
export async function resumeExploration(folder: string, options: ResumeOptions = {}): Promise<Exploration> {
  const found = await readSavedRun(folder);
  if (found === undefined) throw new StorageError(`${folder} holds no exploration to resume`);
  const saved = trustedRun(found, folder, options.module);
  const { memory, limits, everySeconds, onEvent, stop } = options;
  const where =
    saved.store === 'memory' ? { checkpoints: { folder, everySeconds } } : { disk: { work: folder, memory, limits } };
  return explorePlanned(await planOfSaved(saved, folder, options), { ...where, saved, onEvent, stop });
}

/**
 * Returns a saved run after checking that its space can be opened.
 * @param moved current path of its module; by default the saved path
 * @throws InputError if its module does not exist; StorageError if the module has changed since the run was begun
 * @internal
 */
export function trustedRun(saved: SavedRun, folder: string, moved?: string): SavedRun {
  const { facts } = saved;
  if (facts.source.kind !== 'module') return saved;
  const path = moved === undefined ? facts.source.path : resolve(moved);
  const advice = `restore it as it was, or if it was moved, give its path: antipode explore <module> --resume ${folder}`;
  try {
    return { ...saved, facts: { ...facts, source: trustedSource({ ...facts.source, path }, undefined, advice) } };
  } catch (error) {
    if (!(error instanceof SpaceError)) throw error;
    const Failure = existsSync(path) ? StorageError : InputError;
    throw new Failure(`${manifestPathOf(folder, saved)}: ${error.message}`);
  }
}

/** The properties that identify a space. */
const SAME = ['size', 'starts', 'moves', 'reversible', 'metric'] as const;

/**
 * Returns the plan of a saved run, resumed with other threads.
 * @throws InputError if a number is out of range; StorageError if the space has changed; the errors of planRun
 * @internal
 */
export async function planOfSaved(
  saved: SavedRun,
  folder: string,
  { threads, signal }: Pick<AskedNeed, 'threads' | 'signal'>,
): Promise<EnginePlan> {
  const { store, engine, facts, table, antipodes, histogram, first } = saved;
  // A checkpoint of only the starts has no files, so its run begins again.
  const from = store === 'memory' && histogram.length === 1 ? undefined : { histogram, first };
  const plan = await planRun(facts.source, { ...needOf({ threads, table, antipodes, signal }), from }, engine);
  const changed = SAME.find((property) => !isDeepStrictEqual(plan.facts[property], facts[property]));
  const other = changed ?? (numbersAlike(plan.facts.source, facts.source) ? undefined : 'numbering');
  if (other === undefined) return plan;
  await plan.close();
  throw new StorageError(
    `${manifestPathOf(folder, saved)}: the space ${facts.name} has changed since the run was begun (its ${other}): restore the space as it was, or explore it again with another folder`,
  );
}
