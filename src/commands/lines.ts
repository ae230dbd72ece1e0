/** Lines of a stream in batches, each with its number; no line takes more memory than the longest that could be of use. */

import { StringDecoder } from 'node:string_decoder';
import { LONGEST_TEXT } from '../board/position.js';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Without its line break; of an overlong line the beginning, one character more than is allowed. */
  readonly text: string;
}

/** A batch for each piece of the stream: waiting for every single line would take longer than solving it. */
export async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<readonly Line[]> {
  const decoder = new StringDecoder('utf8');
  let number = 1;
  let begun = '';
  const extend = (part: string) => {
    if (begun.length <= LONGEST_TEXT) begun = begun === '' ? part : begun + part;
    if (begun.length > LONGEST_TEXT) begun = begun.slice(0, LONGEST_TEXT + 1);
  };
  for await (const bytes of stream) {
    const text = typeof bytes === 'string' ? bytes : decoder.write(bytes);
    const lines: Line[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      extend(text.slice(from, end));
      lines.push({ number, text: begun });
      begun = '';
      number++;
      from = end + 1;
    }
    extend(text.slice(from));
    yield lines;
  }
  if (begun !== '') yield [{ number, text: begun }];
}
