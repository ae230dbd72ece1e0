/**
 * The mean distance of a pattern over the positions of its board.
 *
 * Many positions form one state of a pattern. The blank can be on any cell of the state's region, and each of these cells stands for the
 * same number of positions: moves take the blank to a cell independently of the arrangement of the other tiles, and the reachable
 * positions with the blank on one cell are a coset of a group, in which each arrangement of the pattern's tiles is equally frequent.
 * So the mean over positions is the mean over states, weighted by the number of cells in their regions.
 *
 * Example: 10 states at distance 2 with one cell each, and 10 at distance 1 with four, have the mean (10 * 2 + 40 * 1) / 50 = 1.2.
 */

import type { DepthArray } from '../../../runs/replay/space-depths.js';
import type { PatternGeometry } from '../../../spaces/pattern/geometry.js';
import { onesIn } from '../../../spaces/permutation/ones.js';

/**
 * Returns the mean distance of all positions that moves reach.
 * @param depths depths of all states
 * @param maxDepth maximum depth of a reached state
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
