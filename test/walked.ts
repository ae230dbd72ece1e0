/** The effect of moves, cell by cell of the blank. */

import { neighbour, parseBoard } from '#src/spaces/board/board.js';
import { parseMoves } from '#src/spaces/board/moves.js';
import { BLANK, type Position } from '#src/spaces/board/position.js';

/** Returns the position after moves. @param moves moves with counts, such as r2u1 */
export function walked(name: string, start: Position, moves: string): Position {
  const board = parseBoard(name);
  const tiles = [...start];
  for (const { direction, count } of parseMoves(moves)) {
    for (let step = 0; step < count; step++) {
      const blank = tiles.indexOf(BLANK);
      const to = neighbour(board, blank, direction);
      tiles[blank] = tiles[to];
      tiles[to] = BLANK;
    }
  }
  return tiles;
}
