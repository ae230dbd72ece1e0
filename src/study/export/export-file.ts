/** Exported files: an array of all distances, or rows of states, with facts about the space. */

import { packPlain } from '../../base/sealed-file.js';
import { type Columns, columnNames, type DistancesArray } from '../layer-replay.js';
import { type ExportFormat, npyHeader, type RowFormat, type RowWriter, type Sink } from './formats.js';

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
    await sink(npyHeader(bytesPerValue, shape));
  } else {
    const array = { shape, dtype: `uint${8 * bytesPerValue}`, notReached: 2 ** (8 * bytesPerValue) - 1 };
    await sink(mapWithLast({ ...facts.map, ...array }, 'distances'));
    if (shape.length > 1) await sink(arrayOf(parts.length));
  }
  for (const part of parts) {
    if (format === 'msgpack') await sink(binaryOf(part.byteLength));
    await writeInPieces(part, sink);
    signal?.throwIfAborted();
  }
}

/** Maximum bytes of a write: file systems limit one write to 2 GiB. */
const LARGEST_WRITE = 1 << 26;

async function writeInPieces(values: ArrayBufferView, sink: Sink): Promise<void> {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let begin = 0; begin < bytes.length; begin += LARGEST_WRITE) {
    await sink(bytes.subarray(begin, begin + LARGEST_WRITE));
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
  await sink(mapWithLast({ ...facts.map, columns: columnNames(columns) }, 'rows'));
  await sink(arrayOf(rows));
  return new MessagePackRows(sink, columns);
}

const PIECE_BYTES = 1 << 20;
/** Maximum bytes of a whole number and its comma: numbers have at most 16 digits. */
const MOST_NUMBER_BYTES = 17;
/** Length that nearly all lines stay below. */
const USUAL_LINE_BYTES = 1000;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const ZERO = 0x30;

/** Writes rows as comma-separated values: a header line, then one line per state. */
export class CsvWriter<State> implements RowWriter<State> {
  readonly #sink: Sink;
  readonly #columns: Columns<State>;
  /** Maximum bytes of a line without its text. */
  readonly #besideText: number;
  #bytes = Buffer.allocUnsafe(PIECE_BYTES);
  #length: number;

  /** @param columns columns whose texts are fields, see csvField */
  constructor(sink: Sink, columns: Columns<State>) {
    this.#sink = sink;
    this.#columns = columns;
    this.#besideText = (columns.numbers.length + 1) * MOST_NUMBER_BYTES + 1;
    this.#length = this.#bytes.write(`${columnNames(columns).join()}\n`, 'latin1');
  }

  /** True if another line might not fit; a longer line makes the piece grow. */
  get isFull(): boolean {
    return this.#length + USUAL_LINE_BYTES > PIECE_BYTES;
  }

  write(state: State, distance: number): void {
    const { text, numbers } = this.#columns;
    const most = this.#length + text.take(state) + this.#besideText;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes.subarray(0, this.#length)], 2 * most);
    const bytes = this.#bytes;
    let end = text.write(bytes, this.#length);
    for (let column = 0; column < numbers.length; column++) {
      bytes[end++] = COMMA;
      end = writeNumber(numbers[column].of(state), bytes, end);
    }
    bytes[end++] = COMMA;
    end = writeNumber(distance, bytes, end);
    bytes[end++] = LINE_FEED;
    this.#length = end;
  }

  async flush(): Promise<void> {
    await this.#sink(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }
}

/** Returns a text as a field: in quotes if it contains a comma, a quote or a line break (RFC 4180). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a whole number as decimal digits. @returns the index of its end */
function writeNumber(value: number, bytes: Uint8Array, begin: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  let rest = value;
  for (let at = begin + digits - 1; at >= begin; at--) {
    const next = Math.floor(rest / 10);
    bytes[at] = ZERO + rest - 10 * next;
    rest = next;
  }
  return begin + digits;
}

/** Maximum length of a binary or an array. */
export const LONGEST = 0xffffffff;

const MAP_16 = 0xde;
const ARRAY_32 = 0xdd;
const BINARY_32 = 0xc6;

/** Returns the beginning of a map, up to its last value. */
function mapWithLast(entries: Readonly<Record<string, unknown>>, last: string): Buffer {
  const keys = Object.keys(entries);
  const head = Buffer.from([MAP_16, 0, 0]);
  head.writeUInt16BE(keys.length + 1, 1);
  return Buffer.concat([head, ...keys.flatMap((key) => [packPlain(key), packPlain(entries[key])]), packPlain(last)]);
}

/** Returns the beginning of an array, up to its elements. */
function arrayOf(length: number): Buffer {
  return lengthOf(ARRAY_32, length);
}

/** Returns the beginning of a binary, up to its bytes. */
function binaryOf(bytes: number): Buffer {
  return lengthOf(BINARY_32, bytes);
}

function lengthOf(code: number, length: number): Buffer {
  const head = Buffer.from([code, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 1);
  return head;
}

const PACKED_PIECE_BYTES = 1 << 20;

/** Writes rows as arrays of their columns. */
export class MessagePackRows<State> implements RowWriter<State> {
  readonly #sink: Sink;
  readonly #columns: Columns<State>;
  #rows: Buffer[] = [];
  #length = 0;

  constructor(sink: Sink, columns: Columns<State>) {
    this.#sink = sink;
    this.#columns = columns;
  }

  get isFull(): boolean {
    return this.#length > PACKED_PIECE_BYTES;
  }

  write(state: State, distance: number): void {
    const { text, numbers } = this.#columns;
    text.take(state);
    const row = packPlain([text.text(), ...numbers.map((column) => column.of(state)), distance]);
    this.#rows.push(row);
    this.#length += row.length;
  }

  async flush(): Promise<void> {
    await this.#sink(Buffer.concat(this.#rows));
    this.#rows = [];
    this.#length = 0;
  }
}
