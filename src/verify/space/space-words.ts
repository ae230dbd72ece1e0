/** Compares the words of a space's table with what a replay found. */

import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import { describeState } from '../../space/space-text.js';
import { BITS, type Encoding } from '../../table/contents.js';
import type { Extent } from '../../table/files/container.js';
import type { InputFile } from '../table/input-file.js';
import type { TableFault, TableFaults } from '../table/table-faults.js';
import type { SpaceReplayMemory } from './space-replay-memory.js';

/** The code of every state, and the bits after the last one. */
export async function compareSpaceWords(
  file: InputFile,
  words: Extent,
  space: NumberedSpace,
  replay: SpaceReplayMemory,
  faults: TableFaults,
  onCompared: (bytes: number) => void,
): Promise<void> {
  const { values, encoding } = replay;
  const perByte = 8 / BITS[encoding];
  for await (const { begin, piece } of file.pieces(words.offset, words.bytes)) {
    const expected = values.subarray(begin, begin + piece.length);
    if (!piece.equals(expected)) {
      // As many whole values as there are in a piece: its length is a multiple of every value's.
      const first = begin * perByte;
      for (let index = 0; index < piece.length * perByte; index++) {
        const found = valueAt(piece, index, encoding);
        const value = valueAt(expected, index, encoding);
        if (found !== value) faults.add(() => wordFault(space, replay, first + index, found, value));
      }
    }
    onCompared(begin + piece.length);
  }
}

/** A state's code: 2 bits of a byte, or some bytes, the lowest first. */
function valueAt(bytes: Uint8Array, index: number, encoding: Encoding): number {
  if (encoding === 'mod3') return (bytes[Math.floor(index / 4)] >> (2 * (index % 4))) & 3;
  const length = BITS[encoding] / 8;
  let value = 0;
  for (let byte = length - 1; byte >= 0; byte--) value = value * 256 + bytes[index * length + byte];
  return value;
}

function wordFault(
  space: NumberedSpace,
  replay: SpaceReplayMemory,
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

/** @returns undefined where the replay did not reach the state */
function distanceOf(space: NumberedSpace, { values, encoding }: SpaceReplayMemory, number: number): number | undefined {
  const code = valueAt(values, number, encoding);
  if (encoding !== 'mod3') return code === 2 ** BITS[encoding] - 1 ? undefined : code;
  if (code === 0) return undefined;
  // Down to a start: the nearer ones have one less, mod 3.
  const starts = new Set(space.starts);
  const next = newNeighbours(space);
  let steps = 0;
  for (let state = number; !starts.has(state); steps++) {
    const nearer = ((valueAt(values, state, encoding) + 1) % 3) + 1;
    writeNeighbours(space, state, next);
    const to = next.find((each) => each !== NO_STATE && valueAt(values, each, encoding) === nearer);
    // Where moves cannot be undone, although the space says so.
    if (to === undefined) return undefined;
    state = to;
  }
  return steps;
}
