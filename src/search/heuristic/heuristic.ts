/**
 * Heuristics: estimates of the distance to a goal.
 *
 * Each of them here is admissible, never more than the distance, and consistent: a move changes it by at most 1, so
 * that A* never has to open a position again. It is 0 at the goal and nowhere else.
 */

import type { Tiles } from '../../spaces/board/position.js';
import type { LineConflicts } from './line-conflicts.js';
import type { TileCosts } from './tile-costs.js';

/** From the weakest to the strongest. */
export const HEURISTICS = ['misplaced', 'manhattan', 'linear-conflict'] as const;
export type HeuristicName = (typeof HEURISTICS)[number];

/** An estimate of the distance to one goal. */
export interface Heuristic {
  readonly name: HeuristicName;
  /** Fewest moves that the tiles can be away from the goal, as far as this heuristic sees. */
  estimate(tiles: Tiles): number;
  /**
   * What the estimate changes by where the tile on `cell` slides onto the blank.
   * @param tiles before that move
   * @param blank the blank's cell, a neighbour of `cell`
   */
  change(tiles: Tiles, blank: number, cell: number): number;
  /** The estimate is the sum of these ... */
  readonly costs: TileCosts;
  /** ... and of two moves for each tile that has to leave its line. */
  readonly conflicts?: LineConflicts;
}
