/** The check of a space's heuristics against the distances of a table. */

import { estimateOf, overestimates } from '../../space/estimates.js';
import { SeededRandom } from '../../spaces/board/random.js';
import type { Table } from '../../table/table.js';

const MOST_STATES = 100;
const SEED = 1;

/**
 * Compares the estimates of random states, always the same ones, with a table's distances. If moves cannot be undone, a
 * table holds distances from the start, which heuristics do not estimate.
 * @param where the table's path or origin, for messages
 * @throws SpaceError if a heuristic exceeds a distance; TableError if the table is damaged
 */
export function checkEstimates(table: Table, where: string): void {
  const { space } = table;
  const heuristics = Object.keys(space.heuristics ?? {});
  if (heuristics.length === 0 || !space.reversible) return;
  const random = new SeededRandom(SEED);
  for (let sampled = 0; sampled < MOST_STATES; sampled++) {
    const state = random.state(space.size);
    const distance = table.distance(state);
    if (distance === null) continue;
    for (const heuristic of heuristics) {
      const estimate = estimateOf(space, heuristic, state);
      if (estimate <= distance) continue;
      throw overestimates(space, heuristic, state, estimate, `its distance is ${distance} in ${where}`);
    }
  }
}
