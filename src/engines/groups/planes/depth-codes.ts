/**
 * Whole depths, which a table needs if moves cannot be undone. Each binary digit of the depths is a plane. Planes are added as depths
 * get greater.
 */

import type { Encoding } from '../../../table/contents/contents.js';

/** Initial number of planes, for depths up to 63. */
const FIRST_PLANES = 6;

/** Bytes of a depth in a table. */
export type DepthWidth = 1 | 2 | 4;

const ENCODINGS: Readonly<Record<DepthWidth, Encoding>> = { 1: 'depth8', 2: 'depth16', 4: 'depth32' };

/** Returns the number of planes for layers up to a depth. */
export function depthPlanes(depth: number): number {
  return Math.max(FIRST_PLANES, depth.toString(2).length);
}

/** Returns the maximum depth that planes can hold. */
export function deepestOf(planes: number): number {
  return 2 ** planes - 1;
}

/** Returns the width of the depths in a table: the smallest that can also hold maxDepth + 1. */
export function depthWidth(maxDepth: number): DepthWidth {
  return ([1, 2] as const).find((width) => maxDepth + 1 < 2 ** (8 * width) - 1) ?? 4;
}

/** Returns the encoding of a table whose depths have a width. */
export function depthEncoding(width: DepthWidth): Encoding {
  return ENCODINGS[width];
}
