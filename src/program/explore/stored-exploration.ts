/** An exploration of a board that outlives its process: in memory with checkpoints, or in the files of a work folder. */

import { resolve } from 'node:path';
import { checkMemory, freeMemory } from '../../base/memory.js';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { planDisk } from '../../plan/disk-plan.js';
import { checkpointBytes } from '../../runs/checkpoint/room.js';
import { exploreBoard } from '../../runs/explore.js';
import { BLANK } from '../../spaces/board/position.js';
import { checkOutput } from '../arguments/output-folder.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { spaceTitle } from '../terminal/space-title.js';
import { writeAndPrint } from './board-result.js';
import { announceCheckpoints, announceDisk, announceDiskTime, checkOneDisk } from './disk-needs.js';
import { type ExplorationPaths, filesOf } from './exploration-files.js';
import {
  type ExplorationSetup,
  type ExploreArguments,
  logOf,
  prepare,
  tableBytesOf,
  withWatch,
} from './exploration-setup.js';
import { searchSaved } from './saved-search.js';
import type { LastingStore } from './store-options.js';

export interface StoredExploration {
  readonly setup: ExplorationSetup;
  readonly plan: BoardEnginePlan;
  readonly store: LastingStore;
  /** The folder of the results. */
  readonly output: string;
  readonly paths: ExplorationPaths;
}

export async function exploreStored(
  { setup, plan, store, output, paths }: StoredExploration,
  { log: logPath, json }: Pick<ExploreArguments, 'log' | 'json'>,
  io: Io,
): Promise<void> {
  await prepareStored({ setup, plan, store, output, paths }, 0, io);
  const { folder } = store;
  const log = logOf(logPath, filesOf(paths), io);
  const exploration = await withWatch(log, io, (watch) =>
    searchSaved({ folder, depth: 0, paths: filesOf(paths), watch }, io, (hooks) => {
      const options = { output: resolve(output), ...hooks };
      return store.kind === 'disk'
        ? exploreBoard(plan, { ...options, disk: { work: folder, memory: store.memory } })
        : exploreBoard(plan, { ...options, checkpoints: { folder, everySeconds: store.everySeconds } });
    }),
  );
  const title = spaceTitle(setup.board, plan.goal, setup.metric);
  await writeAndPrint(exploration, title, paths, json, io, store);
}

/**
 * Checks that there is memory, and that all files can be written; says on standard error what is needed. From now on Ctrl-C
 * ends the program at once, and leaves no half-written result.
 * @param depth of the last layer that is complete
 * @throws InputError, MemoryError, Error where the disk has not the space
 */
export async function prepareStored(
  { setup, plan: run, store, output, paths }: StoredExploration,
  depth: number,
  io: Io,
): Promise<void> {
  const { board, table, threads } = setup;
  const { folder } = store;
  const tableBytes = table ? tableBytesOf(run.search) : 0;
  if (store.kind === 'checkpoints') {
    const bytes = checkpointBytes(run.search);
    checkOneDisk(output, tableBytes, folder, 2 * bytes);
    prepare(setup, output, [paths], io);
    announceCheckpoints(folder, store.everySeconds, bytes, io);
  } else {
    const plan = planDisk(board, { table, memory: store.memory, threads });
    const files = filesOf(paths);
    checkOneDisk(output, tableBytes, folder, plan.diskBytes);
    endOnSignal(io, files);
    checkOutput(output, files, tableBytes, 'choose another --output, or --no-table');
    const { memoryBytes } = plan;
    const { threadBytes } = run.search;
    checkMemory(run.label, { bytes: memoryBytes, threadBytes }, threads, freeMemory(), 'the bitsets that are searched');
    announceDisk(board, plan, folder, io);
    await announceDiskTime({ board, goalCell: run.goal.indexOf(BLANK), threads, plan, work: folder, depth }, io);
  }
}
