/** Coordinators and workers with the settings of the tests, in this process, or in processes of their own (test/fixtures). */

import { discardSavedRun } from '#src/runs/disk/run-folder.js';
import { readSavedRun } from '#src/runs/disk/saved-run.js';
import { type ExploreEvent, planRequest, planRun } from '#src/runs/exploration/exploration.js';
import { explorePlanned } from '#src/runs/explore.js';
import { openCoordinator, type QueueEvent } from '#src/runs/queue/coordinator.js';
import { workForQueue } from '#src/runs/queue/worker.js';
import { planOfSaved } from '#src/runs/resumed-run.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { type Result, resultOf } from '../../board-exploration.js';

/** A run that coordinators and workers share. */
export interface SharedRun {
  readonly url: string;
  readonly work: string;
  readonly board: string;
}

/** Version of all programs. */
const PROGRAM = 'tested';
/** Bytes of a portion, so small that each block of a small board is one: a layer has up to ten. */
export const PORTION_BYTES = 100e3;
/** More antipodes than exist. */
export const ANTIPODES = 7;
/** Milliseconds after which a job is handed to another worker. */
const LOCK = 500;
/** Milliseconds to wait for files of other processes. */
const patience = 500;

export type CoordinatorSays = QueueEvent | ExploreEvent | { readonly type: 'found'; readonly found: Result };

/** Begins a run, or resumes the one in the folder; then removes the folder, so that workers end. */
export async function coordinate(
  { url, work, board }: SharedRun,
  say: (event: CoordinatorSays) => void,
  signal?: AbortSignal,
): Promise<void> {
  const coordinator = await openCoordinator({ url, program: PROGRAM, onEvent: say, signal });
  try {
    const saved = await readSavedRun(work);
    const plan = saved
      ? await planOfSaved(saved, work, { threads: 1 })
      : await planRun(await sourceOfText(board, {}), planRequest({ threads: 1, antipodes: ANTIPODES }));
    const limits = { portionBytes: PORTION_BYTES, patience };
    const disk = { work, memory: 50e6, handOut: coordinator.handOut, limits };
    const onEvent = (event: ExploreEvent) => void (event.type === 'layer' && say(event));
    say({ type: 'found', found: resultOf(await explorePlanned(plan, { disk, saved, onEvent })) });
    await coordinator.finish();
    await discardSavedRun(work);
  } finally {
    await coordinator.close();
  }
}

/** Makes the portions of a run. */
export function work(
  { work: folder, url }: Omit<SharedRun, 'board'>,
  options: Partial<Parameters<typeof workForQueue>[0]> = {},
) {
  const settings = { program: PROGRAM, threads: 1, memory: 30e6, lockMilliseconds: LOCK, limits: { patience } };
  return workForQueue({ url, folder, ...settings, ...options });
}
