/** The number of shortest solutions of a state: paths on which each move lowers the distance by one. */

import type { Table } from '../../table/table.js';
import { isPauseDue, pause } from '../pause.js';

/** States on shortest solutions that are visited: 3x4 has up to some thousand, other spaces may have millions. */
const MOST_VISITED = 200_000;

/**
 * Counts the shortest solutions, layer by layer: the paths to a state are those to all states before it.
 * @param state that is reached, of a space whose moves can be undone
 * @returns null if more states would have to be visited than may
 * @throws as Table.distance
 */
export async function numberOfSolutions(table: Table, state: number, most = MOST_VISITED): Promise<bigint | null> {
  let layer = new Map([[state, 1n]]);
  let visited = 0;
  for (let left = table.distance(state) ?? 0; left > 0; left--) {
    const next = new Map<number, bigint>();
    for (const [from, paths] of layer) {
      if (isPauseDue()) await pause();
      if (++visited > most) return null;
      for (const to of table.nearer(from)) next.set(to, (next.get(to) ?? 0n) + paths);
    }
    layer = next;
  }
  return [...layer.values()].reduce((sum, paths) => sum + paths, 0n);
}
