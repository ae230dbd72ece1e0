/** The seam between IDA* and its kernels: a search that is compiled for one start and goal, and the loop that runs on it. */

import type { Direction } from '../../spaces/board/board.js';

/** The order in which moves are tried: that of the program that counted the nodes of Korf's instances. */
export const MOVE_ORDER: readonly Direction[] = ['u', 'l', 'r', 'd'];

/** No search goes deeper: frames for this many moves are allocated. */
export const MOST_SOLUTION_MOVES = 10_000;

/** The outcome of a run: all nodes that it was to generate were generated, everything was searched, or the search arrived at its depth. */
export type KernelOutcome = 'paused' | 'exhausted' | 'arrived';
export const OUTCOMES: readonly KernelOutcome[] = ['paused', 'exhausted', 'arrived'];

export interface CompiledSearch {
  /** Returns plain data from which this many workers compile the same search. */
  sourceFor(workers: number): object;
  /** The heuristic's value at the start. */
  readonly estimate: number;
  /** Bytes of memory that each thread takes. */
  readonly bytes: number;
  /** Nodes that a thread generates in a millisecond, roughly. */
  readonly speed: number;
  /**
   * Begins to search below the position behind some moves, for solutions of `bound` moves from the start.
   * @param moves of the blank, from the start
   * @param depth moves from the start at which the search arrives: at the goal, if that is the bound, as it is by default
   */
  begin(moves: string, bound: number, depth?: number): void;
  /** Searches until this many nodes have been generated; after an arrival, beside it. */
  run(nodes: number): KernelOutcome;
  /** Nodes that the last run generated. */
  readonly generated: number;
  /** Nodes that the last run expanded, the one that it began below not counted. */
  readonly expanded: number;
  /** By how much the bound was exceeded at least, since begin; infinite if it never was. */
  readonly leastExcess: number;
  /** The blank's moves from where it began to the search's node. */
  readonly moves: string;
  /** Returns h of a node on that path. @param depth moves to it from where the search began */
  estimateAt(depth: number): number;
  /** Gives memory back, once no worker uses it. */
  close(): void;
}
