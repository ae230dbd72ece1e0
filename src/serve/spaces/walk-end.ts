/** Ends of random walks on a board. */

import { type Board, DIRECTIONS, type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { RandomSource } from '../samples/random-source.js';

/** Returns the end of a walk that undoes a move only in a dead end. All other moves are equally likely at each step. */
export function walkEnd(board: Board, from: Position, steps: number, random: RandomSource): Position {
  const position = [...from];
  let blank = position.indexOf(BLANK);
  let back: Direction | undefined;
  for (let step = 0; step < steps; step++) {
    const possible = DIRECTIONS.filter((move) => neighbour(board, blank, move) >= 0);
    const onward = possible.filter((move) => move !== back);
    const choice = onward.length > 0 ? onward : possible;
    const move = choice[random.below(choice.length)];
    const cell = neighbour(board, blank, move);
    position[blank] = position[cell];
    position[cell] = BLANK;
    blank = cell;
    back = OPPOSITE[move];
  }
  return position;
}
