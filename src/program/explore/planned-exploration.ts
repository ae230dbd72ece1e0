/** `antipode explore --plan`: what one exploration would take on this machine; nothing is enumerated. */

import { statfsSync, statSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { freeMemory } from '../../base/memory.js';
import { StorageError } from '../../base/storage/errors.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import type { EnginePlan, RunSpeed } from '../../engines/engine.js';
import type { ClusterPlan } from '../../plan/cluster-plan.js';
import { boardOnDisk, type PlanInput, planExploration } from '../../plan/exploration-plan.js';
import { type FolderSpeed, measureFolder } from '../../plan/folder-speed.js';
import { fullLayers } from '../../plan/layer-shares.js';
import { measureChecksums } from '../../plan/processor-speed.js';
import { PUBLISHED_BY } from '../../plan/published-histograms.js';
import type { PlannedFolder } from '../../plan/rooms.js';
import { planRun } from '../../runs/explore.js';
import { oneOf } from '../arguments/option-values.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import type { Io } from '../process/io.js';
import type { Measured, PlanText } from '../terminal/plans/plan-text.js';
import { boardTitle } from '../terminal/space-title.js';
import type { AskedExploration } from './asked-exploration.js';
import { type PlannedWorkers, planWorkers, sharedBoardOf, workersOf } from './planned-cluster.js';
import { placeOf } from './run/disk-needs.js';
import { methodOf } from './run/exploration-result.js';
import type { ExploreArguments } from './run/explore-arguments.js';
import { bytesOnDisk } from './run/preparation.js';
import { folderOf, memoryOf, STORES } from './run/store-options.js';

/** What a plan takes into account besides the space. */
export interface PlanCircumstances
  extends Pick<PlanInput, 'freeMemory' | 'memoryLimit' | 'output' | 'work' | 'checkpoints'> {
  /** The methods that are planned. */
  readonly stores: readonly ('memory' | 'disk')[];
  /** Planned in place of them; undefined if there are none. */
  readonly workers: PlannedWorkers | undefined;
}

/**
 * Returns the circumstances of a plan.
 * @throws InputError if an option is wrong, or is one of what happens only when something is explored
 */
export function circumstancesOf(options: ExploreArguments): PlanCircumstances {
  refuseSearches(options);
  const { store, work, memory, checkpoint, output = DEFAULT_FOLDER } = options;
  const workers = workersOf(options);
  const stores = store === undefined ? STORES : [oneOf('--store', store, STORES)];
  return {
    stores: workers === undefined ? stores : [],
    workers,
    freeMemory: freeMemory(),
    memoryLimit: memoryOf(memory),
    output: diskOf(output),
    work: diskOf(work === undefined ? output : folderOf('--work', work)),
    checkpoints: checkpoint === undefined ? undefined : diskOf(folderOf('--checkpoint', checkpoint)),
  };
}

/** Options of what happens only when something is explored, by their names. */
const NOT_PLANNED: Readonly<Partial<Record<keyof ExploreArguments, string>>> = {
  allGoals: '--all-goals',
  resume: '--resume',
  antipodes: '--antipodes',
  log: '--log',
  queue: '--queue',
};

/** Refuses these options. @throws InputError if there is one */
function refuseSearches(options: ExploreArguments): void {
  const names = Object.keys(NOT_PLANNED) as (keyof ExploreArguments)[];
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new InputError(
    `--plan explores nothing, and only says what it would take: leave out ${NOT_PLANNED[given]}, or --plan`,
  );
}

/** A plan, as text and as the object that --json prints. */
export interface PlannedExploration {
  readonly told: PlanText;
  /** docs/reference/result.md describes it. */
  readonly result: object;
}

/**
 * Plans an exploration, and measures for some seconds.
 * @throws as planRun and EnginePlan.estimate
 */
export async function planAsked(
  { source, need, only }: AskedExploration,
  { stores, workers, ...circumstances }: PlanCircumstances,
  io: Io,
): Promise<PlannedExploration> {
  const run = await planRun(source, need, only);
  try {
    const board = workers === undefined ? undefined : sharedBoardOf(run);
    io.stderr.write(`${run.label}: measuring the machine for some seconds\n`);
    const staged = stores.includes('disk') && boardOnDisk(run) !== undefined;
    const folder = placeOf(circumstances.work.path);
    const files = staged || board ? await speedOf(folder) : null;
    const estimate = await run.estimate();
    const processors = processorsOf(run, estimate.speed);
    const tableBytes = Math.ceil(bytesOnDisk(run));
    const speeds =
      'bytesMovedPerSecond' in processors
        ? { processors, folder: files === null || typeof files === 'string' ? undefined : files }
        : undefined;
    const onDisk = staged ? speeds : undefined;
    const plan = planExploration({ run, estimate, tableBytes, ...circumstances, onDisk });
    const cluster =
      workers && board && speeds
        ? planWorkers(workers, { board, shares: plan.shares, tableBytes, ...circumstances, ...speeds })
        : null;
    const measured: Measured = { threads: run.threads, folder, files, processors };
    const told = { ...namesOf(run, estimate.starts), plan, tableBytes, measured, stores, cluster };
    return { told, result: planResult(run, told) };
  } finally {
    await run.close();
  }
}

function diskOf(path: string): PlannedFolder {
  const place = placeOf(path);
  const { bavail, bsize } = statfsSync(place);
  return { path, freeBytes: bavail * bsize, device: statSync(place).dev };
}

/** Returns the reason if a folder cannot be measured. */
async function speedOf(folder: string): Promise<FolderSpeed | string> {
  try {
    return (await measureFolder(folder)) ?? `the disk of ${folder} is too full to be measured`;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error.message;
  }
}

/** Adds the speed of checksums if blocks are moved: those of a board may lie in files. */
function processorsOf({ threads }: EnginePlan, speed: RunSpeed): Measured['processors'] {
  if ('statesPerSecond' in speed) return speed;
  return { ...speed, bytesCheckedPerSecond: measureChecksums(threads) };
}

/** Returns the space in words, and the states that its distances begin at. */
function namesOf(run: EnginePlan, starts: readonly string[]): Pick<PlanText, 'title' | 'starts'> {
  if (!(run instanceof BoardEnginePlan)) return { title: run.facts.name, starts: { name: 'start', texts: starts } };
  return { title: boardTitle(run.search.geometry.board, run.metric), starts: { name: 'goal', texts: starts } };
}

/** Returns the object that --json prints; docs/reference/result.md describes it. */
function planResult(
  run: EnginePlan,
  { starts, plan, tableBytes, measured: { threads, ...measured }, stores, cluster }: PlanText,
): object {
  const { states, reached, histogram, shares, memory, checkpointBytes, disk, notOnDisk } = plan;
  const { plan: work, ...onDisk } = disk ?? {};
  const { metric, name: space } = run.facts;
  const names =
    run instanceof BoardEnginePlan
      ? { board: run.label, goal: starts.texts[0], metric }
      : { space, starts: starts.texts, metric, method: methodOf(run.engine) };
  return {
    ...names,
    threads,
    states,
    notReached: reached === null ? null : states - reached,
    tableBytes,
    maxDepth: histogram === null ? null : histogram.length - 1,
    published: histogram === null ? null : PUBLISHED_BY,
    histogram,
    shares,
    fullLayers: shares === null ? null : fullLayers(shares),
    measured,
    ...(checkpointBytes === null ? {} : { checkpointBytes }),
    ...(stores.includes('memory') ? { memory } : {}),
    ...(stores.includes('disk') ? { disk: work === undefined ? null : { ...onDisk, work } } : {}),
    ...(stores.includes('disk') && notOnDisk !== null ? { notOnDisk } : {}),
    ...(cluster === null ? {} : clusterResult(cluster)),
  };
}

function clusterResult({ plan: work, ...cluster }: ClusterPlan): object {
  return { cluster: { ...cluster, work } };
}
