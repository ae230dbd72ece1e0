/** Paths of positions. */

import { neighbour } from '../../spaces/board/board.js';
import { parseMoves } from '../../spaces/board/moves-text.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { SearchProblem } from '../question/question.js';
import type { Path } from '../question/result.js';

/**
 * Returns the path that the blank's moves make from the start of a problem.
 * @param text moves that can be made, such as `rru`, or in the metric `multi` `r2u1`
 */
export function positionPath({ board, start, metric }: Omit<SearchProblem, 'goal'>, text: string): Path<Position> {
  const moves: string[] = [];
  const states: Position[] = [start];
  let position = start.slice();
  let blank = start.indexOf(BLANK);
  for (const { direction, count } of parseMoves(text)) {
    position = position.slice();
    for (let tile = 0; tile < count; tile++) {
      const next = neighbour(board, blank, direction);
      position[blank] = position[next];
      position[next] = BLANK;
      blank = next;
    }
    moves.push(metric === 'single' ? direction : `${direction}${count}`);
    states.push(position);
  }
  return { moves, states };
}
