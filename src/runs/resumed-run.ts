/** Resumes an unfinished exploration, in memory or on disk. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../base/text.js';
import type { EnginePlan } from '../engines/engine.js';
import { StorageError } from '../files/files.js';
import { SpaceError } from '../space/definition.js';
import { numbersAlike, type SpaceSource } from '../space/space.js';
import { trustedSource } from '../space/space-module.js';
import { isFull, mapOf } from '../spaces/board/board.js';
import { boardOfSource } from '../spaces/board-facts.js';
import { fileNameOf } from '../spaces/names.js';
import type { DiskLimits } from './disk/portion-store.js';
import { manifestPathOf, readSavedRun, type SavedRun } from './disk/saved-run.js';
import { type Exploration, type PlanOptions, planRequest, planRun } from './exploration/exploration.js';
import { type ExploreOptions, explorePlanned } from './explore.js';

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
  { threads, signal }: Pick<PlanOptions, 'threads' | 'signal'>,
): Promise<EnginePlan> {
  const { store, engine, facts, table, antipodes, histogram, first } = saved;
  // A checkpoint of only the starts has no files, so its run begins again.
  const from = store === 'memory' && histogram.length === 1 ? undefined : { histogram, first };
  const plan = await planRun(facts.source, { ...planRequest({ threads, table, antipodes, signal }), from }, engine);
  const changed = SAME.find((property) => !isDeepStrictEqual(plan.facts[property], facts[property]));
  const other = changed ?? (numbersAlike(plan.facts.source, facts.source) ? undefined : 'numbering');
  if (other === undefined) return plan;
  await plan.close();
  throw new StorageError(
    `${manifestPathOf(folder, saved)}: the space ${facts.name} has changed since the run was begun (its ${other}): restore the space as it was, or explore it again with another folder`,
  );
}

/* The comparison of a saved run with a requested one. */

type Property = 'space' | 'pattern' | 'metric' | 'goal' | 'store' | 'table' | 'antipodes' | 'output';

/** The properties that tell runs apart, in the order of their comparison: the value of a run, and its text after `a run`. */
const PROPERTIES: Readonly<Record<Property, readonly [(run: SavedRun) => string, (value: string) => string]>> = {
  space: [({ facts }) => spaceText(facts.source), (space) => `of ${space}`],
  pattern: [({ facts }) => tilesText(facts.source), (tiles) => `of the pattern ${tiles}`],
  metric: [({ facts }) => facts.metric ?? 'none', (metric) => `in the metric ${metric}`],
  goal: [({ facts: { source } }) => ('goal' in source ? source.goal : 'none'), (goal) => `with the goal ${goal}`],
  store: [({ store }) => store, (store) => `that keeps its states in ${store}`],
  table: [({ table }) => String(table), (isMade) => `with${isMade === 'true' ? '' : 'out'} a table`],
  antipodes: [({ antipodes }) => String(antipodes), (count) => `that lists ${count} antipodes`],
  output: [({ output }) => output ?? 'none', (folder) => `with its results in ${folder}`],
};

/**
 * Compares a saved run with a requested one.
 * @param requested the properties that a request names, as texts
 * @returns the first property that differs, both values, and both as texts after `a run`; undefined if none differs
 * @internal
 */
export function firstDifference(run: SavedRun, requested: Readonly<Partial<Record<Property, string | undefined>>>) {
  for (const property of Object.keys(PROPERTIES) as Property[]) {
    const [of, text] = PROPERTIES[property];
    const [saved, other] = [of(run), requested[property] ?? of(run)];
    if (saved !== other) return { property, saved, requested: other, texts: [text(saved), text(other)] };
  }
  return undefined;
}

function tilesText(source: SpaceSource): string {
  return source.kind === 'pattern' ? source.tiles.join(' ') : 'none';
}

/** Returns the space of a source as text, without its start. @internal */
export function spaceText(source: SpaceSource): string {
  switch (source.kind) {
    case 'board':
    case 'pattern': {
      const board = boardOfSource(source);
      // A map is written as its rows, because maps of the same name can have different cells.
      const text = isFull(board) ? `${board.rows}x${board.columns}` : mapOf(board).join('/');
      return source.kind === 'board' ? text : `${text} pattern ${tilesText(source)}`;
    }
    case 'known':
      return source.space;
    case 'module':
      return source.path;
    case 'generators': {
      // Files of the same name can have different moves.
      const { start: _, ...own } = source;
      return fileNameOf({ source: own, name: source.name });
    }
  }
}
