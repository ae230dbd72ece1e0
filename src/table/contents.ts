/**
 * The contents of a distance table of any space, in memory or in a file, and the errors of tables.
 * Every command loads this file, so it imports nothing.
 */

import type { SpaceFacts } from '../space/space.js';

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

/** What a table's header says of the table; its other fields follow from that. */
export interface TableHeader {
  /**
   * Facts of the space. A board's table serves every goal with the blank on its cell. The header has the ordered goal
   * among them, an exploration or an opened table its own.
   */
  readonly facts: SpaceFacts;
  /** Number of states of each depth 0, 1, 2 ...; the last is not 0. */
  readonly histogram: readonly number[];
  /**
   * - `mod4`, for boards in the metric `single` and for patterns: the bit floor(depth / 2) mod 2. The parity of the depth is
   *   known. If a pattern has states that are not reached, a second bitset follows: 1 for the reached states.
   * - `mod3-planes`, for boards in the metric `multi`: two bits, the first bits of all states before the second bits.
   * - `mod3`, for all spaces whose moves can be undone: two bits, 0 if the state is not reached, else 1 + depth mod 3.
   * - `depth8`, `depth16`, `depth32`: whole depths, the largest value for states that are not reached. The smallest encoding
   *   that can also hold maxDepth + 1 is used.
   */
  readonly encoding: Encoding;
}

/** The header and the bytes of a distance table. */
export interface TableContents extends TableHeader {
  /**
   * Yields the little-endian bytes of a section in order, in pieces that stay valid. Tables of boards in `mod4` and
   * `mod3-planes` have a section for each blank cell. All other tables have one section with all states.
   */
  bytes(section: number): Iterable<Uint8Array>;
}

/** The contents of a table as plain data in shared memory, which threads can be sent: the bytes of each section. */
export type SharedContents = TableHeader & { readonly sections: readonly Uint8Array[] };

/** Returns the contents whose sections are already there. */
export function contentsOfSections({ sections, ...header }: SharedContents): TableContents {
  return { ...header, bytes: (section) => [sections[section]] };
}

/** Returns the number of states of a table's space that moves do not reach. */
export function notReachedIn({ facts: { size }, histogram }: TableHeader): number {
  return histogram.reduce((rest, count) => rest - count, size);
}

/** Returns the number of bytes of all states, if an encoding packs them without gaps. */
export function tableBytes(size: number, encoding: Encoding): number {
  return Math.ceil((size * BITS[encoding]) / 8);
}

/** Error of a table that cannot be read, or whose bytes are wrong. The message names the file and the fault. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** Error of a table whose file, or whose space's module, does not exist or cannot be opened. */
export class NoFileError extends TableError {}

/** Distances around a state. `S` is a state: its number, its text or a position. */
export interface Neighbourhood<S> {
  /** Distance of the state; null if it is not reached. */
  readonly distance: number | null;
  /** All legal moves, in the order of the space's moves. */
  readonly moves: readonly NeighbourMove<S>[];
}

export interface NeighbourMove<S> {
  /** Name of the move. */
  readonly move: string;
  /** State that the move leads to. */
  readonly to: S;
  /** Distance of that state; null if it is not reached. */
  readonly distance: number | null;
}
