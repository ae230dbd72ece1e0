/**
 * The seam between IDA* and its kernels: a search that is compiled for one start and goal, its iterations, and the
 * messages by which workers share an iteration.
 */

import type { Direction } from '../../spaces/board/board.js';
import type { LayerCounts } from '../question/counts.js';

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

/** One iteration of IDA*: everything whose f = depth + heuristic stays within a bound. */
export interface Iteration extends Excess {
  readonly generated: number;
  readonly expanded: number;
  /** The blank's moves from the start to the goal, if a path of `bound` moves was found. */
  readonly moves?: string;
}

interface Excess {
  /** Minimum by which the bound was exceeded; infinite if it never was. */
  readonly excess: number;
}

/** The iterations of IDA*, and their counts. */
export class Deepening {
  expanded = 0;
  generated = 0;
  /** The bound of the iteration. */
  bound = 0;
  /** The bounds of all iterations, and the nodes expanded before each of them. */
  readonly #iterations: { readonly bound: number; readonly begin: number }[] = [];

  /**
   * Searches within one bound after the other until a path is found.
   * @param first the first bound
   * @param iterate searches within a bound, and counts its nodes
   * @returns null if no moves lead to the goal
   */
  async run<Found>(
    first: number,
    iterate: (bound: number) => Promise<Excess & { readonly path: Found | undefined }>,
  ): Promise<Found | null> {
    for (this.bound = first; ; ) {
      this.#iterations.push({ bound: this.bound, begin: this.expanded });
      const { path, excess } = await iterate(this.bound);
      if (path !== undefined) return path;
      if (!Number.isFinite(excess)) return null;
      this.bound += excess;
    }
  }

  /** Adds nodes of the iteration. */
  add({ expanded, generated }: { readonly expanded: number; readonly generated: number }): void {
    this.expanded += expanded;
    this.generated += generated;
  }

  /** Returns the number of nodes that each iteration has expanded, by its bound. */
  get layers(): LayerCounts {
    const expanded = new Array<number>(this.bound + 1).fill(0);
    for (const [index, { bound, begin }] of this.#iterations.entries()) {
      expanded[bound] = (this.#iterations[index + 1]?.begin ?? this.expanded) - begin;
    }
    return { expanded, frontier: [] };
  }
}

/** A worker's share of an iteration. */
export interface LeavesTask<Source = object> {
  readonly source: Source;
  readonly leaves: Leaves;
  readonly bound: number;
  /** Shared: the next leaf to be claimed, and a flag to stop. */
  readonly counters: Int32Array;
}

/** The counts of a worker's share, and its solution if it found one. */
export interface LeavesResult extends Iteration {
  /** The leaf below which `moves` begin. */
  readonly leaf: number;
}

/** The positions after the first moves of a search, in shared memory. */
interface Leaves {
  readonly count: number;
  /** Moves to each of them. */
  readonly depth: number;
  /** Their indices in MOVE_ORDER, `depth` bytes for each leaf. */
  readonly moves: Uint8Array;
}

export const NEXT_LEAF = 0;
export const STOP = 1;
const COUNTERS = 2;

export function newLeafCounters(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
}

/** Copies leaves into shared memory. @param paths the blank's moves to each, `depth` of them */
export function packLeaves(paths: readonly string[], depth: number): Leaves {
  const moves = new Uint8Array(new SharedArrayBuffer(paths.length * depth));
  for (const [leaf, path] of paths.entries()) {
    for (let move = 0; move < depth; move++) moves[leaf * depth + move] = MOVE_ORDER.indexOf(path[move] as Direction);
  }
  return { count: paths.length, depth, moves };
}

/** Returns the blank's moves to a leaf. */
export function pathToLeaf({ depth, moves }: Leaves, leaf: number): string {
  let path = '';
  for (let move = leaf * depth; move < (leaf + 1) * depth; move++) path += MOVE_ORDER[moves[move]];
  return path;
}
