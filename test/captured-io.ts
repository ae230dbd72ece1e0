/** The input and output of the program when a test runs it in its own process. */

import { Readable, Writable } from 'node:stream';
import type { Io } from '#src/program/terminal/process.js';

const PIECE_BYTES = 1 << 16;

/** Returns the program's streams. @param input standard input, which arrives in pieces as from a pipe */
export function capturedIo(input: Buffer = Buffer.alloc(0)) {
  const stdout = new Captured();
  const stderr = new Captured();
  const stdin = Readable.from(piecesOf(input));
  const io: Io = { version: '', argv: [], stdin: () => stdin, stdout, stderr, answerSignals: () => {} };
  return { io, stdout, stderr };
}

/** A stream that keeps its output. */
class Captured extends Writable {
  readonly #pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    // The writer of a buffer may reuse it.
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
