/**
 * The API's answers, as JSON: the types shared by the server, the page and docs/reference/api.md.
 *
 * A state is always a text: a position of a board is written as `2 3 4 1 5 x 7 6 8`, other states in the notation of their space.
 * Spaces whose moves cannot be undone are `directed`: their distances and solutions are from the start to the state.
 */

import type { EstimateQuality } from '../base/statistics.js';
import type { AlgorithmName, SearchProgress } from '../search/question/progress.js';

/** GET /api/spaces */
export interface SpacesAnswer {
  /** Spaces in the order of the page's list. */
  readonly spaces: readonly SpaceAnswer[];
  /** What the page itself can explore; null if it is served by `antipode serve`. */
  readonly explores: ExploresAnswer | null;
}

export interface ExploresAnswer {
  /** Some spaces, in the order of the page's list. */
  readonly offered: readonly OfferedSpace[];
  readonly threads: number;
  /** True if threads can share memory, because the page is isolated from others. */
  readonly isolated: boolean;
  /** Bytes of memory for explorations and tables. */
  readonly memory: number;
}

/** A space as the gallery shows it, before it is explored. */
export interface OfferedSpace extends SpaceCard {
  /** Text that names the space, such as pancake:8. */
  readonly space: string;
  readonly states: number;
}

/** What the gallery shows of a space. */
export interface SpaceCard {
  /** Identifier in paths and links, of letters, digits, `-`, `_`, `.` and `~`. */
  readonly id: string;
  /** Name such as 3x3 or pancake:11. */
  readonly name: string;
  /** What people call it, such as 8-puzzle or 11 pancakes. */
  readonly title: string;
  /** Grid of a board; null for other spaces. */
  readonly board: BoardAnswer | null;
  /** State to or from which distances are counted: the goal of a board, the first start of another space. */
  readonly goal: string;
  /** null if they are more than 10^308. */
  readonly states: number | null;
  /** null if it is unknown. */
  readonly maxDepth: number | null;
  /** What moves do, in a sentence; null of permutations from files and of modules. */
  readonly rule: string | null;
  /** Drawing of states; null for boards, and for spaces whose states are known only as texts. */
  readonly face: Drawing | null;
}

/** GET /api/plan?space=...&metric=...&goal=...&start=... or ?id=...: what an exploration takes. */
export interface PlanAnswer {
  /** Identifier that the explored space has in paths and links. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** null if they are more than 10^308. */
  readonly states: number | null;
  /** False if the space is a board that opens without a table, since it is too large for one. */
  readonly hasTable: boolean;
  /** Bytes of the exploration and its table; 0 if the space is open already, or opens without a table. */
  readonly bytes: number;
  /** Approximate seconds of the exploration on this many threads; null if they are unknown. */
  readonly seconds: number | null;
  readonly threads: number;
  readonly fits: boolean;
  /** A line that says why the space does not fit, and what to do; null if it fits. */
  readonly problem: string | null;
}

/**
 * POST /api/explorations: lines of JSON. The plan and the layers come before the space, or before the reason why there is none. A space
 * that is open already has only its own line.
 */
export type ExplorationLine =
  | { readonly plan: PlanAnswer }
  | { readonly layer: LayerAnswer }
  | OpenedAnswer
  | { readonly failed: string };

/** A layer that is complete: `fresh` states of this depth, `found` of `states` in all. */
export interface LayerAnswer {
  readonly depth: number;
  readonly fresh: number;
  readonly found: number;
  readonly states: number;
  /** Seconds since the begin of the exploration. */
  readonly seconds: number;
}

/** POST /api/tables?name=... with the bytes of a table's file */
export interface OpenedAnswer {
  readonly space: SpaceAnswer;
}

/** A space that is served. */
export interface SpaceAnswer extends SpaceCard {
  readonly metric: string | null;
  readonly directed: boolean;
  /** Number of goals, 1 for boards. Distances are to the nearest goal. */
  readonly goals: number;
  /** True if a table holds all distances; otherwise solutions are searched, and shortest ones can take long. */
  readonly hasTable: boolean;
  /** Names of all moves, in the order in which solutions prefer them. */
  readonly moves: readonly string[];
  /** Drawing of states, and a sentence for each move; null for boards, and for spaces whose states are known only as texts. */
  readonly face: Face | null;
  /** Algorithms that can be compared. */
  readonly searches: readonly AlgorithmAnswer[];
}

export interface AlgorithmAnswer {
  readonly algorithm: AlgorithmName;
  /** Heuristics that the algorithm can use, the default one first; empty if it uses none. */
  readonly heuristics: readonly string[];
}

export interface BoardAnswer {
  readonly rows: number;
  readonly columns: number;
  /** Square (row * columns + column) of each cell, ascending. */
  readonly squares: readonly number[];
}

/** A drawing of states, determined by their texts. */
export type Face = Drawing & {
  /** A sentence for each move, or its cycles, in the order of `SpaceAnswer.moves`. */
  readonly moves: readonly string[];
};

export type Drawing =
  | { readonly kind: 'pancakes'; readonly burnt: boolean }
  | { readonly kind: 'hanoi'; readonly pegs: number }
  | { readonly kind: 'knight' | 'solitaire'; readonly side: number }
  /** A ring of pieces, of which the first `turntable` lie on a turntable. */
  | { readonly kind: 'topspin'; readonly turntable: number }
  /** Some tiles of a board, whose other tiles are alike. */
  | { readonly kind: 'pattern'; readonly board: BoardAnswer }
  | { readonly kind: 'net'; readonly solid: Solid }
  /** `cycles` if all pieces differ, otherwise `pieces` in their places. */
  | { readonly kind: 'cycles' | 'pieces'; readonly sets: readonly SetAnswer[] };

/** The built-in solids. */
export type Solid = 'cube-2x2x2' | 'corners-3x3x3' | 'skewb' | 'dino' | 'pyraminx' | 'jing-pyraminx';

/** A set of a puzzle's pieces that change places with each other. */
export interface SetAnswer {
  readonly name: string;
  readonly pieces: number;
}

/** GET /api/spaces/:id/distribution */
export interface DistributionAnswer {
  /** Number of states at each distance 0, 1, 2 ... */
  readonly histogram: readonly number[];
  readonly states: number;
  readonly maxDepth: number;
  readonly mean: number;
  readonly median: number;
  readonly mode: number;
  readonly standardDeviation: number;
  /** Publication of the histogram; null if it was counted here. */
  readonly source: string | null;
}

/** GET /api/spaces/:id/distance?state=...: the distances of a state and its neighbours. */
export interface DistanceAnswer {
  readonly state: string;
  /** Minimum number of moves; null if the state is unreachable. */
  readonly distance: number | null;
  /**
   * Every possible move, in the order of `SpaceAnswer.moves`. Unless the space is directed, a move is optimal if its distance is
   * one less.
   */
  readonly moves: readonly MoveAnswer[];
}

/** A move, and the state that it leads to. */
export interface MoveAnswer {
  readonly move: string;
  readonly state: string;
  /** Distance of the state that the move leads to. */
  readonly distance: number | null;
}

/** POST /api/spaces/:id/distances with {"states": [...]} */
export interface DistancesAnswer {
  /** Distance of each state, in the order of the request. */
  readonly distances: readonly ShortDistance[];
}

export interface ShortDistance {
  /** Minimum number of moves; null if the state is unreachable. */
  readonly distance: number | null;
  /** Names of the moves that begin a shortest solution; empty if the space is directed. */
  readonly optimal: readonly string[];
}

/** GET /api/spaces/:id/solution?state=... */
export interface SolutionAnswer {
  /** First state of the path: the requested state, or the start if the space is directed. */
  readonly from: string;
  readonly distance: number | null;
  /** A shortest solution; null if there is none. */
  readonly steps: readonly StepAnswer[] | null;
}

/** A move of a solution, and the state after it. */
export interface StepAnswer {
  readonly move: string;
  readonly state: string;
}

/**
 * POST /api/spaces/:id/solutions with {"state": ...}, for a space without a table: lines of JSON, the next one when a shorter solution is
 * found or the bound rises.
 */
export interface SolutionLine {
  readonly state: string;
  /** Number of moves of the best solution so far; null if there is none. */
  readonly length: number | null;
  /** Every solution has at least this many moves. */
  readonly bound: number;
  /** True if no solution is shorter, or none exists. */
  readonly proved: boolean;
  readonly moves: readonly string[] | null;
  /** Seconds since the request. */
  readonly seconds: number;
}

/** GET /api/spaces/:id/random?depth=..&count=.. for a space with a table, otherwise ?count=.., and ?steps=.. for random walks */
export interface RandomAnswer {
  /** Depth of each state; null for ends of walks. */
  readonly depth: number | null;
  /** Length of the random walks from the goal that end in the states; null for states of a depth. */
  readonly steps: number | null;
  /** Up to `count` different states; fewer if no more exist, were kept or were found. */
  readonly states: readonly string[];
  /**
   * True if each state of the depth had the same chance: it was drawn from all states, or from a sample of some hundred that were drawn.
   * A board's sample is the same at every start of the server. False if random walks found the states.
   */
  readonly uniform: boolean;
}

/** GET /api/spaces/:id/antipodes?count=.. */
export interface AntipodesAnswer {
  readonly depth: number;
  /** Number of antipodes. */
  readonly of: number;
  /**
   * The first antipodes by rank. If the space is too large to enumerate again: those listed in the result file beside the table, in
   * its order, or none.
   */
  readonly states: readonly string[];
}

/** GET /api/spaces/:id/estimates?state=...: the facts about a state that need no solution. */
export interface EstimatesAnswer {
  readonly state: string;
  /** Lower bound of the distance by each heuristic of the space; empty if the goal is unreachable. */
  readonly estimates: readonly EstimateAnswer[];
  /** Number of shortest solutions, in digits; null if there is no table, or if they are too many to count. */
  readonly solutions: string | null;
}

/** GET /api/spaces/:id/heuristics: the estimates of each heuristic against the distance, over all states; none if it has no heuristics. */
export interface HeuristicsAnswer {
  readonly heuristics: readonly HeuristicAnswer[];
}

export type HeuristicAnswer = EstimateQuality & { readonly heuristic: string };

export interface EstimateAnswer {
  readonly heuristic: string;
  /** null while the heuristic's pattern databases are being built: request it again later. */
  readonly value: number | null;
  /** Partition of the pattern databases; null for other heuristics. */
  readonly note: string | null;
}

/**
 * POST /api/spaces/:id/searches with {"state": ..., "searches": [...]}: lines of JSON. The lines with the progress of a search come
 * before the line with its result.
 */
export type ComparisonLine = SearchProgressLine | FinishedSearch | FailedSearch;

export interface ComparedSearch {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
}

interface SearchProgressLine extends ComparedSearch {
  readonly progress: SearchProgress;
}

export interface FinishedSearch extends ComparedSearch {
  readonly distance: number | null;
  readonly expanded: number;
  readonly generated: number;
  /** Maximum number of nodes held in memory at the same time. */
  readonly stored: number;
  readonly seconds: number;
}

export interface FailedSearch extends ComparedSearch {
  /** Reason why there is no result, such as a limit that the search reached. */
  readonly failed: string;
}

/** The answer to a request that is refused or fails. */
export interface ErrorAnswer {
  /** One line that states what was expected, what was found and what to do. */
  readonly error: string;
}
