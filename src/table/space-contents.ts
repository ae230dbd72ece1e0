/** What the table of a state space holds, wherever it lies. */

import type { SpaceSource } from '../space/space-source.js';

/** How a state's distance is written; see docs/table-format.md. */
export type SpaceEncoding = 'mod3' | 'depth8' | 'depth16' | 'depth32';

/** Bits of a state in each encoding. */
export const BITS: Readonly<Record<SpaceEncoding, 2 | 8 | 16 | 32>> = { mod3: 2, depth8: 8, depth16: 16, depth32: 32 };

export interface SpaceTableContents {
  /** As nameOfSource gives it. */
  readonly name: string;
  readonly source: SpaceSource;
  readonly metric: string | null;
  readonly size: number;
  /** Where distances are counted from. */
  readonly starts: readonly number[];
  readonly reversible: boolean;
  /** The names of the moves. */
  readonly moves: readonly string[];
  /** The texts of the starts. */
  readonly startTexts: readonly string[];
  /** States of each depth 0, 1, 2 ...; the last one not 0. */
  readonly histogram: readonly number[];
  /**
   * 'mod3': two bits a state, 0 not reached, 1 + depth mod 3, of spaces whose moves can be undone. 'depth8', 'depth16', 'depth32':
   * whole depths of one, two or four bytes, the largest value for what is not reached; the smallest in which maxDepth + 1 is a depth too.
   */
  readonly encoding: SpaceEncoding;
  /** All states in order, little-endian, in pieces; valid as long as they are held. */
  bytes(): Iterable<Uint8Array>;
}

/** Bytes of all states. */
export function tableBytes(size: number, encoding: SpaceEncoding): number {
  return Math.ceil((size * BITS[encoding]) / 8);
}
