/** Writes the distances of a table's space for other tools. */

import type { Board } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { formatPosition, orderedPosition } from '../board/position.js';
import type { LayerState } from '../explore/layer-states.js';
import { REPLAY_BITSETS, type Replay } from '../explore/replay.js';
import { bitsetsBytes, checkMemory, freeMemory } from '../explore/requirements.js';
import { geometryOf } from '../numbering/geometry.js';
import { spaceName, type TableSpace } from '../table/contents.js';
import { checkThreads, defaultThreads } from '../threads/thread-count.js';
import { columnNames } from './columns.js';
import { CsvWriter } from './csv.js';
import { bytesPerDistance, type DistancesOfCell, distancesOf } from './distances.js';
import { arrayOf, binaryOf, LONGEST, MessagePackRows, mapWithLast } from './messagepack.js';
import { npyHeader } from './npy.js';
import { positionColumns } from './position-columns.js';
import { type RowWriter, writeRows } from './rows.js';
import { checkSelection, rowsOf, type Selection } from './selection.js';
import { type Sink, sinkOf } from './sink.js';

export const EXPORT_FORMATS = ['npy', 'csv', 'parquet', 'msgpack'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an export takes, known before it begins. */
export interface ExportPlan {
  /** Null where it is no rows but one array of all states. */
  readonly rows: number | null;
  /** About the length of the file. */
  readonly fileBytes: number;
  /** Memory for bitsets, and for distances where they are held. */
  readonly memoryBytes: number;
}

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Which layers, and which of their states; everything, where it is not given. Not for npy. */
  readonly selection?: Selection | undefined;
  /** Worker threads, 1..256; by default as many as the machine offers. */
  readonly threads?: number;
  /** Called now and then: how many states, or rows, of how many have been seen. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/** What a sample takes for each of its states: its number, and a copy of that. */
const BYTES_PER_CHOICE = 16;

/** What rows take until they are written, measured: Parquet's are kept by the hundred thousand. */
const BYTES_FOR_ROWS: Readonly<Record<ExportFormat, number>> = { npy: 0, csv: 1e6, parquet: 3e8, msgpack: 1.5e8 };

/** What a file has beside its distances or rows: npy exactly, the others about as much on small boards. */
const BYTES_BESIDE: Readonly<Record<ExportFormat, number>> = { npy: 128, csv: 29, parquet: 560, msgpack: 200 };

/** @throws InputError where the format cannot hold what was asked for */
export function planExport(table: TableSpace, format: ExportFormat, selection?: Selection): ExportPlan {
  if (!EXPORT_FORMATS.includes(format)) {
    throw new InputError(`the format must be one of ${EXPORT_FORMATS.join(', ')}; found '${format}'`);
  }
  const { board, histogram } = table;
  const { states } = geometryOf(board);
  const bitsets = bitsetsBytes(board, REPLAY_BITSETS);
  if (isArray(format, selection)) {
    if (selection !== undefined) {
      throw new InputError('an npy file holds all distances: for some of them choose csv, parquet or msgpack');
    }
    const bytes = states * bytesPerDistance(histogram.length - 1);
    if (format === 'msgpack' && bytes / board.cells > LONGEST) {
      throw new InputError(
        `MessagePack binaries end at 4 GiB, and ${spaceName(board, table.goalCell)} has larger ones: choose npy`,
      );
    }
    return { rows: null, fileBytes: BYTES_BESIDE[format] + bytes, memoryBytes: bitsets + bytes };
  }
  const { first, last, sample } = selection ?? everything(table);
  checkSelection(histogram, { first, last, sample });
  const rows = rowsOf(histogram, { first, last, sample });
  if (format === 'msgpack' && rows > LONGEST) {
    throw new InputError(
      `a MessagePack array has at most ${LONGEST} elements, found ${rows} rows: choose csv or parquet`,
    );
  }
  const share = rows / rowsOf(histogram, { first, last });
  const inRows = rows === 0 ? 0 : Math.round(rows * bytesPerRow(format, board, share));
  return {
    rows,
    fileBytes: BYTES_BESIDE[format] + inRows,
    memoryBytes: bitsets + BYTES_FOR_ROWS[format] + BYTES_PER_CHOICE * (sample?.size ?? 0),
  };
}

/**
 * Replays the layers of a table's space, and writes their states.
 * @param writeAt writes bytes at an offset of the file
 * @throws InputError as planExport, and where there cannot be so many threads; TableError where the table's histogram is wrong; MemoryError, WorkerError; what
 * writing throws; the signal's reason
 */
export async function exportTable(
  table: TableSpace,
  { format, selection, threads = defaultThreads(), onProgress = () => {}, signal }: ExportOptions,
  writeAt: (bytes: Uint8Array, offset: number) => Promise<void>,
): Promise<void> {
  const { board, goalCell, histogram } = table;
  const plan = planExport(table, format, selection);
  checkThreads(threads);
  checkMemory(
    board,
    plan.memoryBytes,
    threads,
    freeMemory(),
    plan.rows === null ? 'its bitsets and distances' : undefined,
  );
  const sink = sinkOf(writeAt);
  const replay = { board, goalCell, histogram, threads, signal };
  if (plan.rows === null) {
    await writeArray(table, format, replay, sink, onProgress);
    return;
  }
  const rows = plan.rows;
  const writer = await rowWriter(table, format, rows, sink);
  await writeRows(replay, selection ?? everything(table), writer, (done) => onProgress(done, rows));
}

/** About the length of a row, from its values. @param share of the layers' states that are rows */
function bytesPerRow(format: ExportFormat, board: Board, share: number): number {
  const { arrangements } = geometryOf(board);
  const text = formatPosition(orderedPosition(board)).length;
  if (format === 'csv') return text + String(arrangements).length + 7;
  if (format === 'msgpack') return text + (text < 32 ? 4 : 5) + bytesOfInteger(arrangements - 1);
  // Measured, within 11 %: whole spaces of 9 and 10 cells, layers of 12 and 14, samples from 1 in 2 to 1 in 120,000. The fewer
  // of the states are taken, the less have neighbouring rows in common.
  return 4.6 + 0.4 * board.cells - 0.42 * Math.log2(share);
}

/** Bytes that MessagePack takes for a number. */
function bytesOfInteger(value: number): number {
  if (value < 2 ** 7) return 1;
  if (value < 2 ** 8) return 2;
  if (value < 2 ** 16) return 3;
  return value < 2 ** 32 ? 5 : 9;
}

function everything({ histogram }: TableSpace): Selection {
  return { first: 0, last: histogram.length - 1 };
}

/** Whether the format is one array of all distances. */
function isArray(format: ExportFormat, selection: Selection | undefined): boolean {
  return format === 'npy' || (format === 'msgpack' && selection === undefined);
}

async function writeArray(
  table: TableSpace,
  format: ExportFormat,
  replay: Omit<Replay, 'lastDepth'>,
  sink: Sink,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const { board, histogram } = table;
  const { arrangements, states } = geometryOf(board);
  const bytes = bytesPerDistance(histogram.length - 1);
  const shape = [board.cells, arrangements];
  let seen = 0;
  const distances = await distancesOf(replay, (count) => {
    seen += count;
    onProgress(seen, states);
  });
  if (format === 'npy') {
    await sink.write(npyHeader(bytes, shape));
  } else {
    const array = { shape, dtype: bytes === 1 ? 'uint8' : 'uint16', notReached: 2 ** (8 * bytes) - 1 };
    await sink.write(mapWithLast({ ...factsOf(table), ...array }, 'distances'));
    await sink.write(arrayOf(board.cells));
  }
  for (const ofCell of distances) {
    if (format === 'msgpack') await sink.write(binaryOf(ofCell.byteLength));
    await writeInPieces(ofCell, sink);
    replay.signal?.throwIfAborted();
  }
}

async function rowWriter(
  table: TableSpace,
  format: ExportFormat,
  rows: number,
  sink: Sink,
): Promise<RowWriter<LayerState>> {
  const columns = positionColumns(geometryOf(table.board));
  if (format === 'csv') return new CsvWriter(sink, columns);
  const facts = factsOf(table);
  if (format === 'parquet') {
    const { ParquetRows } = await import('./parquet.js');
    return new ParquetRows(sink, columns, {
      space: facts.space,
      goal: facts.goal,
      metric: facts.metric,
    });
  }
  await sink.write(mapWithLast({ ...facts, columns: columnNames(columns) }, 'rows'));
  await sink.write(arrayOf(rows));
  return new MessagePackRows(sink, columns);
}

/** What a file says of the space that its distances are from. */
function factsOf({ board, goalCell, histogram }: TableSpace) {
  const geometry = geometryOf(board);
  return {
    space: spaceName(board, goalCell),
    board: { rows: board.rows, columns: board.columns },
    goal: formatPosition(orderedPosition(board, goalCell)),
    metric: 'single',
    path: geometry.path,
    states: geometry.states,
    maxDepth: histogram.length - 1,
    histogram,
  };
}

/** One write of the file system is at most 2 GiB. */
const PIECE_BYTES = 1 << 26;

async function writeInPieces(distances: DistancesOfCell, sink: Sink): Promise<void> {
  const bytes = new Uint8Array(distances.buffer);
  for (let begin = 0; begin < bytes.length; begin += PIECE_BYTES) {
    await sink.write(bytes.subarray(begin, begin + PIECE_BYTES));
  }
}
