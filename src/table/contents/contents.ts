/** The contents of a distance table, in memory or in a file, of a space of any kind. */

import type { SpaceFacts } from '../../space/facts.js';

/** The encoding of a state's distance; see docs/reference/table-format.md. */
export type Encoding = 'mod4' | 'mod3-planes' | 'mod3' | 'depth8' | 'depth16' | 'depth32';

/** Bits per state in each encoding. */
export const BITS: Readonly<Record<Encoding, number>> = {
  mod4: 1,
  'mod3-planes': 2,
  mod3: 2,
  depth8: 8,
  depth16: 16,
  depth32: 32,
};

/** The claims of a table's header, from which its other fields follow. */
export interface TableClaims {
  /** The facts of the space; of a board, whose table serves any goal with the blank on one cell, those of the ordered goal. */
  readonly facts: SpaceFacts;
  /** States of each depth 0, 1, 2 ...; the last one not 0. */
  readonly histogram: readonly number[];
  /**
   * - `mod4`, of boards in the metric `single` and of patterns: bit floor(depth / 2) mod 2, the parity of the depth being known. If a
   *   pattern has states that are not reached, as many bits follow: 1 for the reached ones.
   * - `mod3-planes`, of boards in the metric `multi`: two bits, the first ones of all states before the second ones.
   * - `mod3`, of all spaces whose moves can be undone: two bits, 0 not reached, 1 + depth mod 3.
   * - `depth8`, `depth16`, `depth32`: whole depths, the largest value for states that are not reached; the smallest encoding in
   *   which maxDepth + 1 is a depth too.
   */
  readonly encoding: Encoding;
}

/** A distance table's claims and bytes. */
export interface TableContents extends TableClaims {
  /**
   * Yields the little-endian bytes of a section, in order, in pieces; valid as long as they are held. Tables of boards in `mod4` and
   * `mod3-planes` have a section for each cell of the blank, the others one with all states.
   */
  bytes(section: number): Iterable<Uint8Array>;
}

/** Returns the states of a table's space that moves do not reach. */
export function notReachedIn({ facts: { size }, histogram }: TableClaims): number {
  return histogram.reduce((rest, count) => rest - count, size);
}

/** Returns the bytes of all states in an encoding without gaps. */
export function tableBytes(size: number, encoding: Encoding): number {
  return Math.ceil((size * BITS[encoding]) / 8);
}
