/** `antipode explore --plan --workers`: the memory, disk space and time of an exploration by workers on several machines. */

import { InputError } from '../../base/input-error.js';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type ClusterPlan, type NetworkSpeed, planCluster } from '../../plan/cluster-plan.js';
import { diskPlanOf } from '../../plan/disk-plan-of-run.js';
import { boardOnDisk, type PlanInput } from '../../plan/exploration-plan.js';
import type { FolderSpeed } from '../../plan/folder-speed.js';
import type { ProcessorSpeed } from '../../plan/processor-speed.js';
import { memoryBytes, wholeNumber } from '../arguments/option-values.js';
import type { ExploreArguments } from './run/explore-arguments.js';

/** Workers that share a folder. */
export interface PlannedWorkers {
  readonly count: number;
  /** Bytes per second that the folder reads or writes, for all workers together; undefined if it is to be measured. */
  readonly network: number | undefined;
}

const MOST_WORKERS = 100_000;

/**
 * Reads the workers to plan for; undefined if --workers is not given.
 * @throws InputError if an option is wrong, or conflicts with --workers
 */
export function workersOf(options: ExploreArguments): PlannedWorkers | undefined {
  const { workers, network } = options;
  if (workers === undefined) {
    if (network === undefined) return undefined;
    throw new InputError('--network is the speed of the folder that workers share: add --workers <n>, or leave it out');
  }
  const count = wholeNumber('--workers', workers, 1, MOST_WORKERS);
  for (const [option, given, because] of [
    ['--partition', options.partition, 'is for patterns, which are explored in memory'],
    ['--store', options.store, 'is for one machine, and workers share the folder of --work'],
    ['--checkpoint', options.checkpoint, 'is for bitsets in memory, and workers save every layer'],
  ]) {
    if (given !== undefined) throw new InputError(`${option} ${because}: leave out ${option}, or --workers`);
  }
  return { count, network: network === undefined ? undefined : memoryBytes('--network', network) };
}

/** Returns the board that workers explore. @throws InputError with the reason if workers cannot share the space */
export function sharedBoardOf(run: PlanInput['run']): BoardEnginePlan {
  const board = boardOnDisk(run);
  if (board !== undefined) return board;
  throw new InputError(
    run.facts.source.kind === 'pattern'
      ? '--workers is for whole boards, and a pattern is explored in memory: leave it out'
      : '--workers is for boards and maps with the fast method and --metric single: in other spaces moves lead anywhere, so every portion would read all files; leave it out',
  );
}

/** The run and the machine that workers are planned for. */
export interface PlannedRun extends Pick<PlanInput, 'memoryLimit' | 'tableBytes' | 'work' | 'output'> {
  readonly board: BoardEnginePlan;
  readonly shares: readonly number[] | null;
  readonly processors: ProcessorSpeed;
  /** The speed of the work folder; undefined if it could not be measured. */
  readonly folder: FolderSpeed | undefined;
}

/** Plans workers each of which is like this machine. @throws InputError */
export function planWorkers(
  { count, network }: PlannedWorkers,
  { board, memoryLimit, folder, ...planned }: PlannedRun,
): ClusterPlan {
  const given = network === undefined ? undefined : { bytesReadPerSecond: network, bytesWrittenPerSecond: network };
  return planCluster({
    ...planned,
    ...diskPlanOf(board, memoryLimit, true),
    workers: count,
    threads: board.search.threads,
    threadBytes: board.search.threadBytes,
    folder: folder && networkOf(folder),
    network: given,
  });
}

function networkOf({ bytesReadPerSecond, bytesWrittenPerSecond }: FolderSpeed): NetworkSpeed {
  return { bytesReadPerSecond, bytesWrittenPerSecond };
}
