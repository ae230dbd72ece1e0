/** What a metric decides of a layer: the seam between how layers are searched and how their states are found. */

import type { LayerObserver } from './layer-observer.js';

/**
 * Finds the fresh states of layers. A layer is so many rounds: what is done in one may read what all workers did in those
 * before. The work of a round is a number of units for each block, which may be done in any order and side by side.
 */
export interface LayerAdvancer {
  /** Rounds of a layer, at least one. */
  readonly rounds: number;
  /** Units of each block. @param round 0..rounds-1 */
  units(depth: number, round: number): number;
  /**
   * Does one unit.
   * @param unit 0..units-1
   * @param observer sees the fresh states once, in one of the rounds
   * @returns how many fresh states were found
   */
  advance(depth: number, round: number, block: number, unit: number, observer: LayerObserver<unknown>): number;
}
