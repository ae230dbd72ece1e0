/**
 * The mean distance of a pattern over the positions of its board.
 *
 * Many positions are one state of a pattern. A state stands for each cell that the blank may be on, and for each of these cells for the
 * same number of positions: moves take the blank to a cell in the same way for all arrangements of the other tiles, and the positions
 * with the blank on one cell that moves reach are a coset of a group, which takes each arrangement of the pattern's tiles equally often. So
 * the mean over positions is that over states, each as often as its region has cells. Example: 10 states at distance 2 with one cell each, and
 * 10 at distance 1 with four, have the mean (10 * 2 + 40 * 1) / 50 = 1.2.
 */

import type { DepthArray } from '../../../runs/replay/space-depths.js';
import type { PatternGeometry } from '../../../spaces/pattern/geometry.js';
import { onesIn } from '../../../spaces/permutation/ones.js';

/**
 * Returns the mean distance of all positions that moves reach.
 * @param depths of all states
 * @param maxDepth no greater one is that of a reached state
 */
export function positionMean(
  { placements, regions, arrangements }: PatternGeometry,
  depths: DepthArray,
  maxDepth: number,
): number {
  const { count } = arrangements;
  let positions = 0;
  let sum = 0;
  for (let placement = 0, state = 0; placement < placements; placement++) {
    let reached = 0;
    let moves = 0;
    for (const end = state + count; state < end; state++) {
      if (depths[state] > maxDepth) continue;
      reached++;
      moves += depths[state];
    }
    const cells = onesIn(regions[placement]);
    positions += cells * reached;
    sum += cells * moves;
  }
  return sum / positions;
}
