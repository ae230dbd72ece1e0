/** The heuristics by their names. */

import { InputError } from '../../base/input-error.js';
import { jsonExcerpt } from '../../base/text/excerpt.js';
import type { Board } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import { HEURISTICS, type Heuristic, type HeuristicName } from './heuristic.js';
import { linearConflict } from './linear-conflict.js';
import { manhattan } from './manhattan.js';
import { misplaced } from './misplaced.js';

const MAKERS = new Map<string, (board: Board, goal: Position) => Heuristic>([
  ['misplaced', misplaced],
  ['manhattan', manhattan],
  ['linear-conflict', linearConflict],
] satisfies [HeuristicName, unknown][]);

/**
 * Returns a heuristic of boards in the metric `single`.
 * @param goal position of the board, to which the heuristic estimates the distance
 * @throws InputError if there is no such heuristic
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
  const make = MAKERS.get(name);
  if (make === undefined) {
    throw new InputError(`the heuristic must be one of ${HEURISTICS.join(', ')}; found ${jsonExcerpt(name)}`);
  }
  return make(board, goal);
}
