/** Paths of positions. */

import { neighbour } from '../../spaces/board/board.js';
import { parseMoves } from '../../spaces/board/moves-text.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { SearchProblem } from '../question/question.js';
import type { Path } from '../question/result.js';

/**
 * Returns the path of the blank's moves from the start of a problem.
 * @param text possible moves, such as `rru`, or `r2u1` in the metric `multi`
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
