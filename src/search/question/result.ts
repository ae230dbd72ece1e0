/** Results of searches: a shortest path, and the effort of finding it. */

import type { AlgorithmName } from './algorithm-names.js';
import type { Effort } from './counts.js';
import type { SearchState } from './question.js';

/** A path through a space. */
export interface Path<S = SearchState> {
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** States from the first to the last, one more than moves. */
  readonly states: readonly S[];
}

/** The result of a search: a shortest solution, if one exists, and the effort of finding it. */
export interface SearchResult extends Effort {
  readonly algorithm: AlgorithmName;
  /** The heuristic; null if the algorithm uses none. */
  readonly heuristic: string | null;
  /** Names of the moves of a shortest path; null if no moves lead to the goal. */
  readonly moves: readonly string[] | null;
  /** The states of that path, including both ends: positions of boards, numbers in other spaces, colourings of large puzzles. */
  readonly states: readonly SearchState[] | null;
  /** Number of moves; null if no moves lead to the goal. */
  readonly distance: number | null;
  /** Seconds of the search itself, without making pattern databases and without reports of its progress. */
  readonly seconds: number;
}

/** Returns the effort of a table's path: each state on it but the last is expanded, and its neighbour on the path generated. */
export function effortOfWalk(path: Path | null): Effort {
  const moves = path?.moves.length ?? 0;
  return { expanded: moves, generated: moves, stored: path === null ? 0 : 1 };
}

/** @param begin beginning of the search, from performance.now() */
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
