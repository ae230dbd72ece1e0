/** One run of an exploration: the checks before it, its course in memory, and its files and summary. */

import { join } from 'node:path';
import { writeWhole } from '../../base/files.js';
import { checkMemory, freeMemory, MemoryError } from '../../base/memory.js';
import type { Provenance } from '../../base/provenance.js';
import type { DistributionStatistics } from '../../base/statistics.js';
import { grouped, secondsText, shellCommand } from '../../base/text.js';
import type { EngineName, EnginePlan, Need } from '../../engines/engine.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { explorePlanned } from '../../runs/explore.js';
import type { SpaceSource } from '../../space/space.js';
import { sourceOfTable } from '../../spaces/board-facts.js';
import { fileNameOf, type NamedSpace } from '../../spaces/names.js';
import { puzzleOfSource } from '../../spaces/open-space.js';
import { announceMemory } from '../arguments/memory.js';
import { checkOutput } from '../arguments/output.js';
import { type Call, endOnSignal, provenanceOf } from '../terminal/call.js';
import { distributionText, explorationTitle, summaryText } from '../terminal/distribution-text.js';
import { groupSummary } from '../terminal/group-text.js';
import { columnsOf } from '../terminal/layout.js';
import { LiveLine } from '../terminal/live-line.js';
import type { Io } from '../terminal/process.js';
import type { ExploreArguments } from './request.js';
import { type WatchOptions, withWatch } from './run-watch.js';

/** Size of a table with its checksums, which add about a thousandth; rounded up. */
const WITH_CHECKSUMS = 1.01;

/** Returns the bytes of a run's table on the disk; 0 if it makes none. */
export function bytesOnDisk({ tableBytes }: EnginePlan): number {
  return tableBytes * WITH_CHECKSUMS;
}

/**
 * Checks the memory, and that all files can be written, before anything is enumerated. Prints the needs on standard error. Afterwards
 * Ctrl-C leaves no half-written file.
 * @param folder the folder of the results
 * @param paths all files that will be written
 * @param goals number of goals, which are explored in turn in the same memory, with a table each
 * @throws InputError, MemoryError; Error if the disk has too little free space
 */
export function prepare(plan: EnginePlan, folder: string, paths: readonly string[], io: Io, goals = 1): void {
  const { facts, reached, threads, needs, held } = plan;
  // A board's label leaves out the goal, but the file names of the general engine include it.
  const name = facts.source.kind === 'board' && plan.engine !== 'general' ? plan.label : facts.name;
  checkRun(name, plan, goals === 1 ? '--plan' : '--plan without --all-goals');
  endOnSignal(io, paths);
  checkOutput(folder, paths, goals * bytesOnDisk(plan), 'choose another --output, or --no-table');
  const note = goals === 1 ? '' : `, ${goals} goals in turn`;
  announceMemory({ name, states: facts.size, reached, ...needs, threads, held, note }, io);
}

/**
 * Does the same for several runs in turn, each with its own memory.
 * @param name common name of the runs
 * @param note number of runs, in words
 * @throws as prepare
 */
export function prepareInTurn(
  plans: readonly EnginePlan[],
  { name, note }: { readonly name: string; readonly note: string },
  folder: string,
  paths: readonly string[],
  io: Io,
): void {
  for (const plan of plans) checkRun(plan.facts.name, plan, '--plan');
  endOnSignal(io, paths);
  const tableBytes = plans.reduce((sum, plan) => sum + bytesOnDisk(plan), 0);
  checkOutput(folder, paths, tableBytes, 'choose another --output, or --no-table');
  const { needs, threads, held } = plans.reduce((most, plan) => (plan.needs.bytes > most.needs.bytes ? plan : most));
  const states = plans.reduce((sum, { facts }) => sum + facts.size, 0);
  announceMemory({ name, ...needs, states, threads, held, note }, io);
}

/** Checks that a run fits in memory. @param planning the options that plan the run @throws MemoryError with advice */
function checkRun(name: string, plan: EnginePlan, planning: string): void {
  const { needs, threads, held } = plan;
  try {
    checkMemory(name, needs, threads, freeMemory(), held);
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause;
    throw new MemoryError(`${cause.message}; ${planning} prints the needs, and ${insteadOf(plan)}`, { cause });
  }
}

/** Returns advice for a run that does not fit in memory. */
function insteadOf({ engine, facts, need }: EnginePlan): string {
  if (facts.source.kind !== 'pattern') return 'antipode solve finds single solutions without exploring';
  const half = need.table && engine === 'patterns' ? '; --no-table halves it' : '';
  return `a pattern of fewer tiles needs less memory${half}`;
}

/**
 * Does the work that precedes a run.
 * @throws whatever `work` throws, after closing the plan
 */
export async function beforeRun<Outcome>(plan: EnginePlan, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    await plan.close();
    throw error;
  }
}

/** An exploration in memory, from its plan to its files. */

export interface MemoryExploration extends Pick<WatchOptions, 'log' | 'part'> {
  readonly plan: EnginePlan;
  readonly paths: ExplorationPaths;
  /** Message for a signal that ends the exploration: what is lost, and how to avoid that next time. */
  readonly advice: string;
}

/** A complete exploration and its files. */
interface FinishedExploration {
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
    if (plan.need.table) await Promise.race([exploring, import('../../table/files/save.js')]);
    return exploring;
  });
  return { exploration, written: await writeExploration(exploration, paths, call, io) };
}

/** The files of an exploration, its distance table and its JSON result, and the printed summary. */

/** Paths of the files of an exploration. */
export interface ExplorationPaths {
  /** null if no table is made. */
  readonly table: string | null;
  readonly result: string;
}

/** Contents of each engine's memory, in words. */
const HELD: Readonly<Record<EngineName, string>> = {
  boards: 'bitsets',
  groups: 'planes',
  patterns: 'bitsets',
  general: 'codes and lists',
};

/** The parts of a plan that determine the names of files. */
interface NamedRun {
  readonly engine: EngineName;
  readonly facts: NamedSpace;
  readonly need: Pick<Need, 'table'>;
}

/**
 * Returns the paths of an exploration's files. The result is named after the space. The table's name leaves out the goal's tiles, because
 * the fast engines make the same table for all goals with the blank on the same cell.
 */
export function explorationPaths(folder: string, { engine, facts, need }: NamedRun): ExplorationPaths {
  const ending = engine === 'general' && hasOwnEncoding(facts.source) ? '-general' : '';
  const source = engine === 'general' ? facts.source : sourceOfTable(facts.source);
  return {
    table: need.table ? join(folder, `${fileNameOf({ ...facts, source })}${ending}.table`) : null,
    result: join(folder, `${fileNameOf(facts)}${ending}.json`),
  };
}

/** Returns true if the fast engine of a space makes tables of another encoding than the general engine. */
function hasOwnEncoding({ kind }: SpaceSource): boolean {
  return kind === 'board' || kind === 'pattern';
}

/** Returns the paths as a list. */
export function filesOf({ table, result }: ExplorationPaths): string[] {
  return table === null ? [result] : [table, result];
}

/** The files of an exploration, once they are written or have failed. */
export interface WrittenExploration {
  /** The path of the table; null if none was made or written. */
  readonly table: string | null;
  /** The path of the result; null if it could not be written. */
  readonly result: string | null;
  /** The object in the result file. */
  readonly found: ReturnType<typeof resultOf> & { readonly provenance: Provenance };
  /** The first failure, if any: the distribution is printed even if a file could not be written. */
  readonly failure: Error | undefined;
}

/** Writes the table of an exploration, if there is one, and the result with its provenance. */
export async function writeExploration(
  exploration: Exploration,
  paths: ExplorationPaths,
  call: Call,
  io: Io,
): Promise<WrittenExploration> {
  const { table: contents } = exploration;
  const { table, result } = paths;
  const save = async (path: string) => {
    if (contents !== null) await (await import('../../table/files/save.js')).saveTable(contents, path);
  };
  const tableFailure = table === null ? undefined : await failureOf(table, () => save(table), io);
  const writtenTable = tableFailure === undefined ? table : null;
  const provenance = provenanceOf(call, exploration.threads);
  const found = { ...resultOf(exploration, writtenTable), provenance };
  const resultFailure = await writeResult(result, lineOf(found), io);
  return {
    table: writtenTable,
    result: resultFailure === undefined ? result : null,
    found,
    failure: tableFailure ?? resultFailure,
  };
}

function lineOf(result: object): string {
  return `${JSON.stringify(result)}\n`;
}

/** Writes a result. @returns what went wrong, if anything */
export function writeResult(path: string, json: string, io: Io): Promise<Error | undefined> {
  return failureOf(path, () => writeWhole(path, (write) => write(Buffer.from(json), 0)), io);
}

/** Writes a file. @returns what went wrong, if anything */
async function failureOf(path: string, write: () => Promise<unknown>, io: Io): Promise<Error | undefined> {
  const begin = performance.now();
  const line = new LiveLine(io.stderr, () => `writing ${path}  ${secondsText((performance.now() - begin) / 1000)}`);
  try {
    await write();
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return new Error(`${path} could not be written: ${message}`, { cause });
  } finally {
    line.end();
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
  exploration: Exploration,
  written: WrittenExploration,
  options: Pick<ExploreArguments, 'json' | 'antipodes'>,
  store: 'memory' | 'disk',
  io: Io,
): Promise<void> {
  noteAntipodes(exploration, written, options, io);
  if (options.json) {
    io.stdout.write(lineOf(written.found));
    return;
  }
  const { table, result } = written;
  const files: [string, string][] = [];
  if (table !== null) files.push(['table', table]);
  if (result !== null) files.push(['result', result]);
  const held = HELD[exploration.engine];
  const width = columnsOf(io.stdout);
  const summary = summaryText(
    explorationTitle(exploration),
    { ...exploration, group: await groupOf(exploration.source), held, store },
    files,
    width,
  );
  io.stdout.write(`${distributionText(exploration.histogram, width)}\n\n${summary}\n`);
}

/** Returns facts of the group of a permutation puzzle, undefined for other spaces. */
async function groupOf(source: SpaceSource): Promise<ReturnType<typeof groupSummary> | undefined> {
  const definition = await puzzleOfSource(source);
  if (definition === null) return undefined;
  const { groupFacts } = await import('../../permutations/group-facts.js');
  return groupSummary(groupFacts(definition.generators.map(({ images }) => Uint8Array.from(images))));
}

/** The result of an exploration as an object. */

/**
 * Returns the object that --json prints and the result file holds; docs/reference/result.md describes it.
 * @param table the path of the table; null if none was written
 */
function resultOf(exploration: Exploration, table: string | null) {
  return { ...findingsOf(exploration), ...effortFields(exploration, table) };
}

/** Returns the fields of a result that describe the space. They are the same in every run. */
export function findingsOf(exploration: Exploration) {
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
  return {
    states: exploration.states,
    notReached: exploration.notReached,
    maxDepth: exploration.maxDepth,
    histogram: exploration.histogram,
    mean: exploration.mean,
    median: exploration.median,
    mode: exploration.mode,
    standardDeviation: exploration.standardDeviation,
    antipodeCount: exploration.antipodeCount,
  };
}

function effortFields({ threads, seconds, statesPerSecond, bytes }: Exploration, table: string | null) {
  // All seconds are counted from the start of the process.
  return { threads, seconds, totalSeconds: performance.now() / 1000, statesPerSecond, bytes, table };
}
