/** Distances of many states in one answer, which costs a fraction of separate answers. */

import { InputError } from '../../base/input-error.js';
import type { DistanceAnswer, DistancesAnswer, ShortDistance, SpaceAnswer } from '../answers.js';
import { isPauseDue, pause } from '../pause.js';

/** A space whose distances can be looked up. */
interface KnownDistances {
  readonly facts: SpaceAnswer;
  distance(text: string): DistanceAnswer;
}

/** Looks up all states. @throws InputError that gives the index, from 1, of a text that is not a state; also as `distance` */
export async function manyDistances(space: KnownDistances, states: readonly string[]): Promise<DistancesAnswer> {
  const distances: ShortDistance[] = [];
  for (const [index, state] of states.entries()) {
    if (isPauseDue()) await pause();
    try {
      distances.push(shortDistance(space, state));
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`state ${index + 1}: ${error.message}`);
      throw error;
    }
  }
  return { distances };
}

function shortDistance(space: KnownDistances, state: string): ShortDistance {
  const { distance, moves } = space.distance(state);
  if (distance === null || space.facts.directed) return { distance, optimal: [] };
  return { distance, optimal: moves.filter((to) => to.distance === distance - 1).map(({ move }) => move) };
}
