/** The files of an exploration: its distance table, and its result as JSON. */

import { join } from 'node:path';
import type { DistributionStatistics } from '../../base/statistics/distribution.js';
import { writeWhole } from '../../base/storage/whole-file.js';
import { secondsText } from '../../base/text/numbers.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { fileNameOf } from '../../space/names.js';
import type { Io } from '../process/io.js';
import { LiveLine } from '../terminal/live-line.js';

/** Where the files of an exploration go. */
export interface ExplorationPaths {
  /** null where no table is made. */
  readonly table: string | null;
  readonly result: string;
}

/**
 * @param name of the space; the files are named after it
 * @param table whether one is made
 */
export function explorationPaths(folder: string, name: string, table: boolean): ExplorationPaths {
  const path = join(folder, fileNameOf(name));
  return { table: table ? `${path}.table` : null, result: `${path}.json` };
}

/** The paths that files will be written to. */
export function filesOf({ table, result }: ExplorationPaths): string[] {
  return table === null ? [result] : [table, result];
}

/** What became of the files of an exploration. */
export interface WrittenExploration {
  /** The path of the table; null where none was made or written. */
  readonly table: string | null;
  /** The path of the result; null where it could not be written. */
  readonly result: string | null;
  /** The result, a line. */
  readonly json: string;
  /** What went wrong first, if anything: the distribution is worth having even where a file could not be written. */
  readonly failure: Error | undefined;
}

/** Writes the table of a board's exploration, if there is one, and the result. */
export function writeExploration(
  exploration: Exploration,
  paths: ExplorationPaths,
  io: Io,
): Promise<WrittenExploration> {
  const { table } = exploration;
  const save = async (path: string) => {
    if (table !== null) await (await import('../../table/files/save.js')).saveTable(table, path);
  };
  return writeFiles(paths, save, (tablePath) => resultOf(exploration, tablePath), io);
}

/**
 * Writes the table of an exploration of any kind, where `paths` has one, and the result.
 * @param save writes the table
 * @param resultOf the result as an object, of which the path of the table is a part; null where none was written
 */
export async function writeFiles(
  { table, result }: ExplorationPaths,
  save: (path: string) => Promise<unknown>,
  resultOf: (table: string | null) => object,
  io: Io,
): Promise<WrittenExploration> {
  const tableFailure = table === null ? undefined : await failureOf(table, () => save(table), io);
  const writtenTable = tableFailure === undefined ? table : null;
  const json = `${JSON.stringify(resultOf(writtenTable))}\n`;
  const resultFailure = await writeResult(result, json, io);
  return {
    table: writtenTable,
    result: resultFailure === undefined ? result : null,
    json,
    failure: tableFailure ?? resultFailure,
  };
}

/**
 * Prints a result, as one JSON object or as text.
 * @param textOf the text, told what was written, and where
 * @throws Error where a file could not be written: the distribution is printed nevertheless
 */
export function printResult(
  { table, result, json, failure }: WrittenExploration,
  asJson: boolean | undefined,
  textOf: (files: readonly (readonly [string, string])[]) => string,
  io: Io,
): void {
  if (asJson) {
    io.stdout.write(json);
  } else {
    const files: [string, string][] = [];
    if (table !== null) files.push(['table', table]);
    if (result !== null) files.push(['result', result]);
    io.stdout.write(`${textOf(files)}\n`);
  }
  if (failure !== undefined) throw failure;
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

/** The object that --json prints and the result file holds; docs/result.md describes it. */
export function resultOf(exploration: Exploration, table: string | null) {
  return {
    space: exploration.name,
    goal: exploration.starts[0],
    metric: exploration.metric,
    ...distributionFields(exploration),
    ...effortFields(exploration, table),
  };
}

/** What a result says of the distances from a board's goal. */
export function distributionFields(exploration: Omit<Exploration, 'table'>) {
  return { ...statisticsFields(exploration), antipodes: exploration.antipodes };
}

/** What a result says of distances of any kind. */
export function statisticsFields(
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

/** What a result says of the effort, the table last. */
export function effortFields(
  exploration: Pick<Exploration, 'threads' | 'seconds' | 'statesPerSecond' | 'bytes'>,
  table: string | null,
) {
  return {
    threads: exploration.threads,
    seconds: exploration.seconds,
    // Counted from the start of the process.
    totalSeconds: performance.now() / 1000,
    statesPerSecond: exploration.statesPerSecond,
    bytes: exploration.bytes,
    table,
  };
}
