/** Compares the words of a table, the codes of all states, with a replay. */

import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import { describeState } from '../../space/space-text.js';
import { BITS, type Encoding } from '../../table/contents/contents.js';
import type { TableFault, TableFaults } from '../file/table-faults.js';
import type { WordsPiece } from '../referee/table-referee.js';
import type { StatesReplay } from './replay-memory.js';

/** Adds a fault for each wrong code of a piece, including the unused bits after the last state. */
export function compareStatesWords(
  space: NumberedSpace,
  replay: StatesReplay,
  { begin, bytes }: WordsPiece,
  faults: TableFaults,
): void {
  const { values, encoding } = replay;
  const expected = values.subarray(begin, begin + bytes.length);
  if (bytes.equals(expected)) return;
  // A piece holds whole values: its length is a multiple of every value's.
  const perByte = 8 / BITS[encoding];
  const first = begin * perByte;
  for (let index = 0; index < bytes.length * perByte; index++) {
    const found = valueAt(bytes, index, encoding);
    const value = valueAt(expected, index, encoding);
    if (found !== value) faults.add(() => wordFault(space, replay, first + index, found, value));
  }
}

/** Returns the code of a state: 2 bits of a byte, or some bytes, the lowest first. */
function valueAt(bytes: Uint8Array, index: number, encoding: Encoding): number {
  if (encoding === 'mod3') return (bytes[Math.floor(index / 4)] >> (2 * (index % 4))) & 3;
  const length = BITS[encoding] / 8;
  let value = 0;
  for (let byte = length - 1; byte >= 0; byte--) value = value * 256 + bytes[index * length + byte];
  return value;
}

function wordFault(
  space: NumberedSpace,
  replay: StatesReplay,
  number: number,
  found: number,
  expected: number,
): TableFault {
  const fault = { part: 'words', found, expected, number } as const;
  if (number >= space.size) {
    return { ...fault, message: `code ${number}, which stands for no state, is ${found}, expected ${expected}` };
  }
  const state = describeState(space, number);
  const distance = distanceOf(space, replay, number);
  const known = distance === undefined ? 'not reached' : `distance ${distance}`;
  return {
    ...fault,
    message: `the code of ${state}, ${known}, is ${found}, expected ${expected}`,
    state: space.format(number),
    ...(distance !== undefined && { distance }),
  };
}

/** Returns the distance of a state by the replay, undefined if it was not reached. */
function distanceOf(space: NumberedSpace, { values, encoding }: StatesReplay, number: number): number | undefined {
  const code = valueAt(values, number, encoding);
  if (encoding !== 'mod3') return code === 2 ** BITS[encoding] - 1 ? undefined : code;
  if (code === 0) return undefined;
  // Counts the steps down to a start: a nearer neighbour has one less, mod 3.
  const starts = new Set(space.starts);
  const next = newNeighbours(space);
  let steps = 0;
  for (let state = number; !starts.has(state); steps++) {
    const nearer = ((valueAt(values, state, encoding) + 1) % 3) + 1;
    writeNeighbours(space, state, next);
    const to = next.find((each) => each !== NO_STATE && valueAt(values, each, encoding) === nearer);
    // A space may claim wrongly that its moves can be undone.
    if (to === undefined) return undefined;
    state = to;
  }
  return steps;
}
