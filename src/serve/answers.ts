/**
 * Answers of the API, as JSON: the shapes that the server, the page and docs/reference/api.md share.
 *
 * A state is a text everywhere: a position of a board as `2 3 4 1 5 x 7 6 8`, a state of another space as its space writes it.
 * Spaces whose moves cannot be undone are `directed`: their distances and solutions lead from the start to the state.
 */

import type { AlgorithmName } from '../search/question/algorithm-names.js';
import type { SearchProgress } from '../search/question/counts.js';

/** GET /api/spaces */
export interface SpacesAnswer {
  /** In the order in which they are offered. */
  readonly spaces: readonly SpaceAnswer[];
}

/** A space that is served. */
export interface SpaceAnswer {
  /** Names it in paths: letters, digits, `-`, `_`, `.` and `~`. */
  readonly id: string;
  /** Such as 3x3 or pancake:11. */
  readonly name: string;
  readonly metric: string | null;
  /** The grid of a board; null of other spaces. */
  readonly board: BoardAnswer | null;
  readonly directed: boolean;
  /** The state to or from which distances are counted: the goal of a board, the first start of another space. */
  readonly goal: string;
  /** The number of goals: 1 of boards; a distance is that of the nearest. */
  readonly goals: number;
  readonly states: number;
  /** null if it is not known. */
  readonly maxDepth: number | null;
  /** If true, a table holds all distances. If not, they are searched, which may take long. */
  readonly hasTable: boolean;
  /** Names of all moves, in the order in which solutions prefer them. */
  readonly moves: readonly string[];
  /** How states are drawn, and a sentence for each move; null of boards, and of spaces of which nothing but texts is known. */
  readonly face: Face | null;
  /** The algorithms that may be compared. */
  readonly searches: readonly AlgorithmAnswer[];
}

export interface AlgorithmAnswer {
  readonly algorithm: AlgorithmName;
  /** The heuristics that it may use, the default one first; none if it uses none. */
  readonly heuristics: readonly string[];
}

export interface BoardAnswer {
  readonly rows: number;
  readonly columns: number;
  /** The square row * columns + column of each cell, ascending. */
  readonly squares: readonly number[];
}

/** A drawing of states, which their texts determine. */
export type Face = Drawing & {
  /** A sentence for each move, or its cycles, in the order of `SpaceAnswer.moves`. */
  readonly moves: readonly string[];
};

export type Drawing =
  | { readonly kind: 'pancakes'; readonly burnt: boolean }
  | { readonly kind: 'hanoi'; readonly pegs: number }
  | { readonly kind: 'knight' | 'solitaire'; readonly side: number }
  | { readonly kind: 'net'; readonly solid: Solid }
  /** `cycles` if all pieces differ, else `pieces`, in their places. */
  | { readonly kind: 'cycles' | 'pieces'; readonly sets: readonly SetAnswer[] };

/** The built-in solids. */
export type Solid = 'cube-2x2x2' | 'corners-3x3x3' | 'skewb' | 'dino' | 'pyraminx' | 'jing-pyraminx';

/** Pieces of a puzzle that change places with each other. */
export interface SetAnswer {
  readonly name: string;
  readonly pieces: number;
}

/** GET /api/spaces/:id/distribution */
export interface DistributionAnswer {
  /** States of each distance 0, 1, 2 ... */
  readonly histogram: readonly number[];
  readonly states: number;
  readonly maxDepth: number;
  readonly mean: number;
  readonly median: number;
  readonly mode: number;
  readonly standardDeviation: number;
  /** Who published the histogram; null if it was counted here. */
  readonly source: string | null;
}

/** GET /api/spaces/:id/distance?state=...: a state, and what lies around it. */
export interface DistanceAnswer {
  readonly state: string;
  /** Fewest moves; null if no moves lead there. */
  readonly distance: number | null;
  /**
   * Every move that can be made, in the order of `SpaceAnswer.moves`. Unless the space is directed, one is optimal if its
   * distance is one less.
   */
  readonly moves: readonly MoveAnswer[];
}

/** A move, and where it leads. */
export interface MoveAnswer {
  readonly move: string;
  readonly state: string;
  /** From the state that it leads to. */
  readonly distance: number | null;
}

/** POST /api/spaces/:id/distances with {"states": [...]} */
export interface DistancesAnswer {
  /** Of each state, in the order of the question. */
  readonly distances: readonly ShortDistance[];
}

export interface ShortDistance {
  /** Fewest moves; null if no moves lead there. */
  readonly distance: number | null;
  /** Names of the moves that a shortest solution may begin with; none if the space is directed. */
  readonly optimal: readonly string[];
}

/** GET /api/spaces/:id/solution?state=... */
export interface SolutionAnswer {
  /** First state of the path: the state asked for, or the start if the space is directed. */
  readonly from: string;
  readonly distance: number | null;
  /** A shortest solution; null if there is none. */
  readonly steps: readonly StepAnswer[] | null;
}

/** A move that is made, and the state that it leads to. */
export interface StepAnswer {
  readonly move: string;
  readonly state: string;
}

/** GET /api/spaces/:id/random?depth=..&count=.. of a space with a table, else ?steps=..&count=.. */
export interface RandomAnswer {
  /** Of each of the states; null of ends of walks. */
  readonly depth: number | null;
  /** Moves of the random walks from the goal that end in the states; null of states of a depth. */
  readonly steps: number | null;
  /** At most `count` different ones; fewer if there are no more, or no more are kept or found. */
  readonly states: readonly string[];
  /**
   * True if each state of the depth had the same chance to be in the sample that is drawn from: some hundreds of states, of a
   * board the same at every start. False of spaces too large to enumerate again, and of ends of walks.
   */
  readonly uniform: boolean;
}

/** GET /api/spaces/:id/antipodes?count=.. */
export interface AntipodesAnswer {
  readonly depth: number;
  /** The number of antipodes. */
  readonly of: number;
  /**
   * The first of them by number; if the space is too large to enumerate again, those that the result file beside the table lists,
   * in its order, or none.
   */
  readonly states: readonly string[];
}

/** GET /api/spaces/:id/estimates?state=...: what is known of a state without its solution. */
export interface EstimatesAnswer {
  readonly state: string;
  /** A lower bound of the distance by each heuristic of the space; none if no moves lead to the goal. */
  readonly estimates: readonly EstimateAnswer[];
  /** The number of shortest solutions, in digits; null if there is no table, or they are too many to count. */
  readonly solutions: string | null;
}

export interface EstimateAnswer {
  readonly heuristic: string;
  /** null while its pattern databases are made: ask again later. */
  readonly value: number | null;
  /** Of pattern databases their partition. */
  readonly note: string | null;
}

/**
 * POST /api/spaces/:id/searches with {"state": ..., "searches": [...]}: lines of JSON. Those with the progress of a search come before the
 * one with which it ends.
 */
export type ComparisonLine = SearchProgressLine | FinishedSearch | FailedSearch;

export interface ComparedSearch {
  readonly algorithm: AlgorithmName;
  /** null if it uses none. */
  readonly heuristic: string | null;
}

export interface SearchProgressLine extends ComparedSearch {
  readonly progress: SearchProgress;
}

export interface FinishedSearch extends ComparedSearch {
  readonly distance: number | null;
  readonly expanded: number;
  readonly generated: number;
  /** Nodes held in memory at once, at most. */
  readonly stored: number;
  readonly seconds: number;
}

export interface FailedSearch extends ComparedSearch {
  /** Why there is no result, such as a limit that it came to. */
  readonly failed: string;
}

/** Whatever is refused or fails. */
export interface ErrorAnswer {
  /** One line: what was expected, what was found, what to do. */
  readonly error: string;
}
