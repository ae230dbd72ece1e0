/** Distances of many states at once: an answer of its own for each costs several times as much. */

import { InputError } from '../../base/input-error.js';
import type { DistancesAnswer, ShortDistance } from '../answers.js';
import { isPauseDue, pause } from '../pause.js';
import type { ServedTable } from './served-table.js';

/** Looks up all states. @throws InputError that names the place of a text that is no state, counted from 1; and as `ServedTable.distance` */
export async function manyDistances(table: ServedTable, states: readonly string[]): Promise<DistancesAnswer> {
  const distances: ShortDistance[] = [];
  for (const [index, state] of states.entries()) {
    if (isPauseDue()) await pause();
    try {
      distances.push(shortDistance(table, state));
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`state ${index + 1}: ${error.message}`);
      throw error;
    }
  }
  return { distances };
}

function shortDistance(table: ServedTable, state: string): ShortDistance {
  const { distance, moves } = table.distance(state);
  if (distance === null || table.facts.directed) return { distance, optimal: [] };
  return { distance, optimal: moves.filter((to) => to.distance === distance - 1).map(({ move }) => move) };
}
