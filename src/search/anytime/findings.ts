/** What an anytime search has found: the best solution so far, and the bound. */

import { LimitError } from '../question/progress.js';
import type { Path, SearchResult, SearchState } from '../question/question.js';
import type { ReadQuestion } from './given-solution.js';

/** The best solution so far, and the bound. */
export interface AnytimeSolution {
  /** Names of the moves of the best solution so far; null if none is known, or none exists and that is proved. */
  readonly moves: readonly string[] | null;
  /** The states of that solution, including both ends. */
  readonly states: readonly SearchState[] | null;
  /** Number of moves. */
  readonly length: number | null;
  /** Every solution has at least this many moves. */
  readonly bound: number;
  /** True if the answer is final: the solution is optimal, or no moves lead to the goal. */
  readonly isProved: boolean;
  /** Seconds since the search began, without making pattern databases. */
  readonly seconds: number;
  /** How the exact search has ended: with its result, or at a limit; null while it runs. */
  readonly exact: SearchResult | LimitError | null;
}

/** The shared length while no solution is known: more than any solution has. */
const UNKNOWN = 2 ** 31 - 1;

/** What all searches have found. */
export class Findings {
  /** Shared by threads: the length of the best solution. */
  readonly shared = new Int32Array(new SharedArrayBuffer(4)).fill(UNKNOWN);
  /** The best solution. */
  path: Path | null = null;
  /** As in AnytimeSolution. */
  exact: SearchResult | LimitError | null = null;
  /** When the searches began, from performance.now(). */
  begin: number | undefined;
  /** True if there is something that `now` has not told yet. */
  isNew = false;
  #tell = () => {};
  #superseded = new AbortController();
  readonly #question: ReadQuestion;
  #bound = 0;

  constructor(question: ReadQuestion) {
    this.#question = question;
  }

  /** Aborts when another search finds a shorter solution than `path`. */
  get superseded(): AbortSignal {
    return this.#superseded.signal;
  }

  get isProved(): boolean {
    const { path, exact } = this;
    return (path !== null && this.#bound >= path.moves.length) || (exact !== null && !(exact instanceof LimitError));
  }

  /** Adds a solution of another search than that of windows, if it is the shortest one. */
  readonly add = (moves: readonly string[]): void => {
    if (moves.length >= (this.path?.moves.length ?? UNKNOWN)) return;
    this.take(this.#question.follow(moves));
    this.#superseded.abort();
    this.#superseded = new AbortController();
  };

  /** Takes a solution, if it is the shortest one. @param path `windows` are moves of parts that are known to be shortest paths */
  readonly take = (path: Path & { readonly windows?: number }): void => {
    const { length } = path.moves;
    if (this.isProved) return;
    if (length < (this.path?.moves.length ?? UNKNOWN)) {
      this.path = path;
      Atomics.store(this.shared, 0, length);
      this.#changed();
    }
    if (path.windows === length && this.#question.isOnlyPair) this.raise(length);
  };

  readonly raise = (bound: number): void => {
    if (bound <= this.#bound) return;
    this.#bound = bound;
    this.#changed();
  };

  /** Ends the exact search. */
  end(exact: SearchResult | LimitError): void {
    this.exact = exact;
    if (!(exact instanceof LimitError)) {
      const { moves, states } = exact;
      this.path = moves && { moves, states: states as readonly SearchState[] };
      this.#bound = moves?.length ?? this.#bound;
    }
    this.#changed();
  }

  /** Waits until there is something new. */
  async change(): Promise<void> {
    if (this.isNew) return;
    await new Promise<void>((resolve) => {
      this.#tell = resolve;
    });
  }

  /** Returns what is known. */
  now(): AnytimeSolution {
    this.isNew = false;
    const { path, exact, begin, isProved } = this;
    const { moves = null, states = null } = path ?? {};
    const seconds = begin === undefined ? 0 : (performance.now() - begin) / 1000;
    return { moves, states, length: moves?.length ?? null, bound: this.#bound, isProved, seconds, exact };
  }

  #changed(): void {
    this.isNew = true;
    this.#tell();
  }
}
