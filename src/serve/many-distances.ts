/** Distances of many states at once, for who asks for thousands: an answer of its own for each would take ten times as long. */

import { InputError } from '../board/input-error.js';
import type { DistancesAnswer, ShortDistance } from './answers.js';
import type { ServedTable } from './served-table.js';

/** Milliseconds that others wait at most, as long as a single state does not take longer. */
const LONGEST_TURN = 5;

/** @throws InputError that names the place of a text that is no state, counted from 1; and as `ServedTable.distance` */
export async function manyDistances(table: ServedTable, states: readonly string[]): Promise<DistancesAnswer> {
  const distances: ShortDistance[] = [];
  let begin = performance.now();
  for (const [index, state] of states.entries()) {
    if (performance.now() - begin > LONGEST_TURN) {
      await new Promise((resolve) => setImmediate(resolve));
      begin = performance.now();
    }
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
