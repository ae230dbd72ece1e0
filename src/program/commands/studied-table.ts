/** The table of `analyse`, `report` and `export`: opened, with its memory announced. */

import { type Analysis, analyse } from '../../study/analysis.js';
import type { LayerReplay } from '../../study/layer-replay.js';
import { replayOf } from '../../study/table-replay.js';
import { TableError } from '../../table/files/contents.js';
import type { Table } from '../../table/table.js';
import { threadsOf } from '../arguments/option-values.js';
import type { AnalyseArguments } from '../arguments/options.js';
import { announceMemory, knownFigures } from '../arguments/resources.js';
import { openTable } from '../arguments/tables.js';
import { withCountLine } from '../terminal/live-line.js';
import type { Io } from '../terminal/process.js';

export interface OpenedTable {
  readonly path: string;
  readonly table: Table;
  readonly replay: LayerReplay;
  /** Maximum threads; undefined if --threads is not given: the study then chooses. */
  readonly threads: number | undefined;
}

/** @throws InputError, TableError, SpaceError */
export async function openStudiedTable(
  path: string,
  { module, goal, threads }: Pick<AnalyseArguments, 'module' | 'goal' | 'threads'>,
  io: Io,
): Promise<OpenedTable> {
  const table = await openTable(path, { module, goal }, io);
  return { path, table, replay: replayOf(table), threads: threadsOf(threads) };
}

/** Prints the needs of a study on standard error. @throws MemoryError if there is not enough memory */
export function announceStudy(
  { board, facts }: LayerReplay,
  needs: Pick<Parameters<typeof announceMemory>[0], 'bytes' | 'threads' | 'held' | 'also'>,
  io: Io,
): void {
  announceMemory({ ...knownFigures(board?.board, facts.name), states: facts.size, ...needs }, io);
}

/** Analyses a table: prints the needs on standard error, and works with a live line of progress. @throws MemoryError if there is not enough memory */
export function analyseTable(
  { path, table, replay, threads: given }: OpenedTable,
  io: Io,
  onAntipode: (text: string) => unknown,
): Promise<Analysis> {
  const { bytes, threads, held } = replay.plan('census', given);
  announceStudy(replay, { bytes, threads, held }, io);
  const counted = replay.board === null ? 'looks at states' : 'states';
  return withProgress(path, counted, io, (onProgress) => analyse(table, { threads, onProgress, onAntipode }));
}

/**
 * Works on a table, with a live line of progress.
 * @param counted noun of the progress count, in the plural
 * @throws whatever the work throws; the message of a TableError begins with the table's path
 */
export async function withProgress<Outcome>(
  tablePath: string,
  counted: string,
  io: Io,
  work: (onProgress: (done: number, of: number) => void) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await withCountLine(io.stderr, counted, work);
  } catch (error) {
    if (!(error instanceof TableError) || error.message.startsWith(`${tablePath}:`)) throw error;
    throw new TableError(`${tablePath}: ${error.message}`, { cause: error });
  }
}
