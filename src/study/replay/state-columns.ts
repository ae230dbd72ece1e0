/** The columns of numbered states: text and number. */

import type { NumberedSpace } from '../../space/space.js';
import type { Columns } from './columns.js';

/** @param field converts a text to a field of a format; by default the text is unchanged */
export function stateColumns(space: NumberedSpace, field = (text: string) => text): Columns<number> {
  let text = '';
  return {
    text: {
      name: 'state',
      take(state) {
        text = field(space.format(state));
        return Buffer.byteLength(text);
      },
      write: (bytes, begin) => begin + encoder.encodeInto(text, bytes.subarray(begin)).written,
      text: () => text,
    },
    numbers: [{ name: 'number', most: space.size - 1, distinct: true, of: (state) => state }],
  };
}

const encoder = new TextEncoder();
