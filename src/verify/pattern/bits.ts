/** The address of a state's bit in the table of a pattern, by docs/explanations/patterns.md alone. */

/** Arrangements in 128 bits. */
const ARRANGEMENTS = 120;
const BITS = 128;
const LANE_BITS = 64;

/** The bits of a pattern's table. Plain data. */
export interface PatternBits {
  /** k! */
  readonly arrangements: number;
  /** Bytes of a bit for each state. */
  readonly bitsetBytes: number;
  /** True if the bits of all states are followed by a second one each: 1 for the reached ones. */
  readonly showsReached: boolean;
}

/** Returns the bits of a table. @param size number of states */
export function patternBits(size: number, tiles: number, showsReached: boolean): PatternBits {
  let arrangements = 1;
  for (let k = 2; k <= tiles; k++) arrangements *= k;
  const bitsetBytes = ((size / arrangements) * bitsOfPlacement(arrangements)) / 8;
  return { arrangements, bitsetBytes, showsReached };
}

function bitsOfPlacement(arrangements: number): number {
  return BITS * Math.ceil(arrangements / ARRANGEMENTS);
}

/** Returns the bit of a state, counted from the first one of a bitset. */
export function bitOfState({ arrangements }: PatternBits, state: number): number {
  const arrangement = state % arrangements;
  const placement = (state - arrangement) / arrangements;
  const low = arrangement % ARRANGEMENTS;
  const vector = (arrangement - low) / ARRANGEMENTS;
  // Of the digits x y z w, the last is the lane, and the others are in its bits as they are in the number: (x * 4 + y) * 3 + z.
  return placement * bitsOfPlacement(arrangements) + vector * BITS + (low % 2) * LANE_BITS + Math.floor(low / 2);
}

/** Returns the state of a bit of a bitset, undefined if the bit is that of no state. */
export function stateOfBit({ arrangements }: PatternBits, bit: number): number | undefined {
  const inPlacement = bit % bitsOfPlacement(arrangements);
  const placement = (bit - inPlacement) / bitsOfPlacement(arrangements);
  const inVector = inPlacement % BITS;
  const low = 2 * (inVector % LANE_BITS) + Math.floor(inVector / LANE_BITS);
  const arrangement = ((inPlacement - inVector) / BITS) * ARRANGEMENTS + low;
  return low < ARRANGEMENTS && arrangement < arrangements ? placement * arrangements + arrangement : undefined;
}
