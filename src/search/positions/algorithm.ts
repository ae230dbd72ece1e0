/**
 * What search algorithms have in common: the question, the answer, and the count of what it took.
 *
 * A node is a position that a search has come to. It is *generated* when a move leads to it, again at every time that one
 * does, and *expanded* when its moves are made in turn. No search makes the move that undoes the last one.
 */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import type { Position } from '../../spaces/board/position.js';
import type { Heuristic } from '../heuristic/heuristic.js';
import type { Limits } from '../limits.js';

/** A way is searched on a board from one position to another. */
export interface SearchProblem {
  readonly board: Board;
  readonly start: Position;
  readonly goal: Position;
  readonly metric: Metric;
}

/** A shortest way, and what it took to find it. */
export interface Found {
  /** The blank's moves, u, d, l, r, in the metric `multi` each with its count. */
  readonly moves: string;
  /** Nodes expanded, over the whole search. */
  readonly expanded: number;
  /** Nodes generated, over the whole search. */
  readonly generated: number;
  /** Nodes held in memory at once, at most; by each thread, where several search. */
  readonly stored: number;
}

export interface SearchContext {
  /** Of the problem's goal; made where it is asked for. */
  readonly heuristic: () => Heuristic;
  readonly limits: Limits;
  /** Worker threads, for algorithms that can use several. */
  readonly threads: number;
}

export interface Algorithm {
  /**
   * @param problem whose start is not its goal, and can reach it
   * @throws LimitError, the reason of the limits' signal, WorkerError
   */
  find(problem: SearchProblem, context: SearchContext): Promise<Found>;
}
