/** The best moves of the state shown: the moves that begin a shortest solution. */

import type { MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { settled, type View } from './view.js';

/** Returns the best moves: null while they are unknown, none if distances are counted from a start. */
export function bestMoves(view: View, { directed }: SpaceAnswer): readonly MoveAnswer[] | null {
  if (directed) return [];
  const answer = settled(view);
  if (answer === null) return null;
  const { distance, moves } = answer;
  if (distance === null) return [];
  return moves.filter((move) => move.distance === distance - 1);
}

/** Returns the best moves to show: all of them or, if hints are off, the requested one. */
export function shownMoves(view: View, space: SpaceAnswer): readonly MoveAnswer[] {
  const best = bestMoves(view, space) ?? [];
  if (view.hints) return best;
  return view.hinted ? best.slice(0, 1) : [];
}
