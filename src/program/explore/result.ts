/** The results of an exploration: its files, a distance table and a JSON object, and the printed summary. */

import { join } from 'node:path';
import { writeWhole } from '../../base/files.js';
import type { DistributionStatistics } from '../../base/statistics.js';
import { grouped, secondsText, shellCommand } from '../../base/text.js';
import type { EngineName, EnginePlan } from '../../engines/engine.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import type { SpaceSource } from '../../space/space.js';
import { sourceOfTable } from '../../spaces/board-facts.js';
import { fileNameOf } from '../../spaces/names.js';
import { puzzleOfSource } from '../../spaces/open-space.js';
import type { ExploreArguments } from '../arguments/options.js';
import { distributionText, explorationTitle, summaryText } from '../terminal/distribution-text.js';
import { columnsOf, type FactLine } from '../terminal/layout.js';
import { withLiveLine } from '../terminal/live-line.js';
import { type Io, provenanceOf } from '../terminal/process.js';

/** Contents of each engine's memory, in words. */
const HELD: Readonly<Record<EngineName, string>> = {
  boards: 'bitsets',
  groups: 'planes',
  patterns: 'bitsets',
  general: 'codes and lists',
};

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
  const { table: contents, threads } = exploration;
  const { table, result } = paths;
  const save = async (path: string) => {
    if (contents !== null) await (await import('../../table/files/save.js')).saveTable(contents, path);
  };
  const tableFailure = table === null ? undefined : await failureToWrite(table, () => save(table), io);
  const writtenTable = tableFailure === undefined ? table : null;
  const found = { ...resultOf(exploration, writtenTable), provenance: provenanceOf(io, threads) };
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

/**
 * Returns the object that --json prints and the result file holds; docs/reference/result.md describes it.
 * @param table the path of the table; null if none was written
 */
function resultOf(exploration: Exploration, table: string | null) {
  const { threads, seconds, statesPerSecond, bytes } = exploration;
  // All seconds are counted from the start of the process.
  const totalSeconds = performance.now() / 1000;
  return { ...findings(exploration), threads, seconds, totalSeconds, statesPerSecond, bytes, table };
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
