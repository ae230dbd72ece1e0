/** The window of an arrangement that a move of the blank rotates. */

import type { Rotation } from '../../permutation/lehmer.js';
import type { Geometry } from './geometry.js';

/** Digits first..last; where first = last the move changes no digit. */
export interface Window {
  readonly first: number;
  readonly last: number;
  readonly rotation: Rotation;
}

/**
 * The window of the move of the blank from one cell to a neighbouring one. The tile between them jumps over all tiles
 * whose places on the path lie between the two cells.
 */
export function windowOf(geometry: Geometry, source: number, target: number): Window {
  const from = geometry.placeOf[source] + geometry.still;
  const to = geometry.placeOf[target] + geometry.still;
  return from < to
    ? { first: from, last: to - 1, rotation: 'last-to-first' }
    : { first: to, last: from - 1, rotation: 'first-to-last' };
}
