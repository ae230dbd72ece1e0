/**
 * Solutions, state by state, and the best known solutions of positions without a table. What is known of one position tells something about all
 * on the way to it.
 */

import type { BoardAnswer, SpaceAnswer, StepAnswer } from '../../serve/answers.js';
import type { Direction, Metric } from '../../spaces/board/board.js';
import { slid, slideName } from '../../spaces/board/moves.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import { readTiles, slideBy, slideTo } from '../states/tiles.js';

/** A solution, state by state: a shortest one, or the best known one of a position without a table. */
export interface SolutionPath {
  /** State before the first move, and the state after each move. All states differ. */
  readonly states: readonly string[];
  readonly moves: readonly string[];
  /** Distance of each state if the solution is a shortest one. */
  readonly distances: readonly number[];
}

/** Returns the path that begins at a state. */
export function pathOf(from: string, steps: readonly StepAnswer[], { directed }: SpaceAnswer): SolutionPath {
  const states = [from, ...steps.map(({ state }) => state)];
  const distances = states.map((_, at) => (directed ? at : steps.length - at));
  return { states, moves: steps.map(({ move }) => move), distances };
}

/** The best known solution of a position without a table. */
export interface KnownSolution {
  /** Begins at the position. */
  readonly path: SolutionPath;
  /** Every solution has at least this many moves. */
  readonly bound: number;
}

/** Returns true if no solution is shorter. */
export function isProved({ path, bound }: KnownSolution): boolean {
  return bound >= path.moves.length;
}

/** Returns the position after a move; null if the move is not possible. */
export function positionAfter(board: BoardAnswer, from: string, move: string): string | null {
  const tiles = readTiles(from, board);
  const slide = tiles && slideBy(board, tiles, move[0] as Direction, Number(move.slice(1)) || 1);
  return tiles && slide ? formatPosition(slid(tiles, slide)) : null;
}

/** Returns the path of moves from a position. */
export function pathOfMoves(board: BoardAnswer, from: string, moves: readonly string[]): SolutionPath {
  const states = [from];
  for (const [at, move] of moves.entries()) states.push(positionAfter(board, states[at], move) ?? states[at]);
  return withoutCircles(states, moves);
}

/** Returns a path without the parts that return to one of its states. */
function withoutCircles(states: readonly string[], moves: readonly string[]): SolutionPath {
  const last = new Map(states.map((state, at) => [state, at]));
  const kept: number[] = [];
  for (let at = 0; at < states.length; at++) {
    at = last.get(states[at]) as number;
    kept.push(at);
  }
  const length = kept.length - 1;
  return {
    states: kept.map((at) => states[at]),
    moves: kept.slice(0, -1).map((at) => moves[at]),
    distances: kept.map((_, at) => length - at),
  };
}

/** Returns the name of the move from a position to its neighbour. */
export function moveBetween({ board, metric }: SpaceAnswer, from: string, to: string): string {
  const [tiles, next] = [from, to].map((state) => (board && readTiles(state, board)) ?? []);
  const slide = board && slideTo(board, tiles, next.indexOf(BLANK));
  return slide ? slideName(slide, metric as Metric) : '';
}

/** Returns what is known of a state on a path. */
export function knownOnPath({ path, bound }: KnownSolution, state: string): KnownSolution | undefined {
  const at = path.states.indexOf(state);
  if (at < 0) return undefined;
  const { states, moves, distances } = path;
  const rest = { states: states.slice(at), moves: moves.slice(at), distances: distances.slice(at) };
  return { path: rest, bound: Math.max(0, bound - at) };
}

/**
 * Returns what is known of the state of a play: by itself, or by the last state before it of which something is known.
 * @param find returns what is known of a state by itself
 */
export function knownInPlay(
  space: SpaceAnswer,
  { start, made }: { readonly start: string; readonly made: readonly string[] },
  find: (state: string) => KnownSolution | undefined,
): KnownSolution | null {
  const trail = [...made.toReversed(), start];
  const at = trail.findIndex((state) => find(state) !== undefined);
  const known = find(trail[at]);
  if (known === undefined) return null;
  const moves = trail.slice(0, at).map((state, move) => moveBetween(space, state, trail[move + 1]));
  const path = withoutCircles([...trail.slice(0, at), ...known.path.states], [...moves, ...known.path.moves]);
  return { path, bound: Math.max(0, known.bound - at) };
}

/** Maximum number of states whose solutions are remembered. */
const MOST_KNOWN = 100;

/** What is known of the positions of a space that were shown. */
export class KnownSolutions {
  /** Best solutions, the newest last. */
  readonly #solutions = new Map<string, KnownSolution>();
  /** Bounds that searches have proved, possibly before a solution was known. */
  readonly #bounds = new Map<string, number>();

  clear(): void {
    this.#solutions.clear();
    this.#bounds.clear();
  }

  /** Returns the best known solution of a state. @param other a solution that may lead through it */
  find(state: string, other: KnownSolution | null = null): KnownSolution | undefined {
    const rest = other === null ? undefined : knownOnPath(other, state);
    const own = this.#solutions.get(state);
    return own === undefined || rest === undefined ? this.#bounded(own ?? rest) : this.#bounded(better(own, rest));
  }

  /** Remembers the better one of a solution and another one. @returns it, with the best bound */
  add(found: KnownSolution, other: KnownSolution | null = null): KnownSolution {
    const known = this.#bounded(better(other ?? found, found));
    const [state] = known.path.states;
    this.#solutions.delete(state);
    this.#solutions.set(state, known);
    for (const oldest of this.#solutions.keys()) if (this.#solutions.size > MOST_KNOWN) this.#solutions.delete(oldest);
    return known;
  }

  /** Remembers a bound of a state. @returns false if it is no news */
  raise(state: string, bound: number): boolean {
    if (bound <= (this.#bounds.get(state) ?? 0)) return false;
    this.#bounds.set(state, bound);
    return true;
  }

  #bounded<Known extends KnownSolution | undefined>(known: Known): Known {
    return known && { ...known, bound: Math.max(known.bound, this.#bounds.get(known.path.states[0]) ?? 0) };
  }
}

/** Returns the shorter solution of the same state with the higher bound. */
export function better(one: KnownSolution, other: KnownSolution): KnownSolution {
  const { path } = other.path.moves.length < one.path.moves.length ? other : one;
  return { path, bound: Math.max(one.bound, other.bound) };
}

/** Returns a path that continues with the known solution of one of its states if that is shorter. */
export function continued(path: SolutionPath, known: KnownSolution): SolutionPath {
  const at = path.states.indexOf(known.path.states[0]);
  if (at < 0 || path.moves.length - at <= known.path.moves.length) return path;
  const { states, moves } = known.path;
  return withoutCircles([...path.states.slice(0, at), ...states], [...path.moves.slice(0, at), ...moves]);
}

/** Maximum side of boards without a table whose shortest solutions and best moves are searched in a moment. */
const EXACT_SIDE = 4;

/** Returns true if distances are known in a moment; otherwise the page shows the best known solution. */
export function isExact({ hasTable, board, searches }: SpaceAnswer): boolean {
  if (hasTable || board === null) return true;
  const hasDatabases = searches.some(({ heuristics }) => heuristics.includes('pattern'));
  return hasDatabases && Math.max(board.rows, board.columns) <= EXACT_SIDE;
}
