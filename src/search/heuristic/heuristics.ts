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

/** Returns the heuristic of this name for a goal of the board. */
export function heuristicFor(name: HeuristicName, board: Board, goal: Position): Heuristic {
  return MAKERS[name](board, goal);
}
