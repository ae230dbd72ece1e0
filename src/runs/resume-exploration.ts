/** Resumes an exploration that was not finished, in memory or on disk. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../base/input-error.js';
import { StorageError } from '../base/storage/errors.js';
import type { EnginePlan } from '../engines/engine.js';
import { SpaceError } from '../space/errors.js';
import { numbersAlike } from '../space/space-source.js';
import { trustedSource } from '../space/trusted-source.js';
import { type AskedNeed, type Exploration, needOf } from './exploration/exploration.js';
import { type ExploreOptions, explorePlanned, planRun } from './explore.js';
import type { SavedRun } from './saved/manifest.js';
import { manifestPathOf, readSavedRun } from './saved/saved-run.js';

export interface ResumeOptions extends Pick<ExploreOptions, 'onEvent' | 'signal' | 'stop'> {
  /** The most worker threads, 1..256; by default as many as the machine offers, fewer for small spaces. They need not be as many as before. */
  readonly threads?: number | undefined;
  /** Path of the run's module, if that was moved. Its code must be what it was. */
  readonly module?: string | undefined;
  /** Bytes of memory for a run on disk. @default 80 % of what is free */
  readonly memory?: number | undefined;
  /** @internal As in DiskOptions. */
  readonly mostLaneBytes?: number | undefined;
  /** Seconds between the checkpoints of a run in memory, 0 or more. @default 300 */
  readonly everySeconds?: number | undefined;
}

/**
 * Resumes the exploration in a folder that `explore` was given as `checkpoints.folder` or `disk.work`.
 * Its result is that of a run that was never stopped, bit for bit, with the time of all its parts. Whether it has a table was
 * decided when it began.
 * @throws StorageError if there is none, if it is damaged (the message names file and section), if its module has changed, or if
 * another process works on it; otherwise as explore
 */
export async function resumeExploration(folder: string, options: ResumeOptions = {}): Promise<Exploration> {
  const found = await readSavedRun(folder);
  if (found === undefined) throw new StorageError(`${folder} holds no exploration to resume`);
  const saved = trustedRun(found, folder, options.module);
  const { memory, mostLaneBytes, everySeconds, onEvent, stop } = options;
  const where =
    saved.store === 'memory'
      ? { checkpoints: { folder, everySeconds } }
      : { disk: { work: folder, memory, mostLaneBytes } };
  return explorePlanned(await planOfSaved(saved, folder, options), { ...where, saved, onEvent, stop });
}

/**
 * Returns a saved run if its space may be opened.
 * @param moved where its module lies now; by default where it was
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

/** The properties by which a space is known again. */
const SAME = ['size', 'starts', 'moves', 'reversible', 'metric'] as const;

/**
 * Returns the plan of a saved run, resumed with other threads.
 * @throws InputError if a number is out of its range; StorageError if the space is another one now; as planRun
 * @internal
 */
export async function planOfSaved(
  saved: SavedRun,
  folder: string,
  { threads, signal }: Pick<AskedNeed, 'threads' | 'signal'>,
): Promise<EnginePlan> {
  const { store, engine, facts, table, antipodes, histogram, first } = saved;
  // A checkpoint of the starts alone has no files, and its run begins again.
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
