/**
 * Heuristics: estimates of the distance to a goal.
 *
 * All of them are admissible, never more than the distance, and consistent: a move changes the estimate by at most 1.
 * So A* never has to reopen a position. The estimate is 0 at the goal and nowhere else.
 */

import type { Tiles } from '../../spaces/board/position.js';
import type { LineConflicts } from './line-conflicts.js';
import type { TileCosts } from './tile-costs.js';

/** Names of the heuristics of boards, from the weakest to the strongest. */
export const HEURISTICS = ['misplaced', 'manhattan', 'linear-conflict'] as const;
export type HeuristicName = (typeof HEURISTICS)[number];

/** The heuristic that expands the fewest nodes. */
export const STRONGEST_HEURISTIC: HeuristicName = 'linear-conflict';

/** The heuristic from the tables of a partition (src/search/patterns), for boards that have one. Only idastar uses it. */
export const PATTERN_HEURISTIC = 'pattern';

/** An estimate of the distance to one goal. */
export interface Heuristic {
  readonly name: HeuristicName;
  /** Returns a lower bound of the tiles' distance from the goal. */
  estimate(tiles: Tiles): number;
  /**
   * Returns the change of the estimate when the tile on `cell` slides onto the blank.
   * @param tiles before that move
   * @param blank the blank's cell, a neighbour of `cell`
   */
  change(tiles: Tiles, blank: number, cell: number): number;
  /** The estimate is the sum of these ... */
  readonly costs: TileCosts;
  /** ... and of two moves for each tile that has to leave its line. */
  readonly conflicts?: LineConflicts;
}

/** Returns the heuristic that is just a sum over the tiles. */
export function sumOfCosts(name: HeuristicName, costs: TileCosts): Heuristic {
  return {
    name,
    costs,
    estimate: (tiles) => costs.sum(tiles),
    change: (tiles, blank, cell) => costs.change(tiles[cell], cell, blank),
  };
}
