/** Facts about served spaces, with or without a table. */

import type { Space } from '../../space/space.js';
import type { SpaceAnswer } from '../answers.js';

export function gridOf({ board: view }: Space): SpaceAnswer['board'] {
  if (view === null) return null;
  const { rows, columns, squares } = view.board;
  return { rows, columns, squares };
}

/** Returns the names of the moves. A board of a single row or column has only the moves along it: the others are never possible. */
export function possibleMoves({ moves, board: view }: Space): readonly string[] {
  if (view === null) return moves;
  const { rows, columns } = view.board;
  const never = `${rows === 1 ? 'ud' : ''}${columns === 1 ? 'lr' : ''}`;
  return moves.filter((move) => !never.includes(move[0]));
}
