/**
 * The Tower of Hanoi with any number of pegs: a disc moves to another peg on which no smaller disc lies.
 *
 * Since the discs of a peg always lie in order of size, a state is no more than the peg of each disc. They are the digits
 * of the state's number in base PEGS, the smallest disc the last digit; the text of a state writes the same digits as
 * letters, peg A for 0. Example: with 3 pegs, AACB is 0*27 + 0*9 + 2*3 + 1 = 7: the smallest disc on B, the next one on C, the two
 * largest on A.
 *
 * Read from the smallest disc on, the first disc found on a peg is its top; it can go to just those pegs on which none has
 * been found yet. So the moves are found in order of size, and once all pegs but one have been seen there are no more.
 *
 * Source: E. Lucas (as N. Claus), "La Tour d'Hanoi" (1883); the states are those of A. M. Hinz, S. Klavzar and C. Petr,
 * "The Tower of Hanoi - Myths and Maths", 2nd edition (2018), chapters 2 and 5.
 */

import { InputError } from '../board/input-error.js';
import { NO_STATE, type StateSpace } from '../space/state-space.js';
import { excerpt } from '../text/excerpt.js';
import { checkParameter } from './parameter.js';

const LEAST_PEGS = 3;
const MOST_PEGS = 9;
/** More than 2^53 states have no exact numbers. */
const MOST_BITS = 53;

const PEG_NAMES = 'ABCDEFGHI';

/**
 * All discs start on peg A.
 * @param pegs 3 to 9
 * @param discs 1 or more, with pegs^discs < 2^53: up to 33 on 3 pegs, 26 on 4, 16 on 9
 * @throws InputError where they are out of range
 */
export function hanoi(pegs: number, discs: number): StateSpace {
  checkParameter('hanoi:PEGS,DISCS', 'PEGS', pegs, LEAST_PEGS, MOST_PEGS);
  const mostDiscs = Math.floor(MOST_BITS / Math.log2(pegs));
  checkParameter('hanoi:PEGS,DISCS', `DISCS of ${pegs} pegs`, discs, 1, mostDiscs);

  const letters = PEG_NAMES.slice(0, pegs);
  const pairs = [...letters].flatMap((from) => [...letters].filter((to) => to !== from).map((to) => from + to));
  /** [from * pegs + to] -> index of the move. */
  const moveOf = new Int32Array(pegs * pegs);
  for (const [move, pair] of pairs.entries()) {
    moveOf[letters.indexOf(pair[0]) * pegs + letters.indexOf(pair[1])] = move;
  }
  const weights = Float64Array.from({ length: discs }, (_, disc) => pegs ** disc);
  const moves = pairs.length;

  return {
    name: `hanoi:${pegs},${discs}`,
    size: pegs ** discs,
    starts: [0],
    moves: pairs,
    reversible: true,

    neighbours(state, next) {
      for (let move = 0; move < moves; move++) next[move] = NO_STATE;
      let free = (1 << pegs) - 1;
      let rest = state;
      for (let disc = 0; disc < discs; disc++) {
        const upper = Math.floor(rest / pegs);
        const from = rest - upper * pegs;
        rest = upper;
        if ((free & (1 << from)) === 0) continue;
        free ^= 1 << from;
        if (free === 0) return;
        const weight = weights[disc];
        const row = from * pegs;
        for (let to = 0; to < pegs; to++) {
          if ((free & (1 << to)) !== 0) next[moveOf[row + to]] = state + (to - from) * weight;
        }
      }
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
