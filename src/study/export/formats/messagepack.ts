/** MessagePack in pieces, for values that do not fit into memory. */

import { packPlain } from '../../../base/storage/plain-messagepack.js';
import type { Columns } from '../../replay/columns.js';
import type { RowWriter } from './row-writer.js';
import type { Sink } from './sink.js';

/** Maximum length of a binary or an array. */
export const LONGEST = 0xffffffff;

const MAP_16 = 0xde;
const ARRAY_32 = 0xdd;
const BINARY_32 = 0xc6;

/** Returns the beginning of a map, up to its last value. */
export function mapWithLast(entries: Readonly<Record<string, unknown>>, last: string): Buffer {
  const keys = Object.keys(entries);
  const head = Buffer.from([MAP_16, 0, 0]);
  head.writeUInt16BE(keys.length + 1, 1);
  return Buffer.concat([head, ...keys.flatMap((key) => [packPlain(key), packPlain(entries[key])]), packPlain(last)]);
}

/** Returns the beginning of an array, up to its elements. */
export function arrayOf(length: number): Buffer {
  return lengthOf(ARRAY_32, length);
}

/** Returns the beginning of a binary, up to its bytes. */
export function binaryOf(bytes: number): Buffer {
  return lengthOf(BINARY_32, bytes);
}

function lengthOf(code: number, length: number): Buffer {
  const head = Buffer.from([code, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 1);
  return head;
}

const PIECE_BYTES = 1 << 20;

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
    return this.#length > PIECE_BYTES;
  }

  write(state: State, distance: number): void {
    const { text, numbers } = this.#columns;
    text.take(state);
    const row = packPlain([text.text(), ...numbers.map((column) => column.of(state)), distance]);
    this.#rows.push(row);
    this.#length += row.length;
  }

  async flush(): Promise<void> {
    await this.#sink.write(Buffer.concat(this.#rows));
    this.#rows = [];
    this.#length = 0;
  }

  finish(): Promise<void> {
    return this.flush();
  }
}
