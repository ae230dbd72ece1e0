/** The counts of searches, during a search and at its end. The page imports these types, too. */

/**
 * The effort of a search.
 *
 * A node is a state that a search has reached. It is *generated* when a move leads to it, again each time that one
 * does, and *expanded* when its moves are made in turn.
 */
export interface Effort {
  /** Nodes expanded. */
  readonly expanded: number;
  /** Nodes generated; on boards without the move that undoes the last one. */
  readonly generated: number;
  /** Nodes held in memory at once, at most; by each thread, if several search. */
  readonly stored: number;
}

/** Nodes by their moves from where a side of the search begins: [0, 1, 2 ... moves]. Both arrays have the same length, but see `layers`. */
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
  /** Moves that led to it from where its side of the search begins. */
  readonly g: number;
  /** The estimate of the moves that are left; null if the algorithm uses no heuristic. */
  readonly h: number | null;
}

/** Layers, bound and node of a search at a moment. */
export interface Whereabouts {
  /** The layers from the start. IDA* has its iterations in their place, by their bounds, and an empty `frontier`: it stores a path alone. */
  readonly layers: LayerCounts;
  /** The layers from the goal, of bidirectional search; null of others. */
  readonly backward: LayerCounts | null;
  /** The bound of the iteration, of IDA*; null of others. */
  readonly bound: number | null;
  /** The node that was expanded last. With IDA* on several threads it is the start. */
  readonly current: ProgressNode;
}

/** The progress of a search: exact counts. IDA* counts a node as expanded when it begins to make its moves, others when all are made. */
export interface SearchProgress extends Effort, Whereabouts {}
