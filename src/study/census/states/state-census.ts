/** The census of a space's states by their depths: nearer, level and further neighbours, and estimates. */

import { claim } from '../../../base/threads/rounds.js';
import type { DepthArray } from '../../../runs/replay/space-depths.js';
import { NO_STATE } from '../../../space/definition.js';
import { estimateOf } from '../../../space/estimates.js';
import { newNeighbours, writeNeighbours } from '../../../space/neighbours.js';
import type { NumberedSpace } from '../../../space/space.js';
import { describeState } from '../../../space/space-text.js';

/** The task that a worker shares with the others. Plain data. */
export interface CensusShare {
  readonly depths: DepthArray;
  readonly maxDepth: number;
  /** Counters of src/base/threads/rounds.ts; each claim is the next piece of PIECE states. */
  readonly counters: Int32Array;
}

/** Counts of one worker, [depth]. Plain data. */
export interface StateCensus {
  readonly neighbours: Float64Array;
  readonly nearer: Float64Array;
  readonly further: Float64Array;
  /** Number of states without a neighbour further away. */
  readonly localMaxima: Float64Array;
  /** Number of states by [heuristic][depth][estimate]; entries of 0 can be missing. */
  readonly estimates: readonly (readonly number[][])[];
  /** An estimate that exceeds the depth of its state; null if there is none. */
  readonly overestimate: Overestimate | null;
  /** Contradiction between depths and moves, in words; null if there is none. */
  readonly contradiction: string | null;
}

interface Overestimate {
  readonly heuristic: string;
  readonly state: number;
  readonly estimate: number;
}

/** Number of states in a claim. */
export const PIECE = 1 << 14;
/** Number of arrays of a census, with 8 bytes per depth each. */
export const BYTES_PER_DEPTH = 4 * 8;

/**
 * Takes the census of pieces until none is left. Neighbours are the other states that moves lead to. Each neighbour is counted once,
 * even if several moves lead to it.
 * @throws SpaceError
 */
export function censusOf(space: NumberedSpace, share: CensusShare): StateCensus {
  const { depths, maxDepth, counters } = share;
  const zeros = () => new Float64Array(maxDepth + 1);
  const heuristics = estimatedBy(space);
  const estimates = heuristics.map(() => Array.from({ length: maxDepth + 1 }, (): number[] => []));
  const counts = { neighbours: zeros(), nearer: zeros(), further: zeros(), localMaxima: zeros() };
  const census = { ...counts, estimates, overestimate: null, contradiction: null };
  const next = newNeighbours(space);
  for (let begin = claim(counters) * PIECE; begin < space.size; begin = claim(counters) * PIECE) {
    const end = Math.min(begin + PIECE, space.size);
    for (let state = begin; state < end; state++) {
      const depth = depths[state];
      if (depth > maxDepth) continue;
      writeNeighbours(space, state, next);
      let [neighbours, nearer, further] = [0, 0, 0];
      for (let move = 0; move < next.length; move++) {
        const neighbour = next[move];
        if (neighbour === NO_STATE || neighbour === state || isRepeated(next, move)) continue;
        const change = depths[neighbour] - depth;
        if (change > 1 || (change < -1 && space.reversible)) {
          return { ...census, contradiction: contradictionText(space, state, neighbour, share) };
        }
        neighbours++;
        if (change < 0) nearer++;
        else if (change > 0) further++;
      }
      counts.neighbours[depth] += neighbours;
      counts.nearer[depth] += nearer;
      counts.further[depth] += further;
      if (further === 0) counts.localMaxima[depth]++;
      for (const [index, heuristic] of heuristics.entries()) {
        const estimate = estimateOf(space, heuristic, state);
        if (estimate > depth) return { ...census, overestimate: { heuristic, state, estimate } };
        const ofDepth = estimates[index][depth];
        ofDepth[estimate] = (ofDepth[estimate] ?? 0) + 1;
      }
    }
  }
  return census;
}

/** Returns the heuristics that estimate a table's distances: none if moves cannot be undone, because those are distances from the start. */
export function estimatedBy({ heuristics, reversible }: NumberedSpace): string[] {
  return reversible ? Object.keys(heuristics ?? {}) : [];
}

/** Returns true if an earlier move leads to the same state. */
export function isRepeated(next: Float64Array, move: number): boolean {
  const neighbour = next[move];
  for (let earlier = 0; earlier < move; earlier++) if (next[earlier] === neighbour) return true;
  return false;
}

function contradictionText(
  space: NumberedSpace,
  state: number,
  neighbour: number,
  { depths, maxDepth }: CensusShare,
): string {
  const depthText = (of: number) => (depths[of] > maxDepth ? 'not reached' : `at depth ${depths[of]}`);
  return `state ${describeState(space, state)} is ${depthText(state)}, and its neighbour ${describeState(space, neighbour)} ${depthText(neighbour)}`;
}
