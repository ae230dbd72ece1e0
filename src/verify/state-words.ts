/** Compares a table's words, which are the codes of all states, with a replay. */

import { newNeighbours, writeNeighbours } from '../space/answers.js';
import { describeState, NO_STATE } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { BITS, type Encoding } from '../table/files/contents.js';
import type { TableFault, TableFaults } from './faults.js';
import { bitOfState, type PatternBits, stateOfBit } from './pattern-states.js';
import type { WordsPiece } from './referees.js';
import { BITS_PER_WORD, type StatesReplay } from './state-steps.js';

/** Adds a fault for each wrong code of a piece, including the unused bits after the last state. */
export function compareStatesWords(
  space: NumberedSpace,
  replay: StatesReplay,
  { begin, bytes }: WordsPiece,
  faults: TableFaults,
): void {
  const { values, codes } = replay;
  const { encoding, bits } = codes;
  const expected = values.subarray(begin, begin + bytes.length);
  if (bytes.equals(expected)) return;
  // A piece holds whole values: its length is a multiple of every value's.
  const perByte = 8 / BITS[encoding];
  const first = begin * perByte;
  for (let index = 0; index < bytes.length * perByte; index++) {
    const found = valueAt(bytes, index, encoding);
    const value = valueAt(expected, index, encoding);
    if (found === value) continue;
    const place = first + index;
    faults.add(() =>
      bits === null
        ? codeFault(space, replay, place, found, value)
        : bitFault(space, replay, bits, place, found, value),
    );
  }
}

/** Returns a code: 1 or 2 bits of a byte, or one to four bytes, the lowest first. */
function valueAt(bytes: Uint8Array, index: number, encoding: Encoding): number {
  if (encoding === 'mod4') return (bytes[Math.floor(index / 8)] >> (index % 8)) & 1;
  if (encoding === 'mod3') return (bytes[Math.floor(index / 4)] >> (2 * (index % 4))) & 3;
  const length = BITS[encoding] / 8;
  let value = 0;
  for (let byte = length - 1; byte >= 0; byte--) value = value * 256 + bytes[index * length + byte];
  return value;
}

function codeFault(
  space: NumberedSpace,
  replay: StatesReplay,
  number: number,
  found: number,
  expected: number,
): TableFault {
  const fault = { part: 'words', found, expected, number } as const;
  if (number >= space.size) {
    return { ...fault, message: `code ${number}, which belongs to no state, is ${found}, expected ${expected}` };
  }
  return { ...fault, ...stateFault(space, replay, 'code', number, found, expected) };
}

/** Returns the fault of a pattern's bit. @param place index of the bit in the section */
function bitFault(
  space: NumberedSpace,
  replay: StatesReplay,
  bits: PatternBits,
  place: number,
  found: number,
  expected: number,
): TableFault {
  const fault = { part: 'words', found, expected, bit: place } as const;
  const bitsetBits = 8 * bits.bitsetBytes;
  const number = stateOfBit(bits, place % bitsetBits);
  if (number === undefined) {
    return { ...fault, message: `bit ${place}, which belongs to no state, is ${found}, expected ${expected}` };
  }
  const name = place < bitsetBits ? 'bit' : 'reached bit';
  return { ...fault, number, ...stateFault(space, replay, name, number, found, expected) };
}

function stateFault(
  space: NumberedSpace,
  replay: StatesReplay,
  name: string,
  number: number,
  found: number,
  expected: number,
): Pick<TableFault, 'message' | 'state' | 'distance'> {
  const state = describeState(space, number);
  const distance = distanceOf(space, replay, number);
  const known = distance === undefined ? 'not reached' : `distance ${distance}`;
  return {
    message: `the ${name} of ${state}, ${known}, is ${found}, expected ${expected}`,
    state: space.format(number),
    ...(distance !== undefined && { distance }),
  };
}

/** Returns the distance of a state in the replay; undefined if the state was not reached. */
function distanceOf(
  space: NumberedSpace,
  { codes, values, visited }: StatesReplay,
  number: number,
): number | undefined {
  const { encoding, bits } = codes;
  if ((visited[Math.floor(number / BITS_PER_WORD)] & (1 << (number & 31))) === 0) return undefined;
  if (bits !== null) {
    const bitOf = (state: number) => valueAt(values, bitOfState(bits, state), encoding);
    // The table does not hold the parity. With the wrong one, steps lead away from the start until none leads further.
    const steps = (parity: number) =>
      stepsDown(space, number, 4, (state, step) => 2 * bitOf(state) + ((parity + step) & 1));
    return steps(0) ?? steps(1);
  }
  const codeOf = (state: number) => valueAt(values, state, encoding);
  return encoding === 'mod3' ? stepsDown(space, number, 3, (state) => codeOf(state) - 1) : codeOf(number);
}

/**
 * Counts the steps down to a start. Each step leads to a neighbour whose depth is one less, according to the remainders.
 * @param remainderOf returns the remainder of a state that is met after `step` steps; below 0 if it is not reached
 * @returns undefined if no steps lead to a start, because the space wrongly claims that its moves can be undone
 */
function stepsDown(
  space: NumberedSpace,
  number: number,
  modulus: number,
  remainderOf: (state: number, step: number) => number,
): number | undefined {
  const starts = new Set(space.starts);
  const next = newNeighbours(space);
  let steps = 0;
  for (let state = number; !starts.has(state); steps++) {
    const nearer = (remainderOf(state, steps) + modulus - 1) % modulus;
    writeNeighbours(space, state, next);
    const to = next.find((each) => each !== NO_STATE && remainderOf(each, steps + 1) === nearer);
    if (to === undefined) return undefined;
    state = to;
  }
  return steps;
}
