/**
 * Searches of positions with pattern databases, in worker threads. The distances of all positions on a shortest solution are known, so
 * these positions are not searched from the beginning again.
 */

import { availableParallelism } from 'node:os';
import { unlessAborted } from '../base/threads.js';
import { WorkerPool } from '../base/worker-pool.js';
import type { FirstMovesTask } from '../search/ida-star/first-moves.js';
import { LimitError } from '../search/question/progress.js';
import { positionPath } from '../search/question/question.js';
import { DIRECTIONS, neighbour, OPPOSITE } from '../spaces/board/board.js';
import { BLANK, formatPosition, type Position } from '../spaces/board/position.js';
import type { BoardPatterns } from './board-patterns.js';
import { BusyError } from './comparisons.js';
import { IdleWorker, Recent, Slots } from './work.js';

/** Number of search threads of one board. */
export const SEARCH_THREADS = Math.max(2, Math.min(4, availableParallelism()));
const MOST_WAITING = 16;
const SEARCH_SECONDS = 300;
/** Milliseconds after which an idle thread ends. */
const IDLE_TIME = 60_000;
const MOST_ANSWERS = 256;
/** Maximum number of positions kept from solutions; each answer has about 80. */
const MOST_SOLUTIONS = 8192;

type Task = FirstMovesTask & { readonly stop: Int32Array };

/** A search, and the requests that wait for it. */
interface Running {
  readonly solutions: Promise<readonly string[]>;
  readonly abandoned: AbortController;
  waiting: number;
}

export class PositionSearches {
  readonly #patterns: BoardPatterns;
  readonly #seconds: number;
  readonly #threads = Array.from(
    { length: SEARCH_THREADS },
    () => new IdleWorker<Task, string[] | null>(() => new WorkerPool('search-first-moves.cjs', 1), IDLE_TIME),
  );
  readonly #slots = new Slots(
    SEARCH_THREADS,
    MOST_WAITING,
    () => new BusyError(`${MOST_WAITING} searches are already waiting, the maximum: try again later`),
  );
  readonly #running = new Map<string, Running>();
  readonly #answers = new Recent<readonly string[]>(MOST_ANSWERS);
  readonly #solutions = new Recent<string>(MOST_SOLUTIONS);

  /** @param patterns pattern databases with scratch space for SEARCH_THREADS @param seconds time limit of a search */
  constructor(patterns: BoardPatterns, seconds = SEARCH_SECONDS) {
    this.#patterns = patterns;
    this.#seconds = seconds;
  }

  /**
   * Returns a shortest solution for each move that begins one. Simultaneous requests for the same position share a search, which stops
   * when no request waits for it any more.
   * @param start solvable position
   * @throws the signal's reason; BusyError if too many searches wait; LimitError if the search takes too long; WorkerError
   */
  async from(start: Position, signal: AbortSignal | undefined): Promise<readonly string[]> {
    signal?.throwIfAborted();
    const key = formatPosition(start);
    const found = this.#answers.get(key);
    if (found !== undefined) return found;
    const running = this.#running.get(key) ?? this.#begin(key, start);
    running.waiting++;
    try {
      return await unlessAborted(running.solutions, signal);
    } finally {
      running.waiting--;
      if (running.waiting === 0) {
        running.abandoned.abort();
        if (this.#running.get(key) === running) this.#running.delete(key);
      }
    }
  }

  close(): void {
    for (const { abandoned } of this.#running.values()) abandoned.abort();
    for (const thread of this.#threads) void thread.end();
  }

  #begin(key: string, start: Position): Running {
    this.#slots.check();
    const abandoned = new AbortController();
    const running = { solutions: this.#search(key, start, abandoned.signal), abandoned, waiting: 0 };
    this.#running.set(key, running);
    return running;
  }

  async #search(key: string, start: Position, abandoned: AbortSignal): Promise<readonly string[]> {
    const timeOver = AbortSignal.timeout(1000 * this.#seconds);
    const signal = AbortSignal.any([abandoned, timeOver]);
    const { board, goal } = this.#patterns;
    try {
      const { layout, scratch } = await unlessAborted(this.#patterns.databases(), signal);
      return await this.#slots.run(async (thread) => {
        const known = this.#solutions.get(key) ?? null;
        const task = { problem: { board, start, goal }, layout, scratch: scratch[thread], known };
        const solutions = await this.#searchOn(thread, task, signal);
        this.#keep(key, start, solutions);
        return solutions;
      }, signal);
    } catch (error) {
      if (!timeOver.aborted || abandoned.aborted) throw error;
      throw new LimitError(
        `no solution within ${this.#seconds} s: the position is too hard, so the search was stopped`,
      );
    }
  }

  /** Searches on a thread. When the signal aborts, the search stops within a few milliseconds. @throws the signal's reason; WorkerError */
  async #searchOn(thread: number, task: FirstMovesTask, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const onAbort = () => void Atomics.store(stop, 0, 1);
    signal.addEventListener('abort', onAbort);
    try {
      const solutions = await this.#threads[thread].run({ ...task, stop }, 'in the middle of a search');
      if (solutions === null) throw signal.reason;
      return solutions;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Keeps the answer, and a shortest solution of each position on these solutions or one move away. */
  #keep(key: string, start: Position, solutions: readonly string[]): void {
    this.#answers.set(key, solutions);
    const { board } = this.#patterns;
    const blank = start.indexOf(BLANK);
    // After every other move, undoing it begins a shortest solution.
    for (const move of DIRECTIONS) {
      const cell = neighbour(board, blank, move);
      if (cell < 0 || solutions.some((solution) => solution[0] === move)) continue;
      const behind = start.with(blank, start[cell]).with(cell, BLANK);
      this.#solutions.set(formatPosition(behind), OPPOSITE[move] + solutions[0]);
    }
    for (const solution of solutions) {
      const { states } = positionPath({ board, start, metric: 'single' }, solution);
      for (const [moves, state] of states.entries()) this.#solutions.set(formatPosition(state), solution.slice(moves));
    }
  }
}
