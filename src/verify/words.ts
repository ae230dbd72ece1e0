/** Compares the codes of a table with a replay, and tells the distances of wrong ones. */

import { describeState, NO_STATE } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { BITS } from '../table/files/contents.js';
import { BITS_PER_WORD, bitOfState, codeAt, type PatternBits, planeCount, stateOfBit } from './codes.js';
import type { TableFault, TableFaults } from './faults.js';
import type { WordsPiece } from './referees.js';
import type { PlainStates, Replay } from './steps.js';

/** Adds a fault for each wrong code of a piece, including the unused bits after the last state. */
export function compareStatesWords(
  space: NumberedSpace,
  plain: PlainStates,
  replay: Replay,
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
    const found = codeAt(bytes, index, encoding);
    const value = codeAt(expected, index, encoding);
    if (found === value) continue;
    const place = first + index;
    faults.add(() =>
      bits === null
        ? codeFault(space, plain, replay, place, found, value)
        : bitFault(space, plain, replay, bits, place, found, value),
    );
  }
}

function codeFault(
  space: NumberedSpace,
  plain: PlainStates,
  replay: Replay,
  number: number,
  found: number,
  expected: number,
): TableFault {
  const fault = { part: 'words', found, expected, number } as const;
  if (number >= space.size) {
    return { ...fault, message: `code ${number}, which belongs to no state, is ${found}, expected ${expected}` };
  }
  return { ...fault, ...stateFault(space, plain, replay, 'code', number, found, expected) };
}

/** Returns the fault of a pattern's bit. @param place index of the bit in the section */
function bitFault(
  space: NumberedSpace,
  plain: PlainStates,
  replay: Replay,
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
  return { ...fault, number, ...stateFault(space, plain, replay, name, number, found, expected) };
}

function stateFault(
  space: NumberedSpace,
  plain: PlainStates,
  replay: Replay,
  name: string,
  number: number,
  found: number,
  expected: number,
): Pick<TableFault, 'message' | 'state' | 'distance'> {
  const state = describeState(space, number);
  const distance = replayedDistance(plain, replay, number);
  const known = distance === undefined ? 'not reached' : `distance ${distance}`;
  return {
    message: `the ${name} of ${state}, ${known}, is ${found}, expected ${expected}`,
    state: space.format(number),
    ...(distance !== undefined && { distance }),
  };
}

/** Returns true if the replay has reached a state. */
function isReached({ visited }: Replay, state: number): boolean {
  return (visited[Math.floor(state / BITS_PER_WORD)] & (1 << (state & 31))) !== 0;
}

/** Returns the distance of a state in the replay; undefined if the state was not reached. */
export function replayedDistance(plain: PlainStates, replay: Replay, state: number): number | undefined {
  const { codes, values } = replay;
  const { encoding, bits, cells } = codes;
  if (!isReached(replay, state)) return undefined;
  const codeOf = (each: number) => {
    if (cells !== null) return planeBits(replay, each);
    return codeAt(values, bits === null ? each : bitOfState(bits, each), encoding);
  };
  if (encoding === 'mod3') return stepsDown(plain, state, 3, (each) => codeOf(each) - 1);
  if (encoding !== 'mod4') return codeOf(state);
  // The table does not hold the parity. With the wrong one, steps lead away from the start until none leads further.
  const steps = (parity: number) =>
    stepsDown(plain, state, 4, (each, step) => 2 * codeOf(each) + ((parity + step) & 1));
  return steps(0) ?? steps(1);
}

/** Returns the bits of a board's state, that of the first plane lowest. */
function planeBits({ codes, planes, visited }: Replay, state: number): number {
  let value = 0;
  for (let plane = planeCount(codes) - 1; plane >= 0; plane--) {
    const word = plane * visited.length + Math.floor(state / BITS_PER_WORD);
    value = 2 * value + ((planes[word] >>> (state & 31)) & 1);
  }
  return value;
}

/**
 * Counts the steps down to a start. Each step leads to a neighbour whose depth is one less, according to the remainders.
 * @param remainderOf returns the remainder of a state that is met after `step` steps; below 0 if it is not reached
 * @returns undefined if no steps lead to a start, because the space wrongly claims that its moves can be undone
 */
function stepsDown(
  plain: PlainStates,
  from: number,
  modulus: number,
  remainderOf: (state: number, step: number) => number,
): number | undefined {
  const starts = new Set(plain.starts);
  const next = new Float64Array(plain.moves);
  let steps = 0;
  for (let state = from; !starts.has(state); steps++) {
    const nearer = (remainderOf(state, steps) + modulus - 1) % modulus;
    plain.neighbours(state, next);
    const to = next.find((each) => each !== NO_STATE && remainderOf(each, steps + 1) === nearer);
    if (to === undefined) return undefined;
    state = to;
  }
  return steps;
}
