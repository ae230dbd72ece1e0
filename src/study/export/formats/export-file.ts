/** Exported files: an array of all distances, or rows of states, with facts about the space. */

import { type Columns, columnNames } from '../../replay/columns.js';
import type { DistancesArray } from '../../replay/layer-replay.js';
import { CsvWriter } from './csv.js';
import type { ExportFormat, RowFormat } from './format-names.js';
import { arrayOf, binaryOf, MessagePackRows, mapWithLast } from './messagepack.js';
import { npyHeader } from './npy.js';
import type { RowWriter } from './row-writer.js';
import type { Sink } from './sink.js';

/** Facts about the space, which a file holds in addition to its distances. */
export interface FileFacts {
  /** Facts for Parquet, which holds texts only. */
  readonly texts: Readonly<Record<string, string>>;
  /** Facts for MessagePack. */
  readonly map: Readonly<Record<string, unknown>>;
}

/** Writes the file of all distances. @throws whatever writing throws; the signal's reason */
export async function writeArrayFile(
  format: ExportFormat,
  { bytesPerValue, shape, parts }: DistancesArray,
  facts: FileFacts,
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

/** Maximum bytes of a write: file systems limit one write to 2 GiB. */
const PIECE_BYTES = 1 << 26;

async function writeInPieces(values: ArrayBufferView, sink: Sink): Promise<void> {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let begin = 0; begin < bytes.length; begin += PIECE_BYTES) {
    await sink.write(bytes.subarray(begin, begin + PIECE_BYTES));
  }
}

/** Begins a file of rows. @throws whatever writing throws */
export async function rowWriter<State>(
  format: RowFormat,
  columns: Columns<State>,
  rows: number,
  facts: FileFacts,
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
