/** Reads the lines of a stream in batches. The memory for a line is limited to the longest useful one. */

import { fstatSync, readSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { LONGEST_TEXT } from '../../spaces/board/position.js';
import type { Input } from '../process/io.js';

const LINE_FEED = 0x0a;
const PIECE_BYTES = 1 << 16;

/** Lines as bytes of the stream: decoding them one by one takes as long as solving them. */
export interface LineBatch {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly bytes: Buffer;
  /** Offset of each line, and of the end; a line ends before the line feed in front of the next one. */
  readonly begins: readonly number[];
}

/**
 * Yields a batch for each piece of the input. An overlong line is cut, but stays longer than the limit.
 * @throws InputError if the input is a folder, which Node reads as empty
 */
export async function* lineBatches(input: Input): AsyncGenerator<LineBatch> {
  const { fd } = input;
  const status = fd === undefined ? undefined : fstatSync(fd);
  if (status?.isDirectory()) {
    throw new InputError('standard input is a folder: redirect it from a file, with one position or state per line');
  }
  let first = 1;
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of fd !== undefined && status?.isFile() ? piecesOfFile(fd) : input) {
    const bytes = begun.length === 0 ? piece : Buffer.concat([begun, piece]);
    const begins = [0];
    // A call of indexOf for each line takes longer, because lines are short.
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_FEED) begins.push(at + 1);
    if (begins.length > 1) yield { first, bytes, begins };
    first += begins.length - 1;
    const last = begins[begins.length - 1];
    begun = Buffer.from(bytes.subarray(last, last + LONGEST_LINE));
  }
  if (begun.length > 0) yield { first, bytes: begun, begins: [0, begun.length + 1] };
}

/** Reads into one buffer. A stream would allocate memory for each piece, and use another thread. */
function* piecesOfFile(file: number): Generator<Buffer> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let read = 1; read > 0; ) {
    read = readSync(file, buffer);
    yield buffer.subarray(0, read);
  }
}

/** Maximum bytes of a line: too long for a position in any encoding. */
const LONGEST_LINE = 4 * LONGEST_TEXT + 4;
