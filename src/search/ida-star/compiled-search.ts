/** The seam between IDA* and its kernels: a search that is compiled for one start and goal, and the loop that runs on it. */

import type { Direction } from '../../spaces/board/board.js';

/** Order in which moves are tried, the same as in the program that counted the nodes of Korf's instances. */
export const MOVE_ORDER: readonly Direction[] = ['u', 'l', 'r', 'd'];

/** Maximum moves of a solution: the kernel allocates frames for this many. */
export const MOST_SOLUTION_MOVES = 10_000;

/** The outcome of a run: it generated the nodes that were requested, searched everything, or arrived at its depth. */
export type KernelOutcome = 'paused' | 'exhausted' | 'arrived';
export const OUTCOMES: readonly KernelOutcome[] = ['paused', 'exhausted', 'arrived'];

export interface CompiledSearch {
  /** Returns plain data from which up to this many workers compile the same search. */
  sourceFor(workers: number): object;
  /** The heuristic's value at the start. */
  readonly estimate: number;
  /** Bytes of memory for each thread. */
  readonly bytes: number;
  /** Approximate number of nodes that a thread generates per millisecond. */
  readonly speed: number;
  /**
   * Begins a search below the position that some moves lead to, for solutions of `bound` moves from the start.
   * @param moves of the blank, from the start
   * @param depth moves from the start at which the search arrives. At the bound, the default, it arrives only at the
   * goal.
   */
  begin(moves: string, bound: number, depth?: number): void;
  /** Searches until this many nodes have been generated. After an arrival, it continues with the next path. */
  run(nodes: number): KernelOutcome;
  /** Nodes that the last run generated. */
  readonly generated: number;
  /** Nodes that the last run expanded, without the node below which it began. */
  readonly expanded: number;
  /** Minimum by which the bound was exceeded since `begin`; infinite if it never was. */
  readonly leastExcess: number;
  /** The blank's moves from the node below which the search began to the current node. */
  readonly moves: string;
  /** Returns h of a node on that path. @param depth moves from the beginning of the path to the node */
  estimateAt(depth: number): number;
  /** Releases memory, once no worker uses it. */
  close(): void;
}
