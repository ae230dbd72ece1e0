/** Positions for queries. */

import { makeBoard } from '../src/spaces/board/board.js';
import { geometryOf, positionOf, STATES_PER_WORD } from '../src/spaces/board/numbering.js';
import { orderedPosition, type Position } from '../src/spaces/board/position.js';

/** Returns positions spread evenly over the states of a board. */
export function spreadPositions(rowCount: number, columns: number, count: number): Position[] {
  const board = makeBoard(rowCount, columns);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  return Array.from({ length: count }, (_, index) => {
    const state = Math.floor((index * geometry.states) / count);
    const arrangement = state % geometry.arrangements;
    const bit = arrangement % STATES_PER_WORD;
    const cell = Math.floor(state / geometry.arrangements);
    return positionOf(geometry, goal, { cell, word: (arrangement - bit) / STATES_PER_WORD, bit });
  });
}
