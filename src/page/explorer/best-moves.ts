/** The best moves of the state that is shown: those that begin a shortest solution. */

import type { MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { settled, type View } from './view.js';

/** Returns null while they are not known; none if distances are counted from a start. */
export function bestMoves(view: View, { directed }: SpaceAnswer): readonly MoveAnswer[] | null {
  const answer = settled(view);
  if (answer === null) return null;
  const { distance } = answer;
  if (distance === null || directed) return [];
  return answer.moves.filter((move) => move.distance === distance - 1);
}

/** The best moves to be shown: all of them, or if hints are off, the one that was asked for. */
export function shownMoves(view: View, space: SpaceAnswer): readonly MoveAnswer[] {
  const best = bestMoves(view, space) ?? [];
  if (view.hints) return best;
  return view.hinted ? best.slice(0, 1) : [];
}
