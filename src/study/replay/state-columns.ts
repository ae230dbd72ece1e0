/** The columns of states that are numbers: text and number. */

import type { NumberedSpace } from '../../space/space.js';
import type { Columns } from './columns.js';

/** @param field makes a text a field of a format; by default it stays as it is */
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
