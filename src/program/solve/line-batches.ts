/** Reads the lines of a stream in batches. No line takes more memory than the longest that could be of use. */

import { fstatSync, readSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { LONGEST_TEXT } from '../../spaces/board/position.js';
import type { Input } from '../process/io.js';

const LINE_FEED = 0x0a;
const PIECE_BYTES = 1 << 16;

/** Lines as they lie in the bytes of the stream: decoding them one by one takes as long as solving them. */
export interface LineBatch {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly bytes: Buffer;
  /** Where each line begins, and one more; a line ends before the line feed in front of the next. */
  readonly begins: readonly number[];
}

/**
 * Yields a batch for each piece of the input. Of an overlong line there is the beginning, more than is allowed.
 * @throws InputError if the input is a folder, which Node takes for an empty one
 */
export async function* lineBatches(input: Input): AsyncGenerator<LineBatch> {
  const { fd } = input;
  const status = fd === undefined ? undefined : fstatSync(fd);
  if (status?.isDirectory()) {
    throw new InputError('standard input is a folder: redirect it from a file, one position or state a line');
  }
  let first = 1;
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of fd !== undefined && status?.isFile() ? piecesOfFile(fd) : input) {
    const bytes = begun.length === 0 ? piece : Buffer.concat([begun, piece]);
    const begins = [0];
    // To ask indexOf for each line takes longer: lines are short.
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_FEED) begins.push(at + 1);
    if (begins.length > 1) yield { first, bytes, begins };
    first += begins.length - 1;
    const last = begins[begins.length - 1];
    begun = Buffer.from(bytes.subarray(last, last + LONGEST_LINE));
  }
  if (begun.length > 0) yield { first, bytes: begun, begins: [0, begun.length + 1] };
}

/** The same buffer again and again: a stream takes new memory for each piece, and goes round by another thread. */
function* piecesOfFile(file: number): Generator<Buffer> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let read = 1; read > 0; ) {
    read = readSync(file, buffer);
    yield buffer.subarray(0, read);
  }
}

/** In bytes: too long for a position, whatever its characters. */
const LONGEST_LINE = 4 * LONGEST_TEXT + 4;
