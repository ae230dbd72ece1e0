/** The addresses of states' bits in the table of a pattern, by docs/explanations/patterns.md alone. */

/** Arrangements per 128 bits. */
const ARRANGEMENTS = 120;
const BITS = 128;
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
  return BITS * Math.ceil(arrangements / ARRANGEMENTS);
}

/** Returns the index of a state's bit in a bitset. */
export function bitOfState({ arrangements }: PatternBits, state: number): number {
  const arrangement = state % arrangements;
  const placement = (state - arrangement) / arrangements;
  const low = arrangement % ARRANGEMENTS;
  const vector = (arrangement - low) / ARRANGEMENTS;
  // The last of the digits x y z w is the lane. The others give the bit in the lane: (x * 4 + y) * 3 + z.
  return placement * bitsOfPlacement(arrangements) + vector * BITS + (low % 2) * LANE_BITS + Math.floor(low / 2);
}

/** Returns the state of a bit in a bitset; undefined if the bit belongs to no state. */
export function stateOfBit({ arrangements }: PatternBits, bit: number): number | undefined {
  const inPlacement = bit % bitsOfPlacement(arrangements);
  const placement = (bit - inPlacement) / bitsOfPlacement(arrangements);
  const inVector = inPlacement % BITS;
  const low = 2 * (inVector % LANE_BITS) + Math.floor(inVector / LANE_BITS);
  const arrangement = ((inPlacement - inVector) / BITS) * ARRANGEMENTS + low;
  return low < ARRANGEMENTS && arrangement < arrangements ? placement * arrangements + arrangement : undefined;
}
