/** A shortest solution, state by state. */

import type { SolutionAnswer, SpaceAnswer } from '../../serve/answers.js';

export interface SolutionPath {
  /** State before the first move, and the state after each move. All states differ. */
  readonly states: readonly string[];
  readonly moves: readonly string[];
  /** Distance of each state. */
  readonly distances: readonly number[];
}

/** Returns the path of an answer; null if there is none. */
export function solutionPathOf({ from, steps }: SolutionAnswer, { directed }: SpaceAnswer): SolutionPath | null {
  if (steps === null) return null;
  const states = [from, ...steps.map(({ state }) => state)];
  const distances = states.map((_, at) => (directed ? at : steps.length - at));
  return { states, moves: steps.map(({ move }) => move), distances };
}
