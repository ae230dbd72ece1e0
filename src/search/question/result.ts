/** Results of searches: a shortest path, and what it took to find it. */

import type { AlgorithmName } from './algorithm-names.js';
import type { Effort } from './counts.js';
import type { SearchState } from './question.js';

/** A path through a space. */
export interface Path<S = SearchState> {
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** States from the first to the last: one more than moves. */
  readonly states: readonly S[];
}

/** A shortest solution, or that there is none, and what it took to find it. */
export interface SearchResult extends Effort {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  /** Names of the moves of a shortest path; null if no moves lead to the goal. */
  readonly moves: readonly string[] | null;
  /** The states of that path, both ends included: positions of boards, numbers of other spaces. */
  readonly states: readonly SearchState[] | null;
  /** The number of moves. */
  readonly distance: number | null;
  /** Time of the search alone: pattern databases made before it, and reports of its progress, are not counted. */
  readonly seconds: number;
}

/** Returns the effort of walking down a table: it expands the states on the path, and generates the next of each. */
export function effortOfWalk(path: Path | null): Effort {
  const moves = path?.moves.length ?? 0;
  return { expanded: moves, generated: moves, stored: path === null ? 0 : 1 };
}

/** @param begin when the search began, by performance.now() */
export function searchResult(
  algorithm: AlgorithmName,
  heuristic: string | null,
  path: Path | null,
  { expanded, generated, stored }: Effort,
  begin: number,
): SearchResult {
  return {
    algorithm,
    heuristic,
    moves: path?.moves ?? null,
    states: path?.states ?? null,
    distance: path?.moves.length ?? null,
    expanded,
    generated,
    stored,
    seconds: (performance.now() - begin) / 1000,
  };
}
