/** Rows as comma-separated values: a header line, then a line a state. */

import type { LayerState } from '../explore/layer-states.js';
import { PositionText } from './position-text.js';
import type { RowWriter } from './rows.js';
import type { Sink } from './sink.js';

const HEADER = 'position,blank,rank,distance\n';
const PIECE_BYTES = 1 << 20;
/** Blank, rank and distance with their commas; ranks have at most 16 digits. */
const MOST_NUMBER_BYTES = 32;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const ZERO = 0x30;

export class CsvWriter implements RowWriter {
  readonly #sink: Sink;
  readonly #text: PositionText;
  readonly #bytes = Buffer.allocUnsafe(PIECE_BYTES);
  #length: number;

  constructor(sink: Sink, cells: number) {
    this.#sink = sink;
    this.#text = new PositionText(cells);
    this.#length = this.#bytes.write(HEADER, 'latin1');
  }

  get isFull(): boolean {
    return this.#length + this.#text.bytes + MOST_NUMBER_BYTES > PIECE_BYTES;
  }

  write({ tiles, blank, rank }: LayerState, distance: number): void {
    const bytes = this.#bytes;
    let end = this.#text.write(tiles, bytes, this.#length);
    bytes[end++] = COMMA;
    end = writeNumber(blank, bytes, end);
    bytes[end++] = COMMA;
    end = writeNumber(rank, bytes, end);
    bytes[end++] = COMMA;
    end = writeNumber(distance, bytes, end);
    bytes[end++] = LINE_FEED;
    this.#length = end;
  }

  async flush(): Promise<void> {
    await this.#sink.write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  finish(): Promise<void> {
    return this.flush();
  }
}

/** Writes a whole number as decimal digits. @returns where it ends */
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
