/** Writes the distances of a table's space for other tools; the size and the memory are planned before it begins. */

import { packPlain } from '../../base/bytes.js';
import { csvField, InputError } from '../../base/text.js';
import { isFull, mapOf } from '../../spaces/board/board.js';
import { geometryOf } from '../../spaces/board/numbering.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { Table } from '../../table/table.js';
import { checkPass, type LayerReplay } from '../layer-replay.js';
import { replayOf } from '../table-replay.js';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type FileFacts,
  LONGEST,
  type RowFormat,
  rowWriter,
  writeArrayFile,
} from './formats.js';
import type { Sink } from './parquet.js';
import { checkSelection, choiceOf, rowsOf, type Selection } from './selection.js';

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
  const { plan, pass } = plansOf(replay, format, selection, options.threads);
  const { rows, threads } = plan;
  checkPass(replay, pass, options.threads);
  let length = 0;
  const sink: Sink = async (bytes) => {
    await writeAt(bytes, length);
    length += bytes.length;
  };
  const facts = fileFacts(replay);
  if (rows === null) {
    const parts = await replay.distances({ threads, onProgress, signal });
    await writeArrayFile(format, replay.distancesShape, parts, facts, sink, signal);
    return;
  }
  const columns = replay.columns(format === 'csv' ? csvField : undefined);
  const writer = await rowWriter(format as RowFormat, columns, rows, facts, sink);
  const { first, last, sample } = selection ?? everything(replay.histogram);
  const choice = choiceOf(replay.histogram, { first, last, sample });
  let written = 0;
  for await (const { depth, inOrder } of replay.layers(last, { threads, signal })) {
    if (depth < first) continue;
    for (const state of inOrder(choice[depth])) {
      written++;
      if (!writer.write(state, depth)) continue;
      await writer.flush();
      onProgress(written, rows);
      signal?.throwIfAborted();
    }
  }
  await writer.flush();
  await writer.finish?.();
  onProgress(written, rows);
}

export interface ExportPlan {
  /** Number of rows; null if the file is one array of all states. */
  readonly rows: number | null;
  /** Approximate bytes of the file. */
  readonly fileBytes: number;
  /** Memory, in bytes. */
  readonly memoryBytes: number;
  /** Contents of the memory, in words. */
  readonly held: string;
  /** Number of worker threads. */
  readonly threads: number;
}

/** Bytes per state of a sample: its number and a copy of that. */
const BYTES_PER_CHOICE = 16;

/** Measured bytes of rows that wait to be written, for few rows and at most: Parquet keeps a hundred thousand. */
const BYTES_OF_ROW: Readonly<Record<RowFormat, number>> = { csv: 0, parquet: 800, msgpack: 500 };
const MOST_FOR_ROWS: Readonly<Record<RowFormat, number>> = { csv: 1e6, parquet: 2e8, msgpack: 1.5e8 };

/** Bytes of a file without its distances or rows: exact for npy, approximate for the others on small spaces. */
const BYTES_BESIDE: Readonly<Record<ExportFormat, number>> = { npy: 128, csv: 29, parquet: 560, msgpack: 200 };

/**
 * Returns the plan of an export, without reading the table's states.
 * @param selection layers, and optionally a sample of their states, not for npy; by default all states
 * @param threads maximum number of worker threads; by default all available, fewer for few states
 * @throws InputError if the format is unknown or cannot hold the requested states, or if the layers do not exist or have fewer states
 * than the sample
 * @example
 * ```ts
 * import { planExport, Table } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * planExport(table, 'npy').fileBytes; // 181568
 * planExport(table, 'csv', { first: 30, last: 31 }).rows; // 223
 * ```
 */
export function planExport(table: Table, format: ExportFormat, selection?: Selection, threads?: number): ExportPlan {
  return plansOf(replayOf(table), format, selection, threads).plan;
}

/** Returns the plan of an export, and the plan of its pass over the layers. @throws as planExport */
function plansOf(replay: LayerReplay, format: ExportFormat, selection?: Selection, threads?: number) {
  if (!EXPORT_FORMATS.includes(format)) {
    throw new InputError(`the format must be one of ${EXPORT_FORMATS.join(', ')}; found '${format}'`);
  }
  const isArray = format === 'npy' || (format === 'msgpack' && selection === undefined);
  const ofFile = isArray ? planOfArray(replay, format, selection) : planOfRows(replay, format as RowFormat, selection);
  const pass = replay.plan(isArray ? 'distances' : 'layers', threads);
  const bytes = pass.bytes + ofFile.memoryBytes;
  const plan: ExportPlan = { ...ofFile, memoryBytes: bytes, held: pass.held, threads: pass.threads };
  return { plan, pass: { ...pass, bytes } };
}

/** The plan of the file; its memory is in addition to that of the replay. */
type PlanOfFile = Pick<ExportPlan, 'rows' | 'fileBytes' | 'memoryBytes'>;

function planOfArray({ distancesShape, facts }: LayerReplay, format: ExportFormat, selection?: Selection): PlanOfFile {
  if (selection !== undefined) {
    throw new InputError('an npy file always holds all distances: choose csv, parquet or msgpack for some of them');
  }
  const { bytesPerValue, shape } = distancesShape;
  if (format === 'msgpack' && shape[shape.length - 1] * bytesPerValue > LONGEST) {
    throw new InputError(`MessagePack binaries end at 4 GiB, and ${facts.name} has larger ones: choose npy`);
  }
  const bytes = shape.reduce((product, length) => product * length, bytesPerValue);
  return { rows: null, fileBytes: BYTES_BESIDE[format] + bytes, memoryBytes: 0 };
}

function planOfRows(replay: LayerReplay, format: RowFormat, selection: Selection | undefined): PlanOfFile {
  const { histogram } = replay;
  const { first, last, sample } = selection ?? everything(histogram);
  checkSelection(histogram, { first, last, sample });
  const rows = rowsOf(histogram, { first, last, sample });
  if (format === 'msgpack' && rows > LONGEST) {
    throw new InputError(
      `a MessagePack array has at most ${LONGEST} elements, found ${rows} rows: choose csv or parquet`,
    );
  }
  const share = rows / rowsOf(histogram, { first, last });
  const inRows = rows === 0 ? 0 : Math.round(rows * bytesPerRow(replay, format, share));
  return {
    rows,
    fileBytes: BYTES_BESIDE[format] + inRows,
    memoryBytes:
      Math.min(1e6 + rows * BYTES_OF_ROW[format], MOST_FOR_ROWS[format]) + BYTES_PER_CHOICE * (sample?.size ?? 0),
  };
}

/** Returns the selection of all states. */
function everything(histogram: readonly number[]): Selection {
  return { first: 0, last: histogram.length - 1 };
}

/** Returns the facts that a file of a space's distances holds. */
function fileFacts({ facts, board, histogram }: LayerReplay): FileFacts {
  const { name, source, metric, size, startTexts } = facts;
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const distances = { states, maxDepth: histogram.length - 1, histogram };
  if (board !== null) {
    const { rows, columns } = board.board;
    const goal = formatPosition(board.goal);
    return {
      texts: { space: name, goal, metric: board.metric },
      map: {
        space: name,
        board: { rows, columns, ...(isFull(board.board) ? {} : { map: mapOf(board.board) }) },
        goal,
        metric,
        path: geometryOf(board.board).path,
        ...distances,
      },
    };
  }
  return {
    texts: { space: name, starts: JSON.stringify(startTexts), ...(metric !== null && { metric }) },
    map: { space: name, source, metric, starts: startTexts, size, ...distances },
  };
}

/** Number of states whose texts are sampled for the mean length. */
const TEXTS_MEASURED = 100;

/** Returns the approximate bytes of a row. @param share share of the layers' states that are rows */
function bytesPerRow(replay: LayerReplay, format: RowFormat, share: number): number {
  const { board, histogram } = replay;
  const { size } = replay.facts;
  if (board !== null) {
    const { arrangements } = geometryOf(board.board);
    const text = formatPosition(board.goal).length;
    if (format === 'csv') return text + String(arrangements).length + 7;
    if (format === 'msgpack') return packedTextBytes(text) + 3 + packedBytes(arrangements - 1);
    // Measured, within 11 %: whole spaces of 9 and 10 cells, layers of 12 and 14, samples from 1 in 2 to 1 in 120,000. The fewer
    // of the states are taken, the less have neighbouring rows in common.
    return 4.6 + 0.4 * board.board.cells - 0.42 * Math.log2(share);
  }
  const measured = Math.min(size, TEXTS_MEASURED);
  const step = size / measured;
  const { text: column } = replay.columns();
  let bytes = 0;
  for (let index = 0; index < measured; index++) bytes += column.bytes(Math.floor(index * step)).length;
  const text = bytes / measured;
  const maxDepth = histogram.length - 1;
  if (format === 'csv') return text + String(size).length + String(maxDepth).length + 3;
  if (format === 'msgpack') return packedTextBytes(text) + 1 + packedBytes(size - 1) + packedBytes(maxDepth);
  // Measured, within 30 %: seven of the built-in spaces, whole and samples of 1 in 70 to 1 in 700.
  return 5 + 0.11 * text - 0.45 * Math.log2(share);
}

/** Returns the bytes of a text in MessagePack. */
function packedTextBytes(length: number): number {
  return length + (length < 32 ? 1 : 2);
}

/** Returns the bytes of a number in MessagePack. */
function packedBytes(value: number): number {
  return packPlain(value).length;
}
