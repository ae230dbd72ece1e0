/**
 * Runs explorations: one, or several in turn, each with a plan, a store of its states, and files. Memory, disks and files are checked
 * before anything is enumerated; a log, live lines and the answers to signals accompany the runs; then the results are written and printed.
 */

import { join } from 'node:path';
import { freeMemory } from '#machine/machine.js';
import { checkMemory, MemoryError } from '../../base/memory.js';
import { type DistributionStatistics, total } from '../../base/statistics.js';
import { grouped, secondsText, shellCommand } from '../../base/text.js';
import type { EnginePlan } from '../../engines/engine.js';
import { writeWhole } from '../../files/files.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { explorePlanned } from '../../runs/explore.js';
import type { SpaceSource } from '../../space/space.js';
import { sourceOfTable } from '../../spaces/board-facts.js';
import { fileNameOf } from '../../spaces/names.js';
import { puzzleOfSource } from '../../spaces/open-space.js';
import type { ExploreArguments } from '../arguments/options.js';
import { checkOutput, memoryText, refuseOthers } from '../arguments/resources.js';
import { distributionText, explorationTitle, summaryText } from '../terminal/distribution-text.js';
import { columnsOf, type FactLine } from '../terminal/layout.js';
import { withLiveLine } from '../terminal/live-line.js';
import { type Io, provenanceOf } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import type { Job } from './request.js';
import { openRunLog, partText, type RunLog, withWatch } from './run-watch.js';

/** A finished job. Its table is kept in the file only. */
export type FinishedJob = Omit<Exploration, 'table'> & { readonly written: WrittenExploration };

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

/**
 * Runs all jobs, writes and prints their results, and closes their plans. A saved run is discarded only after its results are written.
 * @throws InputError, MemoryError, StorageError, before anything is enumerated; as explorePlanned; the failure to write a file
 */
export async function runJobs(
  { jobs, kind, name, summary, advice, print }: Series,
  options: Pick<ExploreArguments, 'log' | 'replace' | 'antipodes'>,
  io: Io,
): Promise<void> {
  const [first] = jobs;
  const { store, output } = first;
  const files = jobs.flatMap(filesOf).concat(summary ?? []);
  const waiting = [...jobs];
  const finished: FinishedJob[] = [];
  const lasting =
    store.kind === 'memory' ? undefined : (await import('./lasting-run.js')).lastingRun({ ...first, store }, io);

  /**
   * Checks the memory, and that all files can be written, before anything is enumerated. Prints the needs on standard error. Afterwards
   * Ctrl-C leaves no half-written file.
   * @throws InputError, MemoryError; Error if the disk has too little free space
   */
  async function prepare(): Promise<void> {
    const plans = jobs.map(({ plan }) => plan);
    const [{ facts, label, threads: threadsOfRun }] = plans;
    if (!options.replace) {
      for (const job of jobs) await refuseOthers(filesOf(job), job.plan.facts, ANOTHER_OUTPUT);
      if (summary !== undefined) await refuseOthers([summary], facts, ANOTHER_OUTPUT);
    }
    const tableBytes = total(plans.map(bytesOnDisk));
    const kept = await lasting?.storageNeeds(tableBytes);
    const onDisk = kept?.memory;
    const planning = kind === 'goal' ? '--plan without --all-goals' : '--plan';
    if (onDisk === undefined) for (const plan of plans) checkRun(plan, planning);
    else checkMemory(label, onDisk, threadsOfRun, freeMemory(), onDisk.held);
    endOnSignal(io, files);
    checkOutput(output, files, tableBytes, 'choose another --output, or --no-table');
    const { memory, threads } = plans.reduce((most, plan) => (plan.memory.bytes > most.memory.bytes ? plan : most));
    const states = kind === 'pattern' ? total(plans.map(({ facts: { size } }) => size)) : facts.size;
    const reached = kind === 'pattern' || onDisk !== undefined ? null : first.plan.reached;
    const note = kind === undefined ? '' : `, ${jobs.length} ${kind}s in turn`;
    const named = kind === 'pattern' && name !== undefined ? name : nameOf(first.plan);
    io.stderr.write(memoryText({ ...(onDisk ?? memory), name: named, states, reached, threads, note }));
    await kept?.announce();
  }

  /** Explores with a live line, and with an answer to signals. @throws as explorePlanned */
  async function exploreJob({ plan, explore }: Job, log: RunLog | undefined): Promise<Exploration> {
    const part = kind && { kind, index: finished.length, count: jobs.length };
    if (finished.length > 0 && explore === undefined) await collectGarbage();
    const { linesBelow } = lasting ?? {};
    return withWatch({ io, log, part, reachable: plan.reached !== null, linesBelow }, async (watch) => {
      if (lasting !== undefined) return lasting.explore(watch, files);
      const title = kind === 'goal' && part ? `${name}, ${partText(part)}` : plan.facts.name;
      watch.endOnSignal(title, files, advice(finished));
      const exploring = explore?.(watch.on) ?? explorePlanned(plan, { onEvent: watch.on });
      // Loaded while the threads start.
      if (plan.request.table) await Promise.race([exploring, import('../../files/save-table.js')]);
      return exploring;
    });
  }

  async function exploreEach(): Promise<void> {
    let log: RunLog | undefined;
    try {
      await prepare();
      if (options.log !== undefined) log = openRunLog(options.log, files, first.saved !== undefined, io);
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const exploration = await exploreJob(job, log);
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
  }

  try {
    await exploreEach();
    if (lasting === undefined) endOnSignal(io, files);
    const failure = await print(finished);
    const failed = finished.find(({ written }) => written.failure !== undefined)?.written.failure ?? failure;
    if (failed !== undefined) throw failed;
    await lasting?.finish();
  } finally {
    await lasting?.close();
  }
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

/* The results of a job: its files, a distance table and a JSON object, and the printed summary. */

/** Contents of each engine's memory, in words. */
const HELD = { boards: 'bitsets', groups: 'planes', patterns: 'bitsets', general: 'codes and lists' } as const;

/**
 * Returns the paths of an exploration's files; that of the table is null if none is made. The result is named after the space. The table's name leaves out the goal's tiles, because
 * the fast engines make the same table for all goals with the blank on the same cell.
 */
export function explorationPaths(folder: string, { engine, facts, request }: EnginePlan) {
  // The fast engines of boards and patterns make tables of another encoding.
  const hasTwo = facts.source.kind === 'board' || facts.source.kind === 'pattern';
  const ending = engine === 'general' && hasTwo ? '-general' : '';
  const source = engine === 'general' ? facts.source : sourceOfTable(facts.source);
  return {
    table: request.table ? join(folder, `${fileNameOf({ ...facts, source })}${ending}.table`) : null,
    result: join(folder, `${fileNameOf(facts)}${ending}.json`),
  };
}

/** The files of an exploration, once they are written or have failed. */
export type WrittenExploration = Awaited<ReturnType<typeof writeExploration>>;

/**
 * Writes the table of an exploration, if there is one, and the result with its provenance.
 * @returns the paths of both, null if there is no such file; the result; and the first failure, if any: the distribution is printed even if
 * a file could not be written
 */
export async function writeExploration(exploration: Exploration, paths: ReturnType<typeof explorationPaths>, io: Io) {
  const { table: contents, threads, seconds, statesPerSecond, bytes } = exploration;
  const { table, result } = paths;
  const save = async (path: string) => {
    if (contents !== null) await (await import('../../files/save-table.js')).saveTable(contents, path);
  };
  const tableFailure = table === null ? undefined : await failureToWrite(table, () => save(table), io);
  const writtenTable = tableFailure === undefined ? table : null;
  // What --json prints and the result file holds; docs/reference/result.md describes it. All seconds count from the start of the process.
  const speed = { threads, seconds, totalSeconds: performance.now() / 1000, statesPerSecond, bytes };
  const found = { ...findings(exploration), ...speed, table: writtenTable, provenance: provenanceOf(io, threads) };
  const resultFailure = await writeResult(result, lineOf(found), io);
  const writtenResult = resultFailure === undefined ? result : null;
  return { table: writtenTable, result: writtenResult, found, failure: tableFailure ?? resultFailure };
}

function lineOf(result: object): string {
  return `${JSON.stringify(result)}\n`;
}

/** Writes a result. @returns what went wrong, if anything */
export function writeResult(path: string, json: string, io: Io): Promise<Error | undefined> {
  return failureToWrite(path, () => writeWhole(path, (write) => write(Buffer.from(json), 0)), io);
}

/** Writes a file. @returns what went wrong, if anything */
async function failureToWrite(path: string, write: () => Promise<unknown>, io: Io): Promise<Error | undefined> {
  const begin = performance.now();
  const text = () => `writing ${path}  ${secondsText((performance.now() - begin) / 1000)}`;
  try {
    await withLiveLine(io.stderr, text, write);
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return new Error(`${path} could not be written: ${message}`, { cause });
  }
}

/** Prints a note on standard error if --antipodes all was given, but a result cannot hold all antipodes. */
export function noteAntipodes(
  { antipodes: { length: listed }, antipodeCount }: Pick<Exploration, 'antipodes' | 'antipodeCount'>,
  { table }: WrittenExploration,
  { antipodes }: Pick<ExploreArguments, 'antipodes'>,
  io: Io,
): void {
  if (antipodes !== 'all' || listed >= antipodeCount) return;
  const advice = shellCommand(['antipode', 'analyse', table ?? '<table>', '--antipodes', 'all']);
  io.stderr.write(
    `${grouped(listed)} of ${grouped(antipodeCount)} antipodes are listed, the most that a result holds; to list all of them: ${advice}\n`,
  );
}

/**
 * Prints a result, as one JSON object or as text.
 * @param store store of the states
 */
export async function printExploration(
  exploration: Omit<Exploration, 'table'>,
  { table, result, found }: WrittenExploration,
  json: boolean | undefined,
  store: 'memory' | 'disk',
  io: Io,
): Promise<void> {
  if (json) {
    io.stdout.write(lineOf(found));
    return;
  }
  const files: FactLine[] = [table !== null && ['table', table], result !== null && ['result', result]];
  const width = columnsOf(io.stdout);
  const group = await groupOf(exploration.source);
  const summary = { ...exploration, group, held: HELD[exploration.engine], store };
  const text = summaryText(explorationTitle(exploration), summary, files, width);
  io.stdout.write(`${distributionText(exploration.histogram, width)}\n\n${text}\n`);
}

/** Returns facts of the group of a permutation puzzle, undefined for other spaces. */
async function groupOf(source: SpaceSource): Promise<readonly FactLine[] | undefined> {
  const definition = await puzzleOfSource(source);
  if (definition === null) return undefined;
  const { groupFacts } = await import('../../permutations/group-facts.js');
  const { groupSummary } = await import('../terminal/group-text.js');
  return groupSummary(groupFacts(definition.generators.map(({ images }) => Uint8Array.from(images))));
}

/** Returns the fields of a result that describe the space. They are the same in every run. */
export function findings(exploration: Exploration) {
  const { engine, name, metric, starts, size, antipodes } = exploration;
  const space =
    engine === 'boards'
      ? { space: name, goal: starts[0], metric }
      : { space: name, starts, metric, method: engine, size };
  return { ...space, ...distributionFields(exploration), antipodes };
}

/** Returns the fields of a result that describe the distances. */
export function distributionFields(
  exploration: DistributionStatistics & { readonly notReached: number; readonly histogram: readonly number[] },
) {
  const { states, notReached, maxDepth, histogram, mean, median, mode, standardDeviation, antipodeCount } = exploration;
  return { states, notReached, maxDepth, histogram, mean, median, mode, standardDeviation, antipodeCount };
}
