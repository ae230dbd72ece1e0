/** MessagePack pieces whose whole would not fit into memory. */

import type { LayerState } from '../explore/layer-states.js';
import { packPlain } from '../table/plain-messagepack.js';
import { PositionText } from './position-text.js';
import type { RowWriter } from './rows.js';
import type { Sink } from './sink.js';

/** The largest length of a binary or an array. */
export const LONGEST = 0xffffffff;

const MAP_16 = 0xde;
const ARRAY_32 = 0xdd;
const BINARY_32 = 0xc6;

/** The beginning of a map whose last value follows. */
export function mapWithLast(entries: Readonly<Record<string, unknown>>, last: string): Buffer {
  const keys = Object.keys(entries);
  const head = Buffer.from([MAP_16, 0, 0]);
  head.writeUInt16BE(keys.length + 1, 1);
  return Buffer.concat([head, ...keys.flatMap((key) => [packPlain(key), packPlain(entries[key])]), packPlain(last)]);
}

/** The beginning of an array whose elements follow. */
export function arrayOf(length: number): Buffer {
  return lengthOf(ARRAY_32, length);
}

/** The beginning of a binary whose bytes follow. */
export function binaryOf(bytes: number): Buffer {
  return lengthOf(BINARY_32, bytes);
}

function lengthOf(code: number, length: number): Buffer {
  const head = Buffer.from([code, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 1);
  return head;
}

const PIECE_BYTES = 1 << 20;

/** Rows as arrays [position, blank, rank, distance]. */
export class MessagePackRows implements RowWriter {
  readonly #sink: Sink;
  readonly #text: PositionText;
  #rows: Buffer[] = [];
  #length = 0;

  constructor(sink: Sink, cells: number) {
    this.#sink = sink;
    this.#text = new PositionText(cells);
  }

  get isFull(): boolean {
    return this.#length > PIECE_BYTES;
  }

  write({ tiles, blank, rank }: LayerState, distance: number): void {
    const row = packPlain([this.#text.of(tiles), blank, rank, distance]);
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
