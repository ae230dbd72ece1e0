/**
 * The moves of permutation puzzles as the check makes them: on the points of a state, one state at a time.
 *
 * If states are ranked, the ranks are the check's own: see plain-ranks.ts. No other numbering is trusted. The number of every state that a move
 * leads to is written as a state again, which must be the same. That of the solved state is, too. So no two reached states can have one
 * number: a number is written as one state alone.
 */

import type { NumberedSpace } from '../../space/space.js';
import { plainRanks } from './plain-ranks.js';

/**
 * Returns a space with the check's own moves if it is a permutation puzzle, others as they are.
 * @throws Error if the number of the solved state is that of another one; `neighbours` of the space throws likewise
 */
export function withPlainMoves(space: NumberedSpace): NumberedSpace {
  if (space.group === null) return space;
  const { puzzle, numbering } = space.group;
  const { points, moves, solved } = puzzle;
  const ranks = plainRanks(space.group);
  const numbers = ranks ?? numbering;
  const colouring = new Uint8Array(points);
  const moved = new Uint8Array(points);
  const written = new Uint8Array(points);

  /** Returns the number of a state, which no other state has. */
  const checkedNumber = (state: Uint8Array): number => {
    const number = numbers.numberOf(state);
    if (number < 0) throw new Error('the state that it leads to has no number');
    if (ranks !== null) return number;
    numbering.writeColouring(number, written);
    for (let point = 0; point < points; point++) {
      if (written[point] !== state[point]) throw new Error(`the number ${number} belongs to two states`);
    }
    return number;
  };

  checkedNumber(solved);
  return {
    ...space,
    starts: space.starts.map((start) => {
      numbering.writeColouring(start, colouring);
      return checkedNumber(colouring);
    }),
    neighbours(state, next) {
      numbers.writeColouring(state, colouring);
      for (const [move, images] of moves.entries()) {
        for (let point = 0; point < points; point++) moved[images[point]] = colouring[point];
        next[move] = checkedNumber(moved);
      }
    },
  };
}
