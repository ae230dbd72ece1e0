/** Writes the distances of a table's space for other tools. */

import type { Table } from '../../table/table.js';
import { checkPass, type LayerReplay, type PassOptions } from '../layer-replay.js';
import { replayOf } from '../table-replay.js';
import { csvField, rowWriter, writeArrayFile } from './export-file.js';
import { everything, fileFacts, passOf, planOf } from './export-plan.js';
import { type ExportFormat, type RowFormat, type RowWriter, sinkOf } from './formats.js';
import { choiceOf, type Selection } from './selection.js';

export interface ExportOptions {
  readonly format: ExportFormat;
  /**
   * Layers, and optionally a sample of their states. Not for npy.
   * @default all states
   */
  readonly selection?: Selection | undefined;
  /**
   * Maximum number of worker threads, 1..256.
   * @default all available, fewer for few states
   */
  readonly threads?: number;
  /** Called at intervals with the number of states or rows so far, and the total. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Enumerates the distances of a table's space again, and writes them in the format of another tool.
 * @param writeAt called with consecutive pieces of the file and their offsets in bytes, and awaited
 * @throws InputError as planExport, and if the number of threads is invalid; TableError if the table is damaged or its header wrong;
 * SpaceError, MemoryError, WorkerError; whatever `writeAt` throws; the signal's reason
 * @example
 * ```ts
 * import { exportTable, Table, writeWhole } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * await writeWhole('3x3.csv', (write) => exportTable(table, { format: 'csv' }, write));
 * ```
 */
export async function exportTable(
  table: Table,
  { format, selection, onProgress = () => {}, signal, ...options }: ExportOptions,
  writeAt: (bytes: Uint8Array, offset: number) => Promise<void>,
): Promise<void> {
  const replay = replayOf(table);
  const plan = planOf(replay, format, selection, options.threads);
  const { rows, threads } = plan;
  checkPass(replay, { ...replay.plan(passOf(plan), threads), bytes: plan.memoryBytes }, options.threads);
  const sink = sinkOf(writeAt);
  const facts = fileFacts(replay);
  if (rows === null) {
    const array = await replay.distances({ threads, onProgress, signal });
    await writeArrayFile(format, array, facts, sink, signal);
    return;
  }
  const columns = replay.columns(format === 'csv' ? csvField : undefined);
  const writer = await rowWriter(format as RowFormat, columns, rows, facts, sink);
  const onRows = (done: number) => onProgress(done, rows);
  await writeRows(replay, selection ?? everything(replay.histogram), writer, onRows, { threads, signal });
}

/** Passes the states of the selected layers to a writer. @param onRows called at intervals with the number of rows so far */
async function writeRows(
  replay: LayerReplay,
  selection: Selection,
  writer: RowWriter<unknown>,
  onRows: (rows: number) => void,
  options: PassOptions,
): Promise<void> {
  const choice = choiceOf(replay.histogram, selection);
  let rows = 0;
  await replay.layers(selection.last, options, async ({ depth, inOrder }) => {
    if (depth < selection.first) return;
    for (const state of inOrder(choice[depth])) {
      writer.write(state, depth);
      rows++;
      if (!writer.isFull) continue;
      await writer.flush();
      onRows(rows);
      options.signal?.throwIfAborted();
    }
  });
  await writer.flush();
  await writer.finish?.();
  onRows(rows);
}
