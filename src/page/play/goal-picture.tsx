/** A small drawing of the goal beside the distance. */

import type { SpaceAnswer } from '../../serve/answers.js';
import { SmallBoard } from '../board/small-board.js';
import { StateFace } from '../faces/state-face.js';
import { tilesOf } from '../tiles/board-shape.js';

export function GoalPicture({ space }: { readonly space: SpaceAnswer }) {
  const { board, goal, face } = space;
  if (board === null) {
    // A goal drawn as cycles would be empty, and one of several goals may not be the nearest.
    if (face === null || face.kind === 'cycles' || space.goals !== 1) return null;
    return (
      <figure class="goal-picture">
        <StateFace face={face} state={goal} little />
        <figcaption>{space.directed ? 'Start' : 'Goal'}</figcaption>
      </figure>
    );
  }
  const tiles = tilesOf(goal, board);
  if (!tiles) return null;
  return (
    <figure class="goal-picture" style={{ '--rows': board.rows, '--columns': board.columns }}>
      <SmallBoard board={board} tiles={tiles} name={`Goal: ${goal}`} goal={goal} />
      <figcaption aria-hidden="true">Goal</figcaption>
    </figure>
  );
}
