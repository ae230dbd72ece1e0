/** Begins and writes the files of distances: an array of all of them, or rows of states, with what is said of the space. */

import type { ExportFormat, RowFormat } from '../export-plan.js';
import type { RowWriter } from '../rows.js';
import { type Columns, columnNames } from './columns.js';
import { CsvWriter } from './csv.js';
import { arrayOf, binaryOf, MessagePackRows, mapWithLast } from './messagepack.js';
import { npyHeader } from './npy.js';
import type { Sink } from './sink.js';

/** What a file says of the space that its distances are of. */
export interface Facts {
  /** In Parquet, which has texts alone. */
  readonly texts: Readonly<Record<string, string>>;
  /** In MessagePack. */
  readonly map: Readonly<Record<string, unknown>>;
}

/** All distances; the largest value of their type for states that are not reached. */
export interface DistancesArray {
  readonly bytesPerValue: 1 | 2 | 4;
  readonly shape: readonly number[];
  /** The values in their order; a part for each value of the first index, where there are more than one. */
  readonly parts: readonly ArrayBufferView[];
}

/** @throws what writing throws; the signal's reason */
export async function writeArrayFile(
  format: ExportFormat,
  { bytesPerValue, shape, parts }: DistancesArray,
  facts: Facts,
  sink: Sink,
  signal?: AbortSignal,
): Promise<void> {
  if (format === 'npy') {
    await sink.write(npyHeader(bytesPerValue, shape));
  } else {
    const array = { shape, dtype: `uint${8 * bytesPerValue}`, notReached: 2 ** (8 * bytesPerValue) - 1 };
    await sink.write(mapWithLast({ ...facts.map, ...array }, 'distances'));
    if (shape.length > 1) await sink.write(arrayOf(parts.length));
  }
  for (const part of parts) {
    if (format === 'msgpack') await sink.write(binaryOf(part.byteLength));
    await writeInPieces(part, sink);
    signal?.throwIfAborted();
  }
}

/** One write of the file system is at most 2 GiB. */
const PIECE_BYTES = 1 << 26;

async function writeInPieces(values: ArrayBufferView, sink: Sink): Promise<void> {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let begin = 0; begin < bytes.length; begin += PIECE_BYTES) {
    await sink.write(bytes.subarray(begin, begin + PIECE_BYTES));
  }
}

/** Begins a file of so many rows. @throws what writing throws */
export async function rowWriter<State>(
  format: RowFormat,
  columns: Columns<State>,
  rows: number,
  facts: Facts,
  sink: Sink,
): Promise<RowWriter<State>> {
  if (format === 'csv') return new CsvWriter(sink, columns);
  if (format === 'parquet') {
    const { ParquetRows } = await import('./parquet.js');
    return new ParquetRows(sink, columns, facts.texts);
  }
  await sink.write(mapWithLast({ ...facts.map, columns: columnNames(columns) }, 'rows'));
  await sink.write(arrayOf(rows));
  return new MessagePackRows(sink, columns);
}
