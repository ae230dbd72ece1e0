/** The names of the algorithms, and the counts of a search while it runs and at its end. The page imports them, too. */

/** All algorithms. Only `table` needs a table. */
export const ALGORITHMS = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** Returns whether an algorithm uses a heuristic. */
export function isInformed(name: AlgorithmName): boolean {
  return name === 'astar' || name === 'idastar';
}

/**
 * The effort of a search.
 *
 * A node is a state that a search has reached. It is *generated* each time that a move leads to it, and *expanded* when
 * all its moves are made in turn.
 */
export interface Effort {
  /** Nodes expanded. */
  readonly expanded: number;
  /** Nodes generated; on boards, moves that undo the last one are not counted. */
  readonly generated: number;
  /** Maximum number of nodes in memory at the same time; for each thread, if several search. */
  readonly stored: number;
}

/**
 * Numbers of nodes by their moves from the beginning of a side of the search: [0, 1, 2 ... moves]. Both arrays have the
 * same length, except in `layers` of IDA*.
 */
export interface LayerCounts {
  /** Nodes expanded. */
  readonly expanded: readonly number[];
  /** Nodes that were generated and have not been expanded, each counted once. */
  readonly frontier: readonly number[];
}

/** A node, with its g and h. */
export interface ProgressNode {
  /** The text of its state. */
  readonly state: string;
  /** Moves to it from the beginning of its side of the search. */
  readonly g: number;
  /** The estimate of the remaining moves; null if the algorithm uses no heuristic. */
  readonly h: number | null;
}

/** Layers, bound and current node of a search. */
export interface Whereabouts {
  /**
   * The layers from the start. IDA* counts the nodes of its iterations instead, by their bounds, with an empty
   * `frontier`: it stores only a path.
   */
  readonly layers: LayerCounts;
  /** The layers from the goal in bidirectional search; null in others. */
  readonly backward: LayerCounts | null;
  /** The bound of the iteration in IDA*; null in others. */
  readonly bound: number | null;
  /** The node expanded last; the start while IDA* runs on several threads. */
  readonly current: ProgressNode;
}

/**
 * The progress of a search: exact counts. IDA* counts a node as expanded before making its moves, other algorithms
 * after all of them.
 */
export interface SearchProgress extends Effort, Whereabouts {}
