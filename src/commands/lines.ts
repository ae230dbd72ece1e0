/** Lines of a stream in batches; no line takes more memory than the longest that could be of use. */

import { LONGEST_TEXT } from '../board/position.js';

const LINE_FEED = 0x0a;

/** Lines as they lie in the bytes of the stream: decoding them one by one takes as long as solving them. */
export interface Lines {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly bytes: Buffer;
  /** Where each line begins, and one more; a line ends before the line feed in front of the next. */
  readonly begins: readonly number[];
}

/** A batch for each piece of the stream. Of an overlong line there is the beginning, more than is allowed. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Lines> {
  let first = 1;
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of stream) {
    const bytes = begun.length === 0 ? piece : Buffer.concat([begun, piece]);
    const begins = [0];
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) begins.push(end + 1);
    if (begins.length > 1) yield { first, bytes, begins };
    first += begins.length - 1;
    const last = begins[begins.length - 1];
    begun = bytes.subarray(last, last + LONGEST_LINE);
  }
  if (begun.length > 0) yield { first, bytes: begun, begins: [0, begun.length + 1] };
}

/** In bytes: too long for a position, whatever its characters. */
const LONGEST_LINE = 4 * LONGEST_TEXT + 4;
