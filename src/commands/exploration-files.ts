/** The files of an exploration: its distance table, and its result as JSON. */

import { join } from 'node:path';
import type { Board } from '../board/board.js';
import type { Metric } from '../board/metric.js';
import { formatPosition } from '../board/position.js';
import type { Exploration } from '../explore/explore.js';
import { fileNameOf } from '../space/state-space.js';
import { spaceName } from '../table/contents.js';
import { writeWhole } from '../table/whole-file.js';
import { LiveLine } from '../terminal/live-line.js';
import { secondsText } from '../text/numbers.js';

/** Where the files of an exploration go. */
export interface ExplorationPaths {
  /** The name of table/contents.ts. */
  readonly space: string;
  /** null where no table is made. */
  readonly table: string | null;
  readonly result: string;
}

export function explorationPaths(
  folder: string,
  { board, metric, table }: { readonly board: Board; readonly metric: Metric; readonly table: boolean },
  goalCell: number,
): ExplorationPaths {
  const space = spaceName(board, goalCell, metric);
  const path = join(folder, fileNameOf(space));
  return { space, table: table ? `${path}.table` : null, result: `${path}.json` };
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

/** Writes the table, if there is one, and the result. */
export async function writeExploration(exploration: Exploration, paths: ExplorationPaths): Promise<WrittenExploration> {
  const { table } = exploration;
  const { table: tablePath, result: resultPath } = paths;
  const tableFailure =
    tablePath !== null && table !== null
      ? await failureOf(tablePath, async () => {
          const { saveTable } = await import('../table/save.js');
          await saveTable(table, tablePath);
        })
      : undefined;
  const writtenTable = tableFailure === undefined ? tablePath : null;
  const json = `${JSON.stringify(resultOf(paths.space, exploration, writtenTable))}\n`;
  const resultFailure = await writeResult(resultPath, json);
  return {
    table: writtenTable,
    result: resultFailure === undefined ? resultPath : null,
    json,
    failure: tableFailure ?? resultFailure,
  };
}

/** Writes a result. @returns what went wrong, if anything */
export function writeResult(path: string, json: string): Promise<Error | undefined> {
  return failureOf(path, () => writeWhole(path, (write) => write(Buffer.from(json), 0)));
}

/** Writes a file. @returns what went wrong, if anything */
async function failureOf(path: string, write: () => Promise<void>): Promise<Error | undefined> {
  const begin = performance.now();
  const line = new LiveLine(
    process.stderr,
    () => `writing ${path}  ${secondsText((performance.now() - begin) / 1000)}`,
  );
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
export function resultOf(space: string, exploration: Exploration, table: string | null) {
  return {
    space,
    goal: formatPosition(exploration.goal),
    metric: exploration.metric,
    ...distributionFields(exploration),
    threads: exploration.threads,
    seconds: exploration.seconds,
    // Counted from the start of the process.
    totalSeconds: performance.now() / 1000,
    statesPerSecond: exploration.statesPerSecond,
    bytes: exploration.bytes,
    table,
  };
}

/** What a result says of the distances from a goal. */
export function distributionFields(exploration: Omit<Exploration, 'table'>) {
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
    antipodes: exploration.antipodes.map(formatPosition),
  };
}
