/** Which positions moves can reach from which. */

import { type Board, isLine } from './board.js';
import { BLANK, checkPosition, type Position } from './position.js';

/**
 * Whether moves lead from one position of a board to another.
 * @throws InputError where one of them is no position of the board
 */
export function isSolvable(board: Board, start: Position, goal: Position): boolean {
  checkPosition(start, board);
  checkPosition(goal, board);
  if (isLine(board)) {
    const order = (position: Position) => position.filter((tile) => tile !== BLANK).join();
    return order(start) === order(goal);
  }
  // Every move exchanges the blank with a tile: it flips the parity of the permutation of all cells, and the colour
  // of the blank's cell. The two parities stay equal, and on a board of at least 2x2 that is the only condition.
  // Source: W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", American Journal of Mathematics 2 (1879).
  const cellOfTile: number[] = [];
  for (const [cell, tile] of goal.entries()) cellOfTile[tile] = cell;
  const placed = new Uint8Array(board.cells);
  let transpositions = 0;
  for (let first = 0; first < board.cells; first++) {
    for (let cell = cellOfTile[start[first]]; placed[first] === 0 && cell !== first; cell = cellOfTile[start[cell]]) {
      placed[cell] = 1;
      transpositions++;
    }
  }
  const from = start.indexOf(BLANK);
  const to = cellOfTile[BLANK];
  const steps =
    Math.abs((from % board.columns) - (to % board.columns)) +
    Math.abs(Math.floor(from / board.columns) - Math.floor(to / board.columns));
  return (transpositions + steps) % 2 === 0;
}
