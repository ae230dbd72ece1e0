/**
 * Runs explorations: one, or several in turn, each with a plan, a store of its states, and files. Memory, disks and files are checked
 * before anything is enumerated; a log, live lines and the answers to signals accompany the runs; then the results are written and printed.
 */

import { checkMemory, freeMemory, MemoryError } from '../../base/memory.js';
import type { EnginePlan } from '../../engines/engine.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { explorePlanned } from '../../runs/explore.js';
import type { ExploreArguments } from '../arguments/options.js';
import { checkOutput, memoryText, refuseOthers } from '../arguments/resources.js';
import type { Io } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import type { LastingRun } from './lasting-run.js';
import type { Job } from './request.js';
import { explorationPaths, noteAntipodes, type WrittenExploration, writeExploration } from './result.js';
import { partText, RunLog, withWatch } from './run-watch.js';

/** A finished job. Its table is kept in the file only. */
export interface FinishedJob extends Omit<Exploration, 'table'> {
  readonly written: WrittenExploration;
}

/** Jobs that are run in turn. */
export interface Series {
  readonly jobs: readonly Job[];
  /** The difference between the jobs; undefined for a single job. */
  readonly kind?: 'goal' | 'pattern';
  /** Common name of the jobs. @default that of the job */
  readonly name?: string;
  /** Path of a file about all jobs. */
  readonly summary?: string;
  /** Returns the message for a signal that ends a job: what is lost, and how to avoid that next time. */
  advice(finished: readonly FinishedJob[]): string;
  /** Prints the results, and writes the summary. @returns what went wrong with that file, if anything */
  print(finished: readonly FinishedJob[]): Promise<Error | undefined>;
}

type RunOptions = Pick<ExploreArguments, 'log' | 'replace' | 'antipodes'>;

/**
 * Runs all jobs, writes and prints their results, and closes their plans. A saved run is discarded only after its results are written.
 * @throws InputError, MemoryError, StorageError, before anything is enumerated; as explorePlanned; the failure to write a file
 */
export async function runJobs(series: Series, options: RunOptions, io: Io): Promise<void> {
  const [job] = series.jobs;
  const { store } = job;
  const lasting =
    store.kind === 'memory' ? undefined : (await import('./lasting-run.js')).lastingRun({ ...job, store }, io);
  try {
    const finished = await exploreEach(series, options, lasting, io);
    const failure = await series.print(finished);
    const failed = finished.find(({ written }) => written.failure !== undefined)?.written.failure ?? failure;
    if (failed !== undefined) throw failed;
    await lasting?.finish();
  } finally {
    await lasting?.close();
  }
}

async function exploreEach(
  series: Series,
  options: RunOptions,
  lasting: LastingRun | undefined,
  io: Io,
): Promise<readonly FinishedJob[]> {
  const { jobs, summary, kind } = series;
  const files = jobs.flatMap(filesOf).concat(summary ?? []);
  const waiting = [...jobs];
  const finished: FinishedJob[] = [];
  let log: RunLog | undefined;
  try {
    await prepare(series, files, options, lasting, io);
    if (options.log !== undefined) log = new RunLog(options.log, files, jobs[0].saved !== undefined, io);
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const exploration = await exploreJob(job, series, finished, files, log, lasting, io);
      const written = await writeExploration(exploration, explorationPaths(job.output, job.plan), io);
      if (kind !== 'goal') noteAntipodes(exploration, written, options, io);
      const failure = written.failure && lasting ? await lasting.withAdvice(written.failure) : written.failure;
      // No reference to the bitsets is kept.
      const { table: _, ...kept } = exploration;
      finished.push({ ...kept, written: { ...written, failure } });
    }
  } finally {
    log?.close();
    for (const { plan } of waiting) await plan.close();
  }
  if (lasting === undefined) endOnSignal(io, files);
  return finished;
}

/** Explores with a live line, and with an answer to signals. @throws as explorePlanned */
async function exploreJob(
  { plan, explore }: Job,
  { jobs, kind, name = plan.facts.name, advice }: Series,
  finished: readonly FinishedJob[],
  files: readonly string[],
  log: RunLog | undefined,
  lasting: LastingRun | undefined,
  io: Io,
): Promise<Exploration> {
  const part = kind && { kind, index: finished.length, count: jobs.length };
  if (finished.length > 0 && explore === undefined) await collectGarbage();
  const { linesBelow } = lasting ?? {};
  return withWatch({ io, log, part, reachable: plan.reached !== null, linesBelow }, async (watch) => {
    if (lasting !== undefined) return lasting.explore(watch, files);
    const title = kind === 'goal' && part ? `${name}, ${partText(part)}` : plan.facts.name;
    watch.endOnSignal(title, files, advice(finished));
    const exploring = explore?.(watch.on) ?? explorePlanned(plan, { onEvent: watch.on });
    // Loaded while the threads start.
    if (plan.request.table) await Promise.race([exploring, import('../../table/files/save.js')]);
    return exploring;
  });
}

/**
 * Frees unreferenced memory, in about 50 ms. V8 does not count shared memory, so it would keep the bitsets of every exploration:
 * 3.4 GB instead of 1.2 GB for three patterns of 7 tiles of 5x5. The inspector is the only documented access to the garbage collector
 * of a process that was started without flags.
 * @throws Error if Node was built without the inspector
 */
async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error === null ? resolve() : reject(error)));
    });
  } finally {
    session.disconnect();
  }
}

/* The checks before a run, and the needs that are announced. */

/** Advice if a file would replace one of another space. */
const ANOTHER_OUTPUT = 'choose another --output';

/** Size of a table with its checksums, which add about a thousandth; rounded up. */
const WITH_CHECKSUMS = 1.01;

/** Returns the bytes of a run's table on the disk; 0 if it makes none. */
export function bytesOnDisk({ tableBytes }: EnginePlan): number {
  return tableBytes * WITH_CHECKSUMS;
}

/** Returns the files that a job writes. */
function filesOf({ output, plan }: Job): string[] {
  const { table, result } = explorationPaths(output, plan);
  return table === null ? [result] : [table, result];
}

/**
 * Checks the memory, and that all files can be written, before anything is enumerated. Prints the needs on standard error. Afterwards
 * Ctrl-C leaves no half-written file.
 * @param files all files that will be written
 * @throws InputError, MemoryError; Error if the disk has too little free space
 */
async function prepare(
  { jobs, kind, name, summary }: Series,
  files: readonly string[],
  { replace }: RunOptions,
  lasting: LastingRun | undefined,
  io: Io,
): Promise<void> {
  const [{ plan, output }] = jobs;
  const plans = jobs.map((job) => job.plan);
  if (!replace) {
    for (const job of jobs) await refuseOthers(filesOf(job), job.plan.facts, ANOTHER_OUTPUT);
    if (summary !== undefined) await refuseOthers([summary], plan.facts, ANOTHER_OUTPUT);
  }
  const tableBytes = sumOf(plans, bytesOnDisk);
  const kept = await lasting?.storageNeeds(tableBytes);
  const onDisk = kept?.memory;
  const planning = kind === 'goal' ? '--plan without --all-goals' : '--plan';
  if (onDisk === undefined) for (const each of plans) checkRun(each, planning);
  else checkMemory(plan.label, onDisk, plan.threads, freeMemory(), onDisk.held);
  endOnSignal(io, files);
  checkOutput(output, files, tableBytes, 'choose another --output, or --no-table');
  const { memory, threads } = plans.reduce((most, each) => (each.memory.bytes > most.memory.bytes ? each : most));
  const states = kind === 'pattern' ? sumOf(plans, ({ facts }) => facts.size) : plan.facts.size;
  const reached = kind === 'pattern' || onDisk !== undefined ? null : plan.reached;
  const note = kind === undefined ? '' : `, ${jobs.length} ${kind}s in turn`;
  const named = kind === 'pattern' && name !== undefined ? name : nameOf(plan);
  io.stderr.write(memoryText({ ...(onDisk ?? memory), name: named, states, reached, threads, note }));
  await kept?.announce();
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

/** Returns the name of a run in messages. A board's label leaves out the goal, but the file names of the general engine include it. */
function nameOf({ engine, facts, label }: EnginePlan): string {
  return facts.source.kind === 'board' && engine !== 'general' ? label : facts.name;
}

/** Checks that a run fits in memory. @param planning the options that plan the run @throws MemoryError with advice */
function checkRun(plan: EnginePlan, planning: string): void {
  const { engine, facts, request, memory, threads, held } = plan;
  try {
    checkMemory(nameOf(plan), memory, threads, freeMemory(), held);
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause;
    const half = request.table && engine === 'patterns' ? '; --no-table halves it' : '';
    const instead =
      facts.source.kind === 'pattern'
        ? `a pattern of fewer tiles needs less memory${half}`
        : 'antipode solve finds single solutions without exploring';
    throw new MemoryError(`${cause.message}; ${planning} prints the needs, and ${instead}`, { cause });
  }
}
