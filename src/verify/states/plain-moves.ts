/**
 * The check's own moves of permutation puzzles: on the points of a state, one state at a time.
 *
 * If states are ranked, the check uses its own ranks: see plain-ranks.ts. No other numbering is trusted. The number of
 * every state that a move leads to is converted back to a state, which must be the same one. The same holds for the
 * solved state. A number converts to only one state, so no two reached states can share a number.
 */

import type { NumberedSpace } from '../../space/space.js';
import { plainRanks } from './plain-ranks.js';

/**
 * Returns a permutation puzzle with the check's own moves, and any other space unchanged.
 * @throws Error if the number of the solved state belongs to another state; `neighbours` of the space throws for other states
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

  /** Returns the number of a state. @throws Error if another state has the same number */
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
