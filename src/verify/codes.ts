/** The places of the states' codes in a table, by docs/reference/table-format.md and docs/explanations/patterns.md alone. */

/** The encodings of docs/reference/table-format.md. */
type CodeEncoding = 'mod4' | 'mod3-planes' | 'mod3' | 'depth8' | 'depth16' | 'depth32';

/** States per word of a bitset. */
export const BITS_PER_WORD = 32;

/** Layout of the codes that a table must hold; plain data. */
export interface Codes {
  /** Number of numbers of states. */
  readonly size: number;
  readonly encoding: CodeEncoding;
  /** Bits of a board: the cells that its table has a section for. Every number is the place of a bit in a plane. */
  readonly cells: readonly CodedCell[] | null;
  /** Layout of a pattern's bits; null in other tables. */
  readonly bits: PatternBits | null;
  /** Bytes of all codes. */
  readonly bytes: number;
}

/** A cell of a board's blank. */
interface CodedCell {
  /** The parity of its states' distances; null if they have both. */
  readonly parity: number | null;
}

/** Returns the number of words in a bitset of states. */
export function bitsetWords(size: number): number {
  return Math.ceil(size / BITS_PER_WORD);
}

/** Returns the number of planes of a board's bits. */
export function planeCount({ encoding }: Pick<Codes, 'encoding'>): number {
  return encoding === 'mod4' ? 1 : 2;
}

/**
 * Returns the planes in which the states of a depth have a bit: with one plane, if floor(depth / 2) is odd; with two, the bits
 * of 1 + depth mod 3.
 */
export function planesAt(codes: Codes, depth: number): number[] {
  if (planeCount(codes) === 1) return (depth & 2) !== 0 ? [0] : [];
  return [[0], [1], [0, 1]][depth % 3];
}

/** Returns the bytes of a whole depth. */
export function bytesOfDepth(encoding: CodeEncoding): number {
  if (encoding === 'depth8') return 1;
  return encoding === 'depth16' ? 2 : 4;
}

/** Returns a code: 1 or 2 bits of a byte, or one to four bytes, the lowest first. */
export function codeAt(bytes: Uint8Array, index: number, encoding: CodeEncoding): number {
  if (encoding === 'mod4') return (bytes[Math.floor(index / 8)] >> (index % 8)) & 1;
  if (encoding === 'mod3') return (bytes[Math.floor(index / 4)] >> (2 * (index % 4))) & 3;
  const length = bytesOfDepth(encoding);
  let value = 0;
  for (let byte = length - 1; byte >= 0; byte--) value = value * 256 + bytes[index * length + byte];
  return value;
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
