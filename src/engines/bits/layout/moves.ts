/**
 * Compiled moves: the effect of one move of the blank on all states of a blank cell.
 *
 * A move from place u of the path to place v rotates a window of the arrangement. So it rewrites only the Lehmer digits of that window
 * (src/spaces/board/numbering/geometry.ts). With respect to words, there are four kinds of moves:
 *
 * | the window is | the move |
 * |---|---|
 * | empty: u and v are consecutive | `same`: every word keeps its place |
 * | in the word digits | `runs`: runs of words change places within groups of runs, in every group alike |
 * | in the low digits | `low`: the same permutation of the bits in every word, by exchanges (workers/kernel/layers.ts) |
 * | across both | `across`: a map of words, an exchange of the last word digit with the first low digit, and exchanges of bits |
 *
 * Moves are *pulled*: a move belongs to its target cell, and maps give the source of each target word. (The map of an `across` move
 * that ends with its words gives the target of each source word, see orAcrossDescending.)
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
  /** Words per group. Groups are consecutive. */
  readonly group: number;
  /** Words per run. A group has map.length runs. */
  readonly run: number;
  /** Run of the target group -> run of the source group. */
  readonly map: Uint32Array;
}

export interface LowMove {
  readonly kind: 'low';
  readonly source: number;
  readonly rotation: Rotation;
  /** Bitwise union of flags, EXCHANGE_XY etc. of the kernel. */
  readonly exchanges: number;
  /** Parity of the arrangement when the digits z and w are exchanged. */
  readonly parity: 0 | 1;
}

export interface AcrossMove {
  readonly kind: 'across';
  readonly source: number;
  readonly rotation: Rotation;
  readonly exchanges: number;
  readonly parity: 0 | 1;
  /** Words per group. */
  readonly group: number;
  /**
   * Word of a group -> word of a group. If the words move first ('first-to-last'): target -> source. If they move last
   * ('last-to-first'): source -> target.
   */
  readonly map: Uint32Array;
}

export type CompiledMove = SameMove | RunsMove | LowMove | AcrossMove;

/** Returns all moves that end with the blank on `target`. */
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
