/** The goal, small, beside the board. */

import type { SpaceAnswer } from '../../serve/answers.js';
import { SmallBoard } from '../board/small-board.js';
import { tilesOf } from '../tiles/board-shape.js';

export function GoalPicture({ space }: { readonly space: SpaceAnswer }) {
  const { board, goal } = space;
  const tiles = board && tilesOf(goal, board);
  if (!board || !tiles) return null;
  return (
    <figure class="goal-picture" style={{ '--rows': board.rows, '--columns': board.columns }}>
      <SmallBoard board={board} tiles={tiles} name={`Goal: ${goal}`} goal={goal} />
      <figcaption aria-hidden="true">Goal</figcaption>
    </figure>
  );
}
