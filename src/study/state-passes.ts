/**
 * Passes over all states of a space, which workers share block by block: the depth of each state, and the counts of a census. Workers
 * load this file; table-replay.ts shares the passes out.
 */

import { giveWay } from '#machine/machine.js';
import { sharedArray } from '../base/memory.js';
import { claim } from '../base/threads.js';
import { onesIn } from '../permutations/lehmer.js';
import { estimateOf, newNeighbours, overestimates, writeNeighbours } from '../space/answers.js';
import { describeState, NO_STATE } from '../space/definition.js';
import type { NumberedSpace, SpaceSource } from '../space/space.js';
import type { PatternGeometry } from '../spaces/board/pattern-geometry.js';
import { codeOfStates, type DepthCode, nearerCode } from '../table/codes.js';
import { BITS, type TableHeader } from '../table/contents.js';
import type { SolutionCounts, StatesOfDepth } from './layer-replay.js';

/*
 * Finds whole depths from depths mod 3 or mod 4 (src/table/codes.ts), which identify nearer neighbours. A walk leads from a state of
 * unknown depth to a nearer neighbour, and so on, to a state of known depth. This gives the depths of all states on the path. So the
 * neighbours of each state are computed about once, in any order and on any number of threads. Two threads that reach the same state
 * write the same depth.
 *
 * Example: states in a row have the codes 1 2 3 1 2, which are 1 + depth mod 3, and the start is on the left. The last state walks 4
 * steps to the left, and has depth 4.
 */

/** Depths of all states. The largest value of the type marks states that are not reached. */
export type DepthArray = Uint8Array | Uint16Array | Uint32Array;

/** The same task for every worker. */
export interface WalksTask {
  readonly header: TableHeader;
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
export function codeOfWords(space: NumberedSpace, { header, words }: Pick<WalksTask, 'header' | 'words'>): DepthCode {
  return codeOfStates(header, { word: (_, index) => words[index] }, space);
}

/** Walks from all states. @returns undefined, or a state from which no path leads to a start because the codes are wrong */
export function walkStates(space: NumberedSpace, task: WalksTask): number | undefined {
  const { header, depths, counters } = task;
  const code = codeOfWords(space, task);
  const unknown = largestDepth(depths);
  const maxDepth = header.histogram.length - 1;
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
export function largestDepth(depths: DepthArray): number {
  return 2 ** (8 * depths.BYTES_PER_ELEMENT) - 1;
}

/** Returns true if a table holds whole depths, not remainders. */
export function holdsDepths({ encoding }: TableHeader): boolean {
  return BITS[encoding] >= 8;
}

/** Returns the bytes per distance in the array. One value is reserved for states that are not reached. */
export function bytesPerDepth(header: TableHeader): 1 | 2 | 4 {
  if (holdsDepths(header)) return (BITS[header.encoding] / 8) as 1 | 2 | 4;
  const maxDepth = header.histogram.length - 1;
  if (maxDepth < 0xff) return 1;
  return maxDepth < 0xffff ? 2 : 4;
}

const DEPTH_ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;

/** Returns an array of depths in shared memory, none of which is known. @param bytes bytes of a depth */
export function newDepths(size: number, bytes: 1 | 2 | 4): DepthArray {
  const depths = sharedArray<DepthArray>(DEPTH_ARRAYS[bytes], bytes * size);
  return depths.fill(largestDepth(depths));
}

/* The census: nearer, level and further neighbours, estimates, shortest solutions. */

/** The same task for every worker. Plain data. */
export interface StateCensusTask {
  readonly source: SpaceSource;
  readonly depths: DepthArray;
  readonly maxDepth: number;
  /** Counters of src/base/threads.ts; each claim is the next block of states. */
  readonly counters: Int32Array;
}

/** Counts of one worker, [depth]. Plain data. */
export type StateCensus = ReturnType<typeof censusOfStates>;

/** Number of arrays of a census, with 8 bytes per depth each. */
export const BYTES_PER_DEPTH = 4 * 8;

/**
 * Takes the census of pieces until none is left. Neighbours are the other states that moves lead to. Each neighbour is counted once,
 * even if several moves lead to it.
 * @throws SpaceError
 */
export function censusOfStates(space: NumberedSpace, task: StateCensusTask) {
  const { depths, maxDepth, counters } = task;
  const zeros = () => new Float64Array(maxDepth + 1);
  const heuristics = estimatedBy(space);
  /** Number of states by [heuristic][depth][estimate]; entries of 0 can be missing. */
  const estimates = heuristics.map(() => Array.from({ length: maxDepth + 1 }, (): number[] => []));
  // The last one counts states without a neighbour further away.
  const counts = { neighbours: zeros(), nearer: zeros(), further: zeros(), localMaxima: zeros() };
  // What is wrong, in words: depths and moves that contradict each other, or an estimate that exceeds the depth of its state.
  const census = { ...counts, estimates, contradiction: null as string | null, overestimate: null as string | null };
  const next = newNeighbours(space);
  for (let begin = nextBlock(counters); begin < space.size; begin = nextBlock(counters)) {
    const end = Math.min(begin + STATES_PER_BLOCK, space.size);
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
          return { ...census, contradiction: contradictionText(space, state, neighbour, task) };
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
        if (estimate > depth) {
          const { message } = overestimates(space, heuristic, state, estimate, `its distance is ${depth}`);
          return { ...census, overestimate: message };
        }
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
function isRepeated(next: Float64Array, move: number): boolean {
  const neighbour = next[move];
  for (let earlier = 0; earlier < move; earlier++) if (next[earlier] === neighbour) return true;
  return false;
}

function contradictionText(space: NumberedSpace, state: number, to: number, { depths, maxDepth }: StateCensusTask) {
  const depthText = (of: number) => (depths[of] > maxDepth ? 'not reached' : `at depth ${depths[of]}`);
  return `state ${describeState(space, state)} is ${depthText(state)}, and its neighbour ${describeState(space, to)} ${depthText(to)}`;
}

/** Bytes of a count and of an entry in the order of states. */
export const BYTES_PER_STATE = 8 + 4;

/**
 * The number of shortest solutions of each state: shortest paths between the state and its nearest starts, as lists of states. A start
 * has one, and every state adds its number to those of its neighbours that are one move further away. If moves cannot be undone, the
 * paths lead from the starts to the state. Counts are exact up to 2^53, rounded above, and Infinity beyond 1.8e308.
 *
 * Returns a function that counts the solutions of one layer after the other, beginning with the starts. It calls `onProgress` at
 * intervals with the number of states counted since the last call, and throws the signal's reason if it is aborted.
 */
export function solutionCounter(space: NumberedSpace, signal: AbortSignal | undefined) {
  // Counts by state: NaN once the state has been counted, before that positive at odd depths and negative at even ones. So the sign
  // distinguishes states of the next layer from those of the same one.
  const paths = new Float64Array(space.size);
  const next = newNeighbours(space);
  return async ({ depth, inOrder }: StatesOfDepth, onProgress?: (states: number) => void): Promise<SolutionCounts> => {
    const sign = depth % 2 === 0 ? 1 : -1;
    let [states, sum, maximum] = [0, 0, 0];
    for (const state of inOrder()) {
      const count = depth === 0 ? 1 : Math.abs(paths[state]);
      paths[state] = Number.NaN;
      sum += count;
      if (count > maximum) maximum = count;
      writeNeighbours(space, state, next);
      for (let move = 0; move < next.length; move++) {
        const neighbour = next[move];
        if (neighbour !== NO_STATE && sign * paths[neighbour] >= 0 && !isRepeated(next, move)) {
          paths[neighbour] += sign * count;
        }
      }
      if (++states % STATES_PER_BLOCK !== 0) continue;
      signal?.throwIfAborted();
      onProgress?.(STATES_PER_BLOCK);
      await giveWay();
    }
    onProgress?.(states % STATES_PER_BLOCK);
    return { mean: sum / states, maximum };
  };
}

/**
 * The mean distance of a pattern over the positions of its board.
 *
 * Many positions form one state of a pattern. The blank can be on any cell of the state's region, and each of these cells stands for the
 * same number of positions: moves take the blank to a cell independently of the arrangement of the other tiles, and the reachable
 * positions with the blank on one cell are a coset of a group, in which each arrangement of the pattern's tiles is equally frequent.
 * So the mean over positions is the mean over states, weighted by the number of cells in their regions.
 *
 * Example: 10 states at distance 2 with one cell each, and 10 at distance 1 with four, have the mean (10 * 2 + 40 * 1) / 50 = 1.2.
 *
 * Returns the mean distance of all positions that moves reach.
 * @param depths depths of all states
 * @param maxDepth maximum depth of a reached state
 */
export function positionMean(
  { placements, regions, arrangements }: PatternGeometry,
  depths: DepthArray,
  maxDepth: number,
): number {
  const { count } = arrangements;
  let positions = 0;
  let sum = 0;
  for (let placement = 0, state = 0; placement < placements; placement++) {
    let reached = 0;
    let moves = 0;
    for (const end = state + count; state < end; state++) {
      if (depths[state] > maxDepth) continue;
      reached++;
      moves += depths[state];
    }
    const cells = onesIn(regions[placement]);
    positions += cells * reached;
    sum += cells * moves;
  }
  return sum / positions;
}
