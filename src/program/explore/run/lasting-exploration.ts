/** An exploration that outlives its process, new or resumed: with checkpoints, or in the files of a work folder. */

import { resolve } from 'node:path';
import { checkMemory, freeMemory } from '../../../base/memory.js';
import { StorageError } from '../../../base/storage/errors.js';
import { BoardEnginePlan } from '../../../engines/bits/engine.js';
import type { EnginePlan } from '../../../engines/engine.js';
import { planDisk } from '../../../plan/disk-plan.js';
import { secondsBetween } from '../../../runs/checkpoint/restore.js';
import { checkpointBytes } from '../../../runs/checkpoint/room.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import { explorePlanned } from '../../../runs/explore.js';
import { discardSavedRun } from '../../../runs/saved/discard.js';
import type { SavedRun } from '../../../runs/saved/manifest.js';
import { readSavedRun } from '../../../runs/saved/saved-run.js';
import { BLANK } from '../../../spaces/board/position.js';
import { isSameSpace, type NamedSpace } from '../../../spaces/same-space.js';
import { refuseOthers } from '../../arguments/other-spaces.js';
import { checkOutput } from '../../arguments/output-folder.js';
import type { Call } from '../../process/call.js';
import type { Io } from '../../process/io.js';
import { endOnSignal } from '../../process/signals.js';
import { spaceTitle } from '../../terminal/space-title.js';
import { announceCheckpoints, announceDisk, announceDiskTime, checkOneDisk } from './disk-needs.js';
import { type ExplorationPaths, filesOf, printExploration, writeExploration } from './exploration-files.js';
import { logOf, withWatch } from './exploration-watch.js';
import { ANOTHER_OUTPUT, type ExploreArguments } from './explore-arguments.js';
import { beforeRun, bytesOnDisk, prepare } from './preparation.js';
import { resumeAdvice, type SearchHooks, searchSaved } from './saved-search.js';
import type { SharedQueue } from './shared-queue.js';
import type { LastingStore } from './store-options.js';

export interface LastingExploration {
  readonly plan: EnginePlan;
  readonly store: LastingStore;
  /** The folder of the results. */
  readonly output: string;
  readonly paths: ExplorationPaths;
  /** The saved run to resume; undefined for a new run. */
  readonly saved?: SavedRun | undefined;
}

/** Explores, writes and prints. Discards the saved run only after the results are written. */
export async function exploreLasting(
  lasting: LastingExploration,
  options: Pick<ExploreArguments, 'log' | 'json' | 'antipodes' | 'replace'>,
  call: Call,
  io: Io,
): Promise<void> {
  const { store } = lasting;
  const queue = store.kind === 'disk' ? store.queue : undefined;
  try {
    await exploreToFiles(lasting, queue, options, call, io);
    await tidy(store.folder, lasting.plan.facts, io);
    await queue?.finish();
  } finally {
    await queue?.close();
  }
}

/** Discards the saved run. The results are written, so a folder that cannot be tidied costs no more than a line. */
async function tidy(folder: string, space: NamedSpace, io: Io): Promise<void> {
  try {
    const saved = await readSavedRun(folder);
    if (saved === undefined || isSameSpace(saved.facts, space)) return await discardSavedRun(folder);
    io.stderr.write(`antipode: ${folder} now holds a run of ${saved.facts.name}, which is kept\n`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    io.stderr.write(`antipode: ${error.message}; the results are written, so ${folder} may be removed by hand\n`);
  }
}

/** Explores, writes and prints. @throws as explorePlanned; the failure to write a file */
async function exploreToFiles(
  lasting: LastingExploration,
  queue: SharedQueue | undefined,
  options: Pick<ExploreArguments, 'log' | 'json' | 'antipodes' | 'replace'>,
  call: Call,
  io: Io,
): Promise<void> {
  const { plan, store, paths, saved } = lasting;
  const { folder } = store;
  const depth = saved === undefined ? 0 : saved.histogram.length - 1;
  const files = filesOf(paths);
  const log = await beforeRun(plan, async () => {
    if (!options.replace) await refuseOthers(files, plan.facts, ANOTHER_OUTPUT);
    await queue?.open(io);
    await prepareLasting(lasting, depth, io);
    return logOf(options.log, files, io, saved !== undefined);
  });
  if (saved !== undefined) {
    const title =
      plan instanceof BoardEnginePlan
        ? spaceTitle(plan.search.geometry.board, plan.goal, plan.metric)
        : plan.facts.name;
    io.stderr.write(`${title}: resuming from depth ${depth}, saved in ${folder}\n`);
  }
  const linesBelow = queue && ((width: number) => queue.progress.lines(width));
  const exploration = await withWatch({ io, log, reachable: plan.reached !== null, linesBelow }, (watch) => {
    queue?.sayBy(watch.say);
    return searchSaved({ store, depth, paths: files, watch }, io, (hooks) => searchLasting(lasting, hooks));
  }).finally(() => log?.close());
  const written = await writeExploration(exploration, paths, call, io);
  const failure = written.failure && (await withAdvice(written.failure, store));
  await printExploration(exploration, written, options, store.kind === 'disk' ? 'disk' : 'memory', io);
  if (failure !== undefined) throw failure;
}

function searchLasting({ plan, store, output, saved }: LastingExploration, hooks: SearchHooks) {
  const { folder } = store;
  const options = { output: resolve(output), saved, ...hooks };
  if (store.kind === 'checkpoints') {
    return explorePlanned(plan, { ...options, checkpoints: { folder, everySeconds: store.everySeconds } });
  }
  const { memory, queue } = store;
  const onEvent = (event: ExploreEvent) => {
    queue?.progress.on(event);
    hooks.onEvent(event);
  };
  return explorePlanned(plan, { ...options, onEvent, disk: { work: folder, memory, handOut: queue?.handOut } });
}

/**
 * Checks the memory, and that all files can be written, and prints the needs on standard error. Afterwards Ctrl-C ends the program
 * immediately, and leaves no half-written result.
 * @param depth depth of the last complete layer
 * @throws InputError, MemoryError; Error if the disk has too little free space
 */
async function prepareLasting(
  { plan, store, output, paths, saved }: LastingExploration,
  depth: number,
  io: Io,
): Promise<void> {
  const { threads, need } = plan;
  const { folder } = store;
  const files = filesOf(paths);
  const tableBytes = bytesOnDisk(plan);
  if (store.kind === 'checkpoints') {
    const bytes = checkpointBytes(plan);
    checkOneDisk(output, tableBytes, folder, 2 * bytes);
    prepare(plan, output, files, io);
    announceCheckpoints(folder, secondsBetween(store.everySeconds, saved, folder), bytes, io);
  } else if (plan instanceof BoardEnginePlan) {
    const { search, goal } = plan;
    const { board } = search.geometry;
    const shared = store.queue !== undefined;
    const disk = planDisk(board, { table: need.table, memory: store.memory, threads, first: need.first, shared });
    checkOneDisk(output, tableBytes, folder, disk.diskBytes);
    endOnSignal(io, files);
    checkOutput(output, files, tableBytes, 'choose another --output, or --no-table');
    const needs = { bytes: disk.memoryBytes, threadBytes: search.threadBytes };
    checkMemory(plan.label, needs, threads, freeMemory(), 'the bitsets that are searched');
    announceDisk(search, disk, store, io);
    // The number and speed of the workers are unknown, so no time is announced.
    if (shared) return;
    const goalCell = goal.indexOf(BLANK);
    await announceDiskTime({ board, goalCell, threads, plan: disk, work: folder, depth }, io);
  }
}

/** Adds advice to the failure of a file: how to write it later. @param store the store of the saved run */
async function withAdvice(failure: Error, store: LastingStore): Promise<Error> {
  const run = await readSavedRun(store.folder);
  const kept = run === undefined ? '' : `what is saved, up to depth ${run.histogram.length - 1}, is kept; `;
  return new Error(`${failure.message}; ${kept}${resumeAdvice(store, ' once that is fixed')}`, { cause: failure });
}
