/** The table of `analyse`, `report` and `export`: opened, with its memory announced. */

import { abbreviated, grouped, secondsText, shareText } from '../../base/text.js';
import { type Analysis, analyse } from '../../study/analysis.js';
import { replayOf } from '../../study/table-replay.js';
import { TableError } from '../../table/contents.js';
import { readThreads } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { announceMemory } from '../arguments/resources.js';
import { openTable } from '../arguments/tables.js';
import { withLiveLine } from '../terminal/live-line.js';
import type { Io } from '../terminal/process.js';

/** A table, its replay and its space; the maximum threads are undefined if --threads is not given: the study then chooses. */
export type StudiedTable = Awaited<ReturnType<typeof openStudiedTable>>;

/** @throws InputError, TableError, SpaceError */
export async function openStudiedTable(
  path: string,
  { module, goal, threads }: Pick<Arguments<'analyse'>, 'module' | 'goal' | 'threads'>,
  io: Io,
) {
  const table = await openTable(path, { module, goal }, io);
  const replay = replayOf(table);
  const space = { board: replay.board, name: replay.facts.name, states: replay.facts.size };
  return { path, table, replay, space, threads: readThreads(threads) };
}

/** Analyses a table: prints the memory on standard error, and works with a live line of progress. @throws MemoryError if there is not enough memory */
export function analyseTable(
  { path, table, replay, space, threads: given }: StudiedTable,
  io: Io,
  onAntipode: (text: string) => unknown,
): Promise<Analysis> {
  const { bytes, threads, held } = replay.plan('census', given);
  announceMemory(space, { bytes, threads, held }, io);
  const counted = replay.board === null ? 'looks at states' : 'states';
  return withProgress(path, counted, io, (onProgress) => analyse(table, { threads, onProgress, onAntipode }));
}

/**
 * Works on a table, with a live line that counts.
 * @param counted noun of the counted things, in the plural
 * @throws whatever the work throws; the message of a TableError begins with the table's path
 */
export async function withProgress<Outcome>(
  tablePath: string,
  counted: string,
  io: Io,
  work: (onProgress: (done: number, of: number) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const begin = performance.now();
  let [done, of] = [0, 0];
  const text = () => {
    if (of === 0) return 'starting the threads';
    const seconds = (performance.now() - begin) / 1000;
    const far = `${grouped(done)} of ${grouped(of)} ${counted} (${shareText(done / of)})`;
    return `${far}  ${abbreviated(done / seconds)}/s  ${secondsText(seconds)}`;
  };
  const onProgress = (...now: [done: number, of: number]) => {
    [done, of] = now;
  };
  try {
    return await withLiveLine(io.stderr, text, () => work(onProgress));
  } catch (error) {
    if (!(error instanceof TableError) || error.message.startsWith(`${tablePath}:`)) throw error;
    throw new TableError(`${tablePath}: ${error.message}`, { cause: error });
  }
}
