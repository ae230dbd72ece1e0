/**
 * `antipode explore --plan`: the memory, disk space and time that a space, or the patterns of a partition, would take on this machine, or on
 * several. Nothing is enumerated.
 */

import { statSync } from 'node:fs';
import { StorageError } from '../../base/files.js';
import { freeMemory } from '../../base/memory.js';
import { InputError } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan, RunSpeed } from '../../engines/engine.js';
import {
  boardOnDisk,
  diskPlanOf,
  inTurn,
  type NetworkSpeed,
  type PlanInput,
  type PlannedFolder,
  planCluster,
  planExploration,
} from '../../runs/exploration-plan.js';
import { planRun } from '../../runs/explore.js';
import { type FolderSpeed, measureChecksums, measureFolder } from '../../runs/measured-speeds.js';
import { fullLayers, PUBLISHED_BY } from '../../runs/published-layers.js';
import { formatPosition } from '../../spaces/board/position.js';
import { flagOf, folderOf, memoryBytes, memoryOf, oneOf, refuse, wholeNumber } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER, freeBytes, placeOf } from '../arguments/resources.js';
import { boardTitle } from '../terminal/distribution-text.js';
import { columnsOf } from '../terminal/layout.js';
import { type Measured, type PlanText, partitionPlanText, planText } from '../terminal/plan-text.js';
import type { Io } from '../terminal/process.js';
import { type ExploreRequest, partitionRequestOf, requestOf, STORES } from './request.js';
import { bytesOnDisk } from './run.js';

/**
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if the space does not exist, or an option is wrong; as EnginePlan.estimate
 */
export async function planCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const circumstances = circumstancesOf(options);
  const { partition } = options;
  if (partition !== undefined) return planPartition(text, partition, options, circumstances, io);
  // Both stores are planned, so options of either are allowed.
  const { store, work, memory, checkpoint, checkpointEvery: _, ...asked } = options;
  const { told, result } = await planAsked(await requestOf(text, asked), circumstances, io);
  io.stdout.write(`${options.json ? JSON.stringify(result) : planText(told, columnsOf(io.stdout))}\n`);
}

async function planPartition(
  text: string | undefined,
  named: string,
  options: ExploreArguments,
  circumstances: PlanCircumstances,
  io: Io,
): Promise<void> {
  const { name, goal, partition, explorations } = await partitionRequestOf(text, named, options);
  const inMemory: PlanCircumstances = { ...circumstances, stores: ['memory'] };
  const planned: Awaited<ReturnType<typeof planAsked>>[] = [];
  for (const asked of explorations) planned.push(await planAsked(asked, inMemory, io));
  const memory = inTurn(planned.map(({ told }) => told.plan.memory));
  const starts = formatPosition(goal);
  if (options.json) {
    const patterns = planned.map(({ result }) => result);
    io.stdout.write(`${JSON.stringify({ partition: partition.name, goal: starts, patterns, memory })}\n`);
    return;
  }
  const patterns = planned.map(({ told }, index) => ({ ...told, tiles: partition.patterns[index] }));
  io.stdout.write(`${partitionPlanText({ title: name, goal: starts, patterns, memory }, columnsOf(io.stdout))}\n`);
}

/** Conditions of a plan, other than the space. */
type PlanCircumstances = ReturnType<typeof circumstancesOf>;

/**
 * Returns the circumstances of a plan: the stores, or the workers to plan for instead of them, and the disks.
 * @throws InputError if an option is wrong, or only applies to an exploration
 */
function circumstancesOf(options: ExploreArguments) {
  const searching = (['allGoals', 'resume', 'antipodes', 'log', 'queue'] as const).find(
    (name) => options[name] !== undefined,
  );
  const flag = flagOf(searching ?? '');
  refuse({
    [`--plan explores nothing, so it does not use ${flag}: leave out ${flag}, or --plan`]: searching !== undefined,
  });
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

/**
 * Plans an exploration, from measurements of some seconds.
 * @returns the plan for the text, and as the object that --json prints
 * @throws as planRun and EnginePlan.estimate
 */
async function planAsked(
  { source, need, only }: ExploreRequest,
  { stores, workers, ...circumstances }: PlanCircumstances,
  io: Io,
) {
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
        ? planCluster({
            ...circumstances,
            ...diskPlanOf(board, circumstances.memoryLimit, true),
            shares: plan.shares,
            tableBytes,
            workers: workers.count,
            threads: board.threads,
            threadBytes: board.search.threadBytes,
            processors: speeds.processors,
            folder: speeds.folder && networkOf(speeds.folder),
            network: workers.network,
          })
        : null;
    const measured: Measured = { threads: run.threads, folder, files, processors };
    const isBoard = run instanceof BoardEnginePlan;
    const title = isBoard ? boardTitle(run.search.geometry.board, run.metric) : run.facts.name;
    const starts = { name: isBoard ? 'goal' : 'start', texts: estimate.starts } as const;
    const told = { title, starts, plan, tableBytes, measured, stores, cluster };
    return { told, result: planResult(run, told) };
  } finally {
    await run.close();
  }
}

function diskOf(path: string): PlannedFolder {
  return { path, freeBytes: freeBytes(path), device: statSync(placeOf(path)).dev };
}

/** Measures a folder. @returns its speed, or the reason if it cannot be measured */
async function speedOf(folder: string): Promise<FolderSpeed | string> {
  try {
    return (await measureFolder(folder)) ?? `the disk of ${folder} is too full to be measured`;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error.message;
  }
}

/** Adds the speed of checksums if blocks are moved: the blocks of a board can be in files, which have checksums. */
function processorsOf({ threads }: EnginePlan, speed: RunSpeed): Measured['processors'] {
  if ('statesPerSecond' in speed) return speed;
  return { ...speed, bytesCheckedPerSecond: measureChecksums(threads) };
}

/** Returns the object that --json prints; docs/reference/result.md describes it. */
function planResult(
  run: EnginePlan,
  { starts, plan, tableBytes, measured: { threads, ...measured }, stores, cluster }: PlanText,
): object {
  const { states, reached, histogram, shares, memory, checkpointBytes, disk, notOnDisk } = plan;
  const { plan: work, ...onDisk } = disk ?? {};
  const { plan: workOfCluster, ...ofCluster } = cluster ?? {};
  const { metric, name: space } = run.facts;
  const names =
    run instanceof BoardEnginePlan
      ? { board: run.label, goal: starts.texts[0], metric }
      : { space, starts: starts.texts, metric, method: run.engine };
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
    ...(cluster === null ? {} : { cluster: { ...ofCluster, work: workOfCluster } }),
  };
}

const MOST_WORKERS = 100_000;

/**
 * Reads the number of workers to plan for, each like this machine, and the speed of the folder for all of them together; undefined if it is
 * to be measured. Returns undefined if --workers is not given.
 * @throws InputError if an option is wrong, or conflicts with --workers
 */
function workersOf(options: ExploreArguments) {
  const { workers, network, partition, store, checkpoint } = options;
  if (workers === undefined) {
    refuse({
      '--network is the speed of the folder that workers share: add --workers <n>, or leave it out':
        network !== undefined,
    });
    return undefined;
  }
  const count = wholeNumber('--workers', workers, 1, MOST_WORKERS);
  refuse({
    '--partition is for patterns, which are explored in memory: leave out --partition, or --workers':
      partition !== undefined,
    '--store is for one machine, and workers share the folder of --work: leave out --store, or --workers':
      store !== undefined,
    '--checkpoint is for bitsets in memory, and workers save every layer: leave out --checkpoint, or --workers':
      checkpoint !== undefined,
  });
  const bytes = network === undefined ? undefined : memoryBytes('--network', network);
  return { count, network: bytes === undefined ? bytes : { bytesReadPerSecond: bytes, bytesWrittenPerSecond: bytes } };
}

/** Returns the board that workers explore. @throws InputError with the reason if workers cannot share the space */
function sharedBoardOf(run: PlanInput['run']): BoardEnginePlan {
  const board = boardOnDisk(run);
  if (board !== undefined) return board;
  throw new InputError(
    run.facts.source.kind === 'pattern'
      ? '--workers is for whole boards, and a pattern is explored in memory: leave it out'
      : '--workers is for boards and maps with the fast method and --metric single: in other spaces moves lead anywhere, so every portion would read all files; leave it out',
  );
}

function networkOf({ bytesReadPerSecond, bytesWrittenPerSecond }: FolderSpeed): NetworkSpeed {
  return { bytesReadPerSecond, bytesWrittenPerSecond };
}
