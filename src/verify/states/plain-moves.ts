/**
 * The moves of permutation puzzles as the check makes them: on the points of a state, one state at a time. Of the numbering it takes what
 * docs/groups.md says, that each number is one state: every number that is asked for is written as a state, and has to come back.
 */

import type { NumberedSpace } from '../../space/space.js';

/** Returns a space with the check's own moves if it is a permutation puzzle, others as they are. */
export function withPlainMoves(space: NumberedSpace): NumberedSpace {
  if (space.group === null) return space;
  const { puzzle, numbering } = space.group;
  const { points, moves } = puzzle;
  const colouring = new Uint8Array(points);
  const moved = new Uint8Array(points);
  return {
    ...space,
    neighbours(state, next) {
      numbering.writeColouring(state, colouring);
      const back = numbering.numberOf(colouring);
      if (back !== state) throw new Error(`its colouring has the number ${back}`);
      for (const [move, images] of moves.entries()) {
        for (let point = 0; point < points; point++) moved[images[point]] = colouring[point];
        const to = numbering.numberOf(moved);
        if (to < 0) throw new Error('the state that it leads to has no number');
        next[move] = to;
      }
    },
  };
}
