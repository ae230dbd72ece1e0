/**
 * Compiled moves: what one move of the blank does to all states of a blank cell at once.
 *
 * A move from the place u of the path to the place v rotates a window of the arrangement, so it rewrites the
 * Lehmer digits of that window and no others (src/spaces/board/numbering/geometry.ts). Seen from the words, it is one of four kinds:
 *
 * | the window lies | the move |
 * |---|---|
 * | nowhere: u and v are consecutive | `same`: every word to the same place |
 * | in the word digits | `runs`: runs of words change places within groups of runs, the same way in every group |
 * | in the low digits | `low`: one permutation of the bits of every word, by exchanges (workers/kernel/layers.ts) |
 * | across both | `across`: a map of words, the exchange of the last word digit with the first low digit, exchanges |
 *
 * Moves are pulled: a move belongs to its target cell, and maps say where a target's words come from. (The
 * map of an `across` move that ends with its words says where they go; see orAcrossDescending.)
 */

import { neighbours } from '../../../spaces/board/board.js';
import {
  type Geometry,
  LOW_DIGITS,
  windowMap,
  windowOf,
  wordsBelow,
} from '../../../spaces/board/numbering/geometry.js';
import { inverse, type Rotation } from '../../../spaces/permutation/lehmer.js';

export interface SameMove {
  readonly kind: 'same';
  /** The cell that the blank comes from. */
  readonly source: number;
}

export interface RunsMove {
  readonly kind: 'runs';
  readonly source: number;
  /** Words of a group; groups follow one another. */
  readonly group: number;
  /** Words of a run; a group is map.length runs. */
  readonly run: number;
  /** Run of the target group -> run of the source group. */
  readonly map: Uint32Array;
}

export interface LowMove {
  readonly kind: 'low';
  readonly source: number;
  readonly rotation: Rotation;
  /** Set of flags, EXCHANGE_XY etc. of the kernel. */
  readonly exchanges: number;
  /** Parity of the arrangement where the digits z and w are exchanged. */
  readonly parity: 0 | 1;
}

export interface AcrossMove {
  readonly kind: 'across';
  readonly source: number;
  readonly rotation: Rotation;
  readonly exchanges: number;
  readonly parity: 0 | 1;
  /** Words of a group. */
  readonly group: number;
  /**
   * Word of a group -> word of a group. For 'first-to-last', where the words move first: target -> source. For
   * 'last-to-first', where they move last: source -> target.
   */
  readonly map: Uint32Array;
}

export type CompiledMove = SameMove | RunsMove | LowMove | AcrossMove;

/** All moves that end with the blank on `target`. */
export function movesInto(geometry: Geometry, target: number): CompiledMove[] {
  return neighbours(geometry.board, target).map((source) => compileMove(geometry, source, target));
}

function compileMove(geometry: Geometry, source: number, target: number): CompiledMove {
  const { digits } = geometry;
  const { first, last, rotation } = windowOf(geometry, source, target);
  const low = digits - LOW_DIGITS;
  if (first === last) return { kind: 'same', source };
  if (last < low) {
    const group = wordsBelow(digits - first);
    const run = wordsBelow(digits - 1 - last);
    return { kind: 'runs', source, group, run, map: windowMap(digits, first, last, inverse(rotation)) };
  }
  const firstExchange = Math.max(first, low) - low;
  const lastExchange = last - 1 - low;
  let exchanges = 0;
  for (let e = firstExchange; e <= Math.min(lastExchange, 2); e++) exchanges |= 1 << e;
  const before = rotation === 'first-to-last' ? low + 2 - first : last - 1 - (low + 2);
  const parity = (geometry.parityAt[source] + before) % 2 === 0 ? 0 : 1;
  if (first >= low) return { kind: 'low', source, rotation, exchanges, parity };
  const group = wordsBelow(digits - first);
  const map = windowMap(digits, first, low - 1, rotation === 'first-to-last' ? inverse(rotation) : rotation);
  return { kind: 'across', source, rotation, exchanges, parity, group, map };
}
