/** The places of the states' codes in a table, by docs/reference/table-format.md and docs/explanations/patterns.md alone. */

import { BITS, type Encoding } from '../table/contents.js';

/** States per word of a bitset. */
export const BITS_PER_WORD = 32;

/** Returns the number of words in a bitset of states. */
export function bitsetWords(size: number): number {
  return Math.ceil(size / BITS_PER_WORD);
}

/** Layout of the codes that a table must hold; plain data. */
export interface Codes {
  /** Number of numbers of states. */
  readonly size: number;
  readonly encoding: Encoding;
  /**
   * Parities of the distances for each cell of a board's blank, null if they have both. Each cell has a section: a bit for each of its
   * numbers, or two bits, the first bits of all its numbers before the second ones. Null in tables with one section.
   */
  readonly parities: readonly (number | null)[] | null;
  /** Layout of a pattern's bits; null in other tables. */
  readonly bits: PatternBits | null;
  /** Bytes of all codes, section by section. */
  readonly bytes: number;
}

/** Returns the code of a depth. */
export function encodedDepth(encoding: Encoding, depth: number): number {
  if (encoding === 'mod4') return (depth >> 1) & 1;
  return encoding.startsWith('mod3') ? 1 + (depth % 3) : depth;
}

/** Returns the bits that a table has at a time: a code, or a bit of the code of a board's state. */
export function bitsAtATime({ encoding }: Codes): number {
  return encoding === 'mod3-planes' ? 1 : BITS[encoding];
}

/** Returns `width` bits of little-endian bytes as a number, counted in units of this width. */
export function unitAt(bytes: Uint8Array, index: number, width: number): number {
  if (width < 8) {
    const bit = index * width;
    return (bytes[Math.floor(bit / 8)] >> (bit % 8)) & (2 ** width - 1);
  }
  const length = width / 8;
  let value = 0;
  for (let byte = length - 1; byte >= 0; byte--) value = value * 256 + bytes[index * length + byte];
  return value;
}

/** Returns the index of a bit of a state's code. */
function bitOfCode({ size, encoding, parities, bits }: Codes, state: number, digit: number): number {
  if (bits !== null) return bitOfState(bits, state);
  if (parities === null) return state * BITS[encoding] + digit;
  const ofCell = size / parities.length;
  return state + (Math.floor(state / ofCell) * (BITS[encoding] - 1) + digit) * ofCell;
}

/** Returns the code of a state. */
export function codeOfState(codes: Codes, bytes: Uint8Array, state: number): number {
  let code = 0;
  for (let digit = 0; digit < BITS[codes.encoding]; digit++) {
    code += unitAt(bytes, bitOfCode(codes, state, digit), 1) * 2 ** digit;
  }
  return code;
}

/**
 * Writes the code of a state that has none yet. States that share a byte are in the same word of a bitset, so they belong to the same
 * worker. This does not hold for patterns, so their bits are written atomically.
 */
export function writeCode(codes: Codes, bytes: Uint8Array, state: number, code: number): void {
  const { encoding, bits } = codes;
  if (bits !== null) {
    const bit = bitOfState(bits, state);
    const byte = Math.floor(bit / 8);
    if (code === 1) Atomics.or(bytes, byte, 1 << (bit % 8));
    if (bits.showsReached) Atomics.or(bytes, bits.bitsetBytes + byte, 1 << (bit % 8));
    return;
  }
  const width = BITS[encoding];
  if (width >= 8) {
    const first = (state * width) / 8;
    for (let byte = 0; byte < width / 8; byte++) bytes[first + byte] = (code >>> (8 * byte)) & 0xff;
    return;
  }
  for (let digit = 0; digit < width; digit++) {
    if (((code >> digit) & 1) === 0) continue;
    const bit = bitOfCode(codes, state, digit);
    bytes[Math.floor(bit / 8)] |= 1 << (bit % 8);
  }
}

/** Arrangements per 128 bits. */
const ARRANGEMENTS = 120;
const BITS_OF_VECTOR = 128;
const LANE_BITS = 64;

/** Layout of the bits in a pattern's table; plain data. */
export interface PatternBits {
  /** Number of arrangements of the k tiles, k! */
  readonly arrangements: number;
  /** Bytes of a bitset with one bit per state. */
  readonly bitsetBytes: number;
  /** True if a second bitset follows, which shows the reached states. */
  readonly showsReached: boolean;
}

/** Returns the layout of a table's bits. @param size number of states */
export function patternBits(size: number, tiles: number, showsReached: boolean): PatternBits {
  let arrangements = 1;
  for (let k = 2; k <= tiles; k++) arrangements *= k;
  const bitsetBytes = ((size / arrangements) * bitsOfPlacement(arrangements)) / 8;
  return { arrangements, bitsetBytes, showsReached };
}

function bitsOfPlacement(arrangements: number): number {
  return BITS_OF_VECTOR * Math.ceil(arrangements / ARRANGEMENTS);
}

/** Returns the index of a state's bit in a bitset. */
export function bitOfState({ arrangements }: PatternBits, state: number): number {
  const arrangement = state % arrangements;
  const placement = (state - arrangement) / arrangements;
  const low = arrangement % ARRANGEMENTS;
  const vector = (arrangement - low) / ARRANGEMENTS;
  // The last of the digits x y z w is the lane. The others give the bit in the lane: (x * 4 + y) * 3 + z.
  return (
    placement * bitsOfPlacement(arrangements) + vector * BITS_OF_VECTOR + (low % 2) * LANE_BITS + Math.floor(low / 2)
  );
}

/** Returns the state of a bit in a bitset; undefined if the bit belongs to no state. */
export function stateOfBit({ arrangements }: PatternBits, bit: number): number | undefined {
  const inPlacement = bit % bitsOfPlacement(arrangements);
  const placement = (bit - inPlacement) / bitsOfPlacement(arrangements);
  const inVector = inPlacement % BITS_OF_VECTOR;
  const low = 2 * (inVector % LANE_BITS) + Math.floor(inVector / LANE_BITS);
  const arrangement = ((inPlacement - inVector) / BITS_OF_VECTOR) * ARRANGEMENTS + low;
  return low < ARRANGEMENTS && arrangement < arrangements ? placement * arrangements + arrangement : undefined;
}
