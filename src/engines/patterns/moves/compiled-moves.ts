/**
 * Compiled moves: the effect on all arrangements of a placement if a label is carried from place i to place j.
 *
 * The move rewrites the Lehmer digits i to j (src/spaces/permutation/lehmer.ts). The last five digits number the bits of a vector, and
 * those before them the vectors (src/spaces/pattern/bit-address.ts). So there are four kinds of moves:
 *
 * | the digits i to j | the move |
 * |---|---|
 * | i = j | changes nothing |
 * | number vectors alone | takes runs of vectors to other places |
 * | number bits alone | moves the bits of every vector alike, by exchanges |
 * | number both | moves vectors, bits between the six vectors of a sextet, and bits of each vector |
 */

import { LOW_DIGITS, windowMap, wordsBelow } from '../../../spaces/board/numbering/geometry.js';
import type { Rotation } from '../../../spaces/permutation/lehmer.js';

/** Kinds of moves, numbered as in workers/kernel/pattern-gathering.ts. */
const MOVE_KIND = {
  union: 0,
  runs: 1,
  withinAscending: 2,
  withinDescending: 3,
  acrossAscending: 4,
  acrossDescending: 5,
} as const;

export interface PatternMove {
  readonly kind: (typeof MOVE_KIND)[keyof typeof MOVE_KIND];
  /** Exchanges of digits of a vector, as flags that begin with the pair (x, y). */
  readonly exchanges: number;
  /** Vectors per run, for the kind `runs`. */
  readonly run: number;
  /**
   * Map of the move. Kind `runs`: for each run of the target, the first vector that it takes. Kind `acrossAscending`, in which vectors
   * move first: for each vector of the target, its source. Kind `acrossDescending`, in which vectors move last: for each vector of the
   * source, its target.
   */
  readonly map: readonly number[];
}

/** Returns the moves of a label between any two places, as [from][to]. @param tiles number of labels k */
export function compilePatternMoves(tiles: number): readonly (readonly PatternMove[])[] {
  const places = Array.from({ length: tiles }, (_, place) => place);
  return places.map((from) => places.map((to) => compileMove(tiles, from, to)));
}

function compileMove(tiles: number, from: number, to: number): PatternMove {
  const low = tiles - LOW_DIGITS;
  const first = Math.min(from, to);
  const last = Math.max(from, to);
  const ascends = from < to;
  if (first === last) return { kind: MOVE_KIND.union, exchanges: 0, run: 0, map: [] };
  if (last < low) {
    const run = wordsBelow(tiles - 1 - last);
    const map = vectorMap(tiles, first, last, ascends ? 'last-to-first' : 'first-to-last');
    return { kind: MOVE_KIND.runs, exchanges: 0, run, map };
  }
  let exchanges = 0;
  for (let digit = Math.max(first, low); digit < last; digit++) exchanges |= 1 << (digit - low);
  if (first >= low) {
    return { kind: ascends ? MOVE_KIND.withinAscending : MOVE_KIND.withinDescending, exchanges, run: 0, map: [] };
  }
  const kind = ascends ? MOVE_KIND.acrossAscending : MOVE_KIND.acrossDescending;
  return { kind, exchanges, run: 0, map: vectorMap(tiles, first, low - 1, 'last-to-first') };
}

/**
 * Returns the map by which a rotation of the digits first..last moves runs of vectors, which share these digits and the digits before
 * them.
 */
function vectorMap(tiles: number, first: number, last: number, rotation: Rotation): number[] {
  const run = wordsBelow(tiles - 1 - last);
  const runs = windowMap(tiles, first, last, rotation);
  return Array.from({ length: wordsBelow(tiles) / run }, (_, index) => {
    const place = index % runs.length;
    return (index - place + runs[place]) * run;
  });
}
