/** An exploration in memory, from its plan to its files. */

import type { EnginePlan } from '../../../engines/engine.js';
import type { Exploration } from '../../../runs/exploration/exploration.js';
import { explorePlanned } from '../../../runs/explore.js';
import type { Call } from '../../process/call.js';
import type { Io } from '../../process/io.js';
import { type ExplorationPaths, filesOf, type WrittenExploration, writeExploration } from './exploration-files.js';
import { type WatchOptions, withWatch } from './exploration-watch.js';

export interface MemoryExploration extends Pick<WatchOptions, 'log' | 'part'> {
  readonly plan: EnginePlan;
  readonly paths: ExplorationPaths;
  /** Message for a signal that ends the exploration: what is lost, and how to avoid that next time. */
  readonly advice: string;
}

/** A complete exploration and its files. */
export interface FinishedExploration {
  readonly exploration: Exploration;
  readonly written: WrittenExploration;
}

/**
 * Explores with a live line, and writes the files.
 * @throws as explorePlanned
 */
export async function exploreInMemory(
  { plan, paths, advice, log, part }: MemoryExploration,
  call: Call,
  io: Io,
): Promise<FinishedExploration> {
  const exploration = await withWatch({ io, log, part, reachable: plan.reached !== null }, async (watch) => {
    watch.endOnSignal(plan.facts.name, filesOf(paths), advice);
    const { on: onEvent } = watch;
    const exploring = explorePlanned(plan, { onEvent });
    // Loaded while the threads start.
    if (plan.need.table) await Promise.race([exploring, import('../../../table/files/save.js')]);
    return exploring;
  });
  return { exploration, written: await writeExploration(exploration, paths, call, io) };
}
