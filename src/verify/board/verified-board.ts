/** Describes a board and its goal for reports. */

import { formatBoard, isFull, mapOf } from '../../spaces/board/board.js';
import { formatPosition } from '../../spaces/board/position.js';
import { spaceName } from '../../spaces/board/space/board-facts.js';
import type { VerifiedSpace } from '../referee/verified-space.js';
import type { PlainBoard } from './plain-board.js';

export function verifiedBoard({ board, goal, goalCell, metric, size }: PlainBoard): VerifiedSpace {
  const goalText = formatPosition(goal);
  const name = formatBoard(board);
  const boardText = isFull(board) ? name : mapOf(board).join('/');
  return {
    source: { kind: 'board', board: boardText, metric, goal: goalText },
    name,
    fullName: spaceName(board, goalCell, metric),
    metric,
    size,
    starts: [goalText],
    board: { board, goal, metric },
  };
}
