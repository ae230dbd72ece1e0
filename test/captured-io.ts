/** What the program reads and writes when a test runs it in its own process. */

import { Readable, Writable } from 'node:stream';
import type { Io } from '#src/program/process/io.js';

const PIECE_BYTES = 1 << 16;

/** @param input of standard input, which comes in pieces as from a pipe */
export function capturedIo(input: Buffer = Buffer.alloc(0)) {
  const stdout = new Captured();
  const stderr = new Captured();
  const io: Io = { stdin: Readable.from(piecesOf(input)), stdout, stderr, answerSignals: () => {} };
  return { io, stdout, stderr };
}

/** Keeps what is written. */
class Captured extends Writable {
  readonly #pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    // Whoever has written a buffer may use it again.
    this.#pieces.push(Buffer.from(piece));
    done();
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString();
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += PIECE_BYTES) yield bytes.subarray(begin, begin + PIECE_BYTES);
}
