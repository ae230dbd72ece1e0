/**
 * Finds whole depths from depths mod 3 or mod 4 (src/table/codes.ts), which identify nearer neighbours. A walk leads from a state of
 * unknown depth to a nearer neighbour, and so on, to a state of known depth. This gives the depths of all states on the path. So the
 * neighbours of each state are computed about once, in any order and on any number of threads. Two threads that reach the same state
 * write the same depth.
 *
 * Example: states in a row have the codes 1 2 3 1 2, which are 1 + depth mod 3, and the start is on the left. The last state walks 4
 * steps to the left, and has depth 4.
 */

import { claim } from '../base/threads.js';
import { newNeighbours, writeNeighbours } from '../space/answers.js';
import { NO_STATE } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { codeOfStates, type DepthCode, nearerCode } from '../table/codes.js';
import type { TableClaims } from '../table/files/contents.js';

/** Depths of all states. The largest value of the type marks states that are not reached. */
export type DepthArray = Uint8Array | Uint16Array | Uint32Array;

/** The same task for every worker. */
export interface WalksTask {
  readonly claims: TableClaims;
  /** Words of the table's section. */
  readonly words: Uint32Array;
  /** Depths: before the first walk 0 for the starts, and the largest value for all other states. */
  readonly depths: DepthArray;
  /** Counters of src/base/threads.ts; each claim is the next block of states. */
  readonly counters: Int32Array;
}

/** Number of states in a block, which takes some milliseconds. */
export const STATES_PER_BLOCK = 1 << 14;

/** Returns the reader of the codes in the words of a task. */
export function codeOfWords(space: NumberedSpace, { claims, words }: Pick<WalksTask, 'claims' | 'words'>): DepthCode {
  return codeOfStates(claims, { word: (_, index) => words[index] }, space);
}

/** Walks from all states. @returns undefined, or a state from which no path leads to a start because the codes are wrong */
export function walkStates(space: NumberedSpace, task: WalksTask): number | undefined {
  const { claims, depths, counters } = task;
  const code = codeOfWords(space, task);
  const unknown = largestOf(depths);
  const maxDepth = claims.histogram.length - 1;
  const next = newNeighbours(space);
  /** States of the walk with unknown depths. */
  const path: number[] = [];

  /** Returns a neighbour that is one nearer, preferably of known depth; NO_STATE if there is none. */
  const nearer = (state: number): number => {
    const wanted = nearerCode(code, code.code(state));
    let found = NO_STATE;
    writeNeighbours(space, state, next);
    for (let move = 0; move < next.length; move++) {
      const to = next[move];
      if (to === NO_STATE || code.code(to) !== wanted) continue;
      if (depths[to] !== unknown) return to;
      found = to;
    }
    return found;
  };

  /** Writes the depth of a state. @returns false if it cannot be found within the maximum depth */
  const walk = (state: number): boolean => {
    path.length = 0;
    let at = state;
    while (depths[at] === unknown) {
      path.push(at);
      at = nearer(at);
      if (at === NO_STATE || path.length > maxDepth) return false;
    }
    let depth = depths[at];
    if (depth + path.length > maxDepth) return false;
    for (let step = path.length - 1; step >= 0; step--) depths[path[step]] = ++depth;
    return true;
  };

  for (let begin = nextBlock(counters); begin < space.size; begin = nextBlock(counters)) {
    const end = Math.min(begin + STATES_PER_BLOCK, space.size);
    for (let state = begin; state < end; state++) {
      if (code.code(state) !== code.notReached && !walk(state)) return state;
    }
  }
  return undefined;
}

function nextBlock(counters: Int32Array): number {
  return claim(counters) * STATES_PER_BLOCK;
}

/** Returns the largest value of an array's type. */
export function largestOf(depths: DepthArray): number {
  return 2 ** (8 * depths.BYTES_PER_ELEMENT) - 1;
}
