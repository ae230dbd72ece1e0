/** The reason why a state is unsolvable, shown instead of searches that would find nothing. */

import './unsolvable.css';
import type { SpaceAnswer } from '../../../serve/answers.js';
import type { View } from '../../explorer/view.js';
import { wordsFor } from '../../explorer/words.js';
import { tilesOf } from '../../tiles/board-shape.js';
import { parityOf, whyUnsolvable } from './parity.js';

export function Unsolvable({ reason }: { readonly reason: string }) {
  return <p class="reason">{reason}</p>;
}

/** Returns the reason why a state is unsolvable; null if it may be solvable. A board's parity is known before the server's answer. */
export function unsolvableReason({ state, distance }: View, space: SpaceAnswer): string | null {
  const { board, goal } = space;
  const tiles = board && tilesOf(state, board);
  const goalTiles = board && tilesOf(goal, board);
  if (!board || !tiles || !goalTiles)
    return distance === null ? `${wordsFor(space).unreachable}: there is nothing to find.` : null;
  const parity = parityOf(board, tiles, goalTiles);
  return parity.agrees && distance !== null ? null : whyUnsolvable(parity);
}
