/** Buffer that gathers answers into large pieces for standard output. */

import type { Output } from './io.js';

const PIECE_BYTES = 1 << 16;
const LINE_FEED = 0x0a;

export class Answers {
  readonly #stdout: Output;
  #bytes = Buffer.allocUnsafe(PIECE_BYTES);
  #length = 0;

  constructor(stdout: Output) {
    this.#stdout = stdout;
  }

  /** Writes bytes[begin] to bytes[end - 1], at most PIECE_BYTES - 1 of them, and a line feed. */
  writeLine(bytes: Uint8Array, begin: number, end: number): void {
    if (this.#length + end - begin >= PIECE_BYTES) this.flush();
    const target = this.#bytes;
    let length = this.#length;
    // A loop copies this few bytes faster than Buffer.copy.
    for (let at = begin; at < end; at++) target[length++] = bytes[at];
    target[length++] = LINE_FEED;
    this.#length = length;
  }

  write(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#length + length > PIECE_BYTES) this.flush();
    if (length > PIECE_BYTES) this.#stdout.write(text);
    else this.#length += this.#bytes.write(text, this.#length);
  }

  flush(): void {
    if (this.#length === 0) return;
    this.#stdout.write(this.#bytes.subarray(0, this.#length));
    // The stream can keep a reference to bytes that it has not written yet.
    this.#bytes = Buffer.allocUnsafe(PIECE_BYTES);
    this.#length = 0;
  }
}
