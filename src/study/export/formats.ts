/** Formats of exports: an array of all distances, or rows of states, with facts about the space. */

import { packPlain } from '../../base/bytes.js';
import { type Columns, columnNames, type DistancesParts, type DistancesShape } from '../layer-replay.js';
import type { Sink } from './parquet.js';

/** Names of the formats that `exportTable` writes; `npy` holds all distances as one array, the others can hold rows. */
export const EXPORT_FORMATS = ['npy', 'csv', 'parquet', 'msgpack'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Formats that hold rows. */
export type RowFormat = Exclude<ExportFormat, 'npy'>;

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
  { bytesPerValue, shape }: DistancesShape,
  parts: DistancesParts,
  facts: FileFacts,
  sink: Sink,
  signal?: AbortSignal,
): Promise<void> {
  if (format === 'npy') {
    await sink(npyHeader(bytesPerValue, shape));
  } else {
    const array = { shape, dtype: `uint${8 * bytesPerValue}`, notReached: 2 ** (8 * bytesPerValue) - 1 };
    await sink(mapWithLast({ ...facts.map, ...array }, 'distances'));
    if (shape.length > 1) await sink(headOf(ARRAY_32, parts.length));
  }
  for (const { buffer, byteOffset, byteLength } of parts) {
    if (format === 'msgpack') await sink(headOf(BINARY_32, byteLength));
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let begin = 0; begin < byteLength; begin += LARGEST_WRITE) {
      await sink(bytes.subarray(begin, begin + LARGEST_WRITE));
    }
    signal?.throwIfAborted();
  }
}

/** Maximum bytes of a write: file systems limit one write to 2 GiB. */
const LARGEST_WRITE = 1 << 26;

/** Magic, version and header are padded to a multiple of this. */
const ALIGNMENT = 64;

/**
 * The .npy format, version 1.0: an array that numpy.load opens.
 *
 * Source: numpy.lib.format, NEP 1, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * Returns the bytes before the array's values.
 * @param bytesPerValue bytes of a value, an unsigned little-endian number
 * @param shape shape of the array; the last index varies fastest
 */
export function npyHeader(bytesPerValue: 1 | 2 | 4, shape: readonly number[]): Buffer {
  const type = bytesPerValue === 1 ? '|u1' : `<u${bytesPerValue}`;
  const lengths = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${lengths}), }`;
  const prefix = 10;
  const length = Math.ceil((prefix + text.length + 1) / ALIGNMENT) * ALIGNMENT - prefix;
  const header = Buffer.alloc(prefix + length, ' ');
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(length, 8);
  header.write(text, prefix, 'latin1');
  header.write('\n', prefix + length - 1, 'latin1');
  return header;
}

/** Collects rows, and writes them in batches. */
export interface RowWriter {
  /**
   * Adds a row.
   * @returns true if the collected rows should be written before the next one
   */
  write(state: number, distance: number): boolean;
  /** Writes the collected rows. */
  flush(): Promise<void>;
  /** Writes the end of the file, if the format has one, after the last flush. */
  finish?(): Promise<void>;
}

/** Begins a file of rows. @throws whatever writing throws */
export async function rowWriter(
  format: RowFormat,
  columns: Columns,
  rows: number,
  facts: FileFacts,
  sink: Sink,
): Promise<RowWriter> {
  const { text, numbers } = columns;
  if (format === 'parquet') {
    const { parquetRows } = await import('./parquet.js');
    return parquetRows(sink, columns, facts.texts);
  }
  if (format === 'csv') {
    let bytes = Buffer.allocUnsafe(PIECE_BYTES);
    let end = bytes.write(`${columnNames(columns).join()}\n`);
    const besideText = (numbers.length + 1) * MOST_NUMBER_BYTES + 1;
    return {
      write(state, distance) {
        const field = text.bytes(state);
        const most = end + field.length + besideText;
        if (most > bytes.length) bytes = Buffer.concat([bytes.subarray(0, end)], 2 * most);
        for (let at = 0; at < field.length; at++) bytes[end++] = field[at];
        for (let column = 0; column < numbers.length; column++)
          end = writeNumber(numbers[column].of(state), bytes, end);
        end = writeNumber(distance, bytes, end);
        bytes[end++] = LINE_FEED;
        return end + USUAL_LINE_BYTES > PIECE_BYTES;
      },
      async flush() {
        await sink(bytes.subarray(0, end));
        end = 0;
      },
    };
  }
  await sink(mapWithLast({ ...facts.map, columns: columnNames(columns) }, 'rows'));
  await sink(headOf(ARRAY_32, rows));
  const packed: Uint8Array[] = [];
  let length = 0;
  return {
    write(state, distance) {
      const row = packPlain([text.of(state), ...numbers.map((column) => column.of(state)), distance]);
      packed.push(row);
      length += row.length;
      return length > PIECE_BYTES;
    },
    async flush() {
      await sink(Buffer.concat(packed.splice(0)));
      length = 0;
    },
  };
}

const PIECE_BYTES = 1 << 20;

/** Length that nearly all lines stay below. */
const USUAL_LINE_BYTES = 1000;
/** Maximum bytes of a comma and a whole number. */
const MOST_NUMBER_BYTES = 17;
const [COMMA, LINE_FEED, ZERO] = Buffer.from(',\n0');

/** Writes a comma and a whole number. Strings and their conversion to bytes took twice as long as the whole export. @returns the end */
function writeNumber(value: number, bytes: Uint8Array, begin: number): number {
  let end = begin + 2;
  for (let power = 10; power <= value; power *= 10) end++;
  bytes[begin] = COMMA;
  let rest = value;
  for (let at = end - 1; at > begin; at--) {
    const next = Math.floor(rest / 10);
    bytes[at] = ZERO + rest - 10 * next;
    rest = next;
  }
  return end;
}

/** Maximum length of a MessagePack binary or array. */
export const LONGEST = 0xffffffff;

const MAP_16 = 0xde;
const ARRAY_32 = 0xdd;
const BINARY_32 = 0xc6;

/** Returns the beginning of a MessagePack map, up to its last value. */
function mapWithLast(entries: Readonly<Record<string, unknown>>, last: string): Buffer {
  const keys = Object.keys(entries);
  const head = Buffer.from([MAP_16, 0, 0]);
  head.writeUInt16BE(keys.length + 1, 1);
  return Buffer.concat([head, ...keys.flatMap((key) => [packPlain(key), packPlain(entries[key])]), packPlain(last)]);
}

/** Returns the beginning of a MessagePack array or binary, up to its elements or bytes. */
function headOf(code: number, length: number): Buffer {
  const head = Buffer.from([code, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 1);
  return head;
}
