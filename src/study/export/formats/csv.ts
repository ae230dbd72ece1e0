/** Rows as comma-separated values: a header line, then one line per state. */

import { type Columns, columnNames } from '../../replay/columns.js';
import type { RowWriter } from './row-writer.js';
import type { Sink } from './sink.js';

const PIECE_BYTES = 1 << 20;
/** Maximum bytes of a whole number and its comma: numbers have at most 16 digits. */
const MOST_NUMBER_BYTES = 17;
/** Length that nearly all lines stay below. */
const USUAL_LINE_BYTES = 1000;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const ZERO = 0x30;

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
    await this.#sink.write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  finish(): Promise<void> {
    return this.flush();
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
