/** The heuristics by their names. */

import type { Board } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import type { Heuristic, HeuristicName } from './heuristic.js';
import { linearConflict } from './linear-conflict.js';
import { manhattan } from './manhattan.js';
import { misplaced } from './misplaced.js';

const MAKERS: Readonly<Record<HeuristicName, (board: Board, goal: Position) => Heuristic>> = {
  misplaced,
  manhattan,
  'linear-conflict': linearConflict,
};

/**
 * Returns a heuristic of boards in the metric `single`.
 * @param goal position of the board, to which the heuristic estimates the distance
 * @example
 * ```ts
 * import { heuristicFor, orderedPosition, parseBoard, parsePosition } from 'antipode';
 *
 * const board = parseBoard('3x3');
 * const manhattan = heuristicFor('manhattan', board, orderedPosition(board));
 * console.log(manhattan.estimate(parsePosition('8 6 7 2 5 4 3 x 1', board))); // 21
 * ```
 */
export function heuristicFor(name: HeuristicName, board: Board, goal: Position): Heuristic {
  return MAKERS[name](board, goal);
}
