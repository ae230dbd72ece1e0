/** The number of shortest solutions of a state: paths on which each move lowers the distance by one. */

import type { Table } from '../../table/table.js';
import { isPauseDue, pause } from '../pause.js';

/** Maximum number of states visited. States of 3x4 have up to some thousand on their shortest solutions; other spaces can have millions. */
const MOST_VISITED = 200_000;

/**
 * Counts the shortest solutions, layer by layer: the number of paths to a state is the sum over its predecessors.
 * @param state reachable state of a space whose moves can be undone
 * @returns the count; null if it would take more states than the maximum
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
