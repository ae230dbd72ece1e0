/** The pattern databases of a served board, and the searches of its positions with them, in worker threads. */

import { unlessAborted } from '../base/threads.js';
import { onThread, WorkerPool } from '../base/worker-pool.js';
import { CompiledPatterns, type FirstMovesTask } from '../search/ida-star/compiled-patterns.js';
import { PatternDatabases } from '../search/ida-star/pattern-databases.js';
import { type HeuristicName, heuristicFor, PATTERN_HEURISTIC } from '../search/question/heuristics.js';
import { LimitError } from '../search/question/progress.js';
import { positionPath } from '../search/question/question.js';
import { type Board, DIRECTIONS, neighbour, OPPOSITE } from '../spaces/board/board.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../spaces/board/position.js';
import type { EstimateAnswer } from './answers.js';
import { BusyError } from './comparisons.js';
import { type DatabasesTask, MOST_COMPARISONS, type PreparedDatabases, SEARCH_THREADS } from './run-search.js';
import { newSlots, Once, recent, WhileAwaited } from './work.js';

/** The pattern databases of a board, built or opened when they are first needed. */
export type BoardPatterns = ReturnType<typeof boardPatterns>;

/** @param folder folder of pattern tables, which are used if they exist */
export function boardPatterns(board: Board, goal: Position, folder: string) {
  const databases = new Once(() => {
    const pool = new WorkerPool<DatabasesTask, PreparedDatabases>('prepare-databases', 1);
    return onThread(pool, { board, goal, folder }, 'while building pattern databases');
  });

  /**
   * Returns the estimate of a position by a heuristic, without waiting. That of the databases is null until they are complete: its first
   * call begins to build them.
   * @throws WorkerError if the databases begun by the previous call could not be built
   */
  function estimate(heuristic: string, state: string): Pick<EstimateAnswer, 'value' | 'note'> {
    const start = parsePosition(state, board);
    if (heuristic !== PATTERN_HEURISTIC) {
      return { value: heuristicFor(heuristic as HeuristicName, board, goal).estimate(start), note: null };
    }
    const prepared = databases.now();
    if (prepared === undefined) return { value: null, note: null };
    const { layout, partition, scratch } = prepared;
    const here = PatternDatabases.ofAnotherThread(layout, [scratch[SEARCH_THREADS + MOST_COMPARISONS]]);
    return { value: new CompiledPatterns(here, start, goal).estimate, note: partition };
  }

  return { board, goal, databases, estimate };
}

/*
 * Searches. The distances of all positions on a shortest solution are known, so these positions are not searched from the beginning again.
 */

const MOST_WAITING = 16;
const SEARCH_SECONDS = 300;
const MOST_ANSWERS = 256;
/** Maximum number of positions kept from solutions; each answer has about 80. */
const MOST_SOLUTIONS = 8192;

type Task = FirstMovesTask & { readonly stop: Int32Array };

/**
 * Returns the searches of a board.
 * @param patterns its pattern databases
 * @param seconds time limit of a search
 */
export function positionSearches({ board, goal, databases }: BoardPatterns, seconds = SEARCH_SECONDS) {
  const slots = newSlots(
    SEARCH_THREADS,
    MOST_WAITING,
    () => new BusyError(`${MOST_WAITING} searches are already waiting, the maximum: try again later`),
  );
  const allRunning = new Map<string, WhileAwaited<readonly string[]>>();
  const answers = recent<readonly string[]>(MOST_ANSWERS);
  /** A shortest solution of each position. */
  const known = recent<string>(MOST_SOLUTIONS);

  /** Keeps the answer, and a shortest solution of each position on these solutions or one move away. */
  function keep(key: string, start: Position, solutions: readonly string[]): void {
    answers.set(key, solutions);
    const blank = start.indexOf(BLANK);
    // After every other move, undoing it begins a shortest solution.
    for (const move of DIRECTIONS) {
      const cell = neighbour(board, blank, move);
      if (cell < 0 || solutions.some((solution) => solution[0] === move)) continue;
      const behind = start.with(blank, start[cell]).with(cell, BLANK);
      known.set(formatPosition(behind), OPPOSITE[move] + solutions[0]);
    }
    for (const solution of solutions) {
      const { states } = positionPath({ board, start, metric: 'single' }, solution);
      for (const [moves, state] of states.entries()) known.set(formatPosition(state), solution.slice(moves));
    }
  }

  /** Searches on a thread. When the signal aborts, the search stops within a few milliseconds. */
  async function search(key: string, start: Position, abandoned: AbortSignal): Promise<readonly string[]> {
    const timeOver = AbortSignal.timeout(1000 * seconds);
    const signal = AbortSignal.any([abandoned, timeOver]);
    const stop = new Int32Array(new SharedArrayBuffer(4));
    signal.addEventListener('abort', () => void Atomics.store(stop, 0, 1));
    try {
      const { layout, scratch } = await unlessAborted(databases.get(), signal);
      return await slots.run(async (thread) => {
        signal.throwIfAborted();
        const problem = { board, start, goal };
        const task = { problem, layout, scratch: scratch[thread], known: known.get(key) ?? null, stop };
        const pool = new WorkerPool<Task, string[] | null>('search-first-moves', 1);
        const solutions = await onThread(pool, task, 'in the middle of a search', { isKept: true });
        if (solutions === null) throw signal.reason;
        keep(key, start, solutions);
        return solutions;
      }, signal);
    } catch (error) {
      if (!timeOver.aborted || abandoned.aborted) throw error;
      throw new LimitError(`no solution within ${seconds} s: the position is too hard, so the search was stopped`);
    }
  }

  /**
   * Returns a shortest solution for each move that begins one. Simultaneous requests for the same position share a search, which stops
   * when no request waits for it any more.
   * @param start solvable position
   * @throws the signal's reason; BusyError if too many searches wait; LimitError if the search takes too long; WorkerError
   */
  async function from(start: Position, signal: AbortSignal | undefined): Promise<readonly string[]> {
    signal?.throwIfAborted();
    const key = formatPosition(start);
    const found = answers.get(key);
    if (found !== undefined) return found;
    let running = allRunning.get(key);
    if (running === undefined) {
      slots.check();
      running = new WhileAwaited((abandoned) => search(key, start, abandoned));
      allRunning.set(key, running);
    }
    try {
      return await running.get(signal);
    } finally {
      if (!running.isAwaited && allRunning.get(key) === running) allRunning.delete(key);
    }
  }

  function close(): void {
    for (const running of allRunning.values()) running.close();
  }

  return { from, close };
}
