/**
 * The Tower of Hanoi with any number of pegs: a disc moves to another peg that holds no smaller disc.
 *
 * The discs of a peg are always in order of size, so the peg of each disc determines the state. The pegs are the digits of the state's
 * number in base PEGS, with the smallest disc as the last digit. The text of a state has the same digits as letters, peg A for 0.
 * Example: with 3 pegs, AACB is 0*27 + 0*9 + 2*3 + 1 = 7: the smallest disc is on B, the next one on C, and the two largest on A.
 *
 * Read from the smallest disc on, the first disc found on a peg is its top. It can move exactly to the pegs on which no disc has been
 * found yet. So a table of the last few digits gives all moves of the top discs among them. Only moves between pegs without any of these
 * discs need further digits.
 *
 * Source: E. Lucas (as N. Claus), "La Tour d'Hanoi" (1883); the states are those of A. M. Hinz, S. Klavzar and C. Petr,
 * "The Tower of Hanoi - Myths and Maths", 2nd edition (2018), chapters 2 and 5.
 */

import { excerpt, InputError } from '../../base/text.js';
import { NO_STATE, type SpaceDefinition } from '../../space/definition.js';

const PEG_NAMES = 'ABCDEFGHI';

/** Maximum number of entries, of 4 bytes each: the table has to stay in a processor's cache. */
const LARGEST_TABLE = 1 << 16;

/**
 * Returns the Tower of Hanoi. All discs start on peg A. Move `AB` takes the top disc of A to B.
 * @param pegs 3 to 9
 * @param discs 1 or more, with pegs^discs < 2^53: up to 33 on 3 pegs, 26 on 4, 16 on 9
 */
export function hanoi(pegs: number, discs: number): SpaceDefinition {
  const letters = PEG_NAMES.slice(0, pegs);
  const { lowStates, lowDiscs, after: lowAfter, bare: bareOf } = lowTable(pegs, discs);
  const moves = pegs * (pegs - 1);

  return {
    name: `hanoi:${pegs},${discs}`,
    size: pegs ** discs,
    starts: [0],
    moves: [...letters].flatMap((from) => [...letters].filter((to) => to !== from).map((to) => from + to)),
    reversible: true,

    neighbours(state, next) {
      const upper = Math.floor(state / lowStates);
      const low = state - upper * lowStates;
      const base = state - low;
      const row = low * moves;
      for (let move = 0; move < moves; move++) {
        const after = lowAfter[row + move];
        // base + after, or -1, without a branch, which could not be predicted: 51 ns instead of 97 for a state of 4,10.
        next[move] = base * (1 + (after >> 31)) + after;
      }
      const bare = bareOf[low];
      if (!isOne(bare)) writeTopMoves(pegs, state, upper, lowDiscs, discs - lowDiscs, bare, next);
    },

    format(state) {
      let text = '';
      let rest = state;
      for (let disc = 0; disc < discs; disc++) {
        text = letters[rest % pegs] + text;
        rest = Math.floor(rest / pegs);
      }
      return text;
    },

    parse(text) {
      const digits = [...text.trim().toUpperCase()].map((letter) => letters.indexOf(letter));
      if (digits.length !== discs || digits.includes(-1)) {
        throw new InputError(
          `a state of hanoi:${pegs},${discs} is the pegs of the ${discs} discs from the largest to the smallest, as letters A to ${letters[pegs - 1]} written together; found '${excerpt(text)}'`,
        );
      }
      return digits.reduce((state, peg) => state * pegs + peg, 0);
    },
  };
}

/** Returns the moves that the smallest discs determine, and the number of these discs. */
function lowTable(pegs: number, discs: number) {
  const moves = pegs * (pegs - 1);
  const lowDiscs = Math.min(discs, Math.floor(Math.log(LARGEST_TABLE / moves) / Math.log(pegs)));
  const lowStates = pegs ** lowDiscs;
  /** [digits of these discs * moves + move]: their digits after the move, or -1. */
  const after = new Int32Array(lowStates * moves);
  /** [digits of these discs]: bits of the pegs without any of them. */
  const bare = new Uint16Array(lowStates);
  const next = new Float64Array(moves);
  for (let low = 0; low < lowStates; low++) {
    next.fill(NO_STATE);
    bare[low] = writeTopMoves(pegs, low, low, 0, lowDiscs, (1 << pegs) - 1, next);
    after.set(next, low * moves);
  }
  return { lowDiscs, lowStates, after, bare };
}

/**
 * Writes the moves of some discs between bare pegs.
 * @param digits pegs of these discs, in base `pegs`
 * @param first the smallest of them
 * @param count number of these discs
 * @param bare bits of the pegs without any smaller disc
 * @returns bits of the pegs that hold none of these discs either
 */
function writeTopMoves(
  pegs: number,
  state: number,
  digits: number,
  first: number,
  count: number,
  bare: number,
  next: Float64Array,
): number {
  let left = bare;
  let rest = digits;
  let weight = pegs ** first;
  for (let disc = 0; disc < count && !isOne(left); disc++) {
    const upper = Math.floor(rest / pegs);
    const from = rest - upper * pegs;
    rest = upper;
    if ((left & (1 << from)) !== 0) {
      left ^= 1 << from;
      const row = from * (pegs - 1);
      for (let to = 0; to < pegs; to++) {
        // Moves are in the order of `from`, then `to`, which skips `from` itself.
        if ((left & (1 << to)) !== 0) next[row + to - (to > from ? 1 : 0)] = state + (to - from) * weight;
      }
    }
    weight *= pegs;
  }
  return left;
}

/** Returns whether at most one bit is set. */
function isOne(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}
