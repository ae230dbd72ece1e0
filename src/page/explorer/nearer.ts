/** The optimal moves of the state that is shown: those that lead to a distance of one less. */

import type { MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { settled, type View } from './view.js';

/** null while they are not known; none if distances are counted from a start. */
export function nearerMoves(view: View, { directed }: SpaceAnswer): readonly MoveAnswer[] | null {
  const answer = settled(view);
  if (answer === null) return null;
  const { distance } = answer;
  if (distance === null || directed) return [];
  return answer.moves.filter((move) => move.distance === distance - 1);
}
