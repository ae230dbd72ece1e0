/** The files of an exploration, its distance table and its JSON result, and the printed summary. */

import { join } from 'node:path';
import type { Provenance } from '../../../base/provenance.js';
import { writeWhole } from '../../../base/storage/whole-file.js';
import { grouped, secondsText } from '../../../base/text/numbers.js';
import { shellCommand } from '../../../base/text/shell-command.js';
import type { EngineName, Need } from '../../../engines/engine.js';
import type { Exploration } from '../../../runs/exploration/exploration.js';
import type { SpaceSource } from '../../../space/space-source.js';
import { sourceOfTable } from '../../../spaces/board/space/board-facts.js';
import { puzzleOfSource } from '../../../spaces/definition-of-source.js';
import { fileNameOf } from '../../../spaces/file-name.js';
import type { NamedSpace } from '../../../spaces/same-space.js';
import { type Call, provenanceOf } from '../../process/call.js';
import type { Io } from '../../process/io.js';
import { distributionText, summaryText } from '../../terminal/distribution-text.js';
import { groupSummary } from '../../terminal/group-text.js';
import { LiveLine } from '../../terminal/live-line.js';
import { explorationTitle } from '../../terminal/space-title.js';
import { columnsOf } from '../../terminal/width.js';
import { resultOf } from './exploration-result.js';
import type { ExploreArguments } from './explore-arguments.js';

/** Paths of the files of an exploration. */
export interface ExplorationPaths {
  /** null if no table is made. */
  readonly table: string | null;
  readonly result: string;
}

/** Contents of each engine's memory, in words. */
const HELD: Readonly<Record<EngineName, string>> = {
  bits: 'bitsets',
  sweeps: 'bitsets',
  groups: 'planes',
  patterns: 'bitsets',
  claims: 'codes and lists',
};

/** The parts of a plan that determine the names of files. */
export interface NamedRun {
  readonly engine: EngineName;
  readonly facts: NamedSpace;
  readonly need: Pick<Need, 'table'>;
}

/**
 * Returns the paths of an exploration's files. The result is named after the space. The table's name leaves out the goal's tiles, because
 * the fast engines make the same table for all goals with the blank on the same cell.
 */
export function explorationPaths(folder: string, { engine, facts, need }: NamedRun): ExplorationPaths {
  const ending = engine === 'claims' && hasOwnEncoding(facts.source) ? '-general' : '';
  const source = engine === 'claims' ? facts.source : sourceOfTable(facts.source);
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
    if (contents !== null) await (await import('../../../table/files/save.js')).saveTable(contents, path);
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
  const { groupFacts } = await import('../../../spaces/permutation/order/group-facts.js');
  return groupSummary(groupFacts(definition.generators.map(({ images }) => Uint8Array.from(images))));
}
