/** A shortest solution, state by state, as it is played. */

import type { SolutionAnswer, SpaceAnswer } from '../../serve/answers.js';

export interface SolutionPath {
  /** The state before the first move, and the one after each. They all differ. */
  readonly states: readonly string[];
  readonly moves: readonly string[];
  /** The distance of each state. */
  readonly distances: readonly number[];
}

/** Returns null if there is none. */
export function solutionPathOf({ from, steps }: SolutionAnswer, { directed }: SpaceAnswer): SolutionPath | null {
  if (steps === null) return null;
  const states = [from, ...steps.map(({ state }) => state)];
  const distances = states.map((_, at) => (directed ? at : steps.length - at));
  return { states, moves: steps.map(({ move }) => move), distances };
}
