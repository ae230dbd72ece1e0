/**
 * IDA* on worker threads. The first moves are tried here; the positions behind them, *leaves*, are as many roots of
 * searches of their own, which the workers claim one by one. When one of them finds a solution all stop.
 */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import { type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';
import type { Limits } from '../question/limits.js';
import type { SearchProblem } from '../question/question.js';
import { type CompiledSearch, MOVE_ORDER } from './compiled-search.js';
import type { Iteration } from './iteration.js';
import { type LeavesResult, type LeavesTask, newLeafCounters, packLeaves } from './leaves.js';

/** Subtrees differ a hundredfold in size, so there are many for each thread; but no more than are made at once. */
const LEAVES_PER_THREAD = 500;
const MOST_LEAVES = 20_000;
const MOST_FIRST_MOVES = 24;
/** Nodes between two arrivals: there are never as many. */
const MOST_FIRST_NODES = 1 << 30;
/** In milliseconds: 24 days, which no timer can exceed. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class ParallelSearch {
  readonly #problem: SearchProblem;
  readonly #compiled: CompiledSearch;
  readonly #source: object;
  readonly #limits: Limits;
  readonly #pool: WorkerPool<LeavesTask, LeavesResult>;
  /** Memory of all workers together. */
  readonly #bytes: number;
  readonly #firstMoves: number;

  /**
   * @param compiled makes the first moves; the workers compile it for themselves
   * @param most threads
   * @throws LimitError
   */
  constructor(problem: SearchProblem, compiled: CompiledSearch, most: number, limits: Limits) {
    this.#problem = problem;
    this.#compiled = compiled;
    this.#limits = limits;
    const { moves, paths } = this.#movesFor(Math.min(most * LEAVES_PER_THREAD, MOST_LEAVES));
    this.#firstMoves = moves;
    // Each thread has a leaf to begin with.
    const threads = Math.min(most, paths);
    this.#bytes = threads * compiled.bytes;
    this.#source = limits.allocate(this.#bytes, () => compiled.sourceFor(threads));
    this.#pool = new WorkerPool('search-leaves.cjs', threads);
  }

  end(): Promise<void> {
    return this.#pool.leave(this.#bytes);
  }

  /** @throws WorkerError, LimitError, the signal's reason; then workers may be at work still, until `end()` */
  async iterate(bound: number): Promise<Iteration> {
    const depth = Math.min(this.#firstMoves, bound - 1);
    const first = this.#firstIteration(depth, bound);
    const results = await this.#beforeDeadline((signal) =>
      this.#pool.runOnAll(
        { source: this.#source, leaves: packLeaves(first.leaves, depth), bound, counters: newLeafCounters() },
        'in the middle of a search',
        signal,
      ),
    );
    const all = [first, ...results];
    const iteration = {
      generated: all.reduce((sum, { generated }) => sum + generated, 0),
      expanded: all.reduce((sum, { expanded }) => sum + expanded, 0),
      excess: Math.min(...all.map(({ excess }) => excess)),
    };
    const solved = results.find(({ moves }) => moves !== undefined);
    return solved === undefined ? iteration : { ...iteration, moves: first.leaves[solved.leaf] + solved.moves };
  }

  /** Lets `work` go on until the time is over or the search's own signal aborts. */
  async #beforeDeadline<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#limits.checkTime();
    const { millisecondsLeft, signal } = this.#limits;
    const deadline = new AbortController();
    const timer =
      millisecondsLeft <= LONGEST_TIMER
        ? setTimeout(() => deadline.abort(this.#limits.timeOver()), millisecondsLeft)
        : undefined;
    try {
      return await work(signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Searches down to the leaves, and returns the paths to them. */
  #firstIteration(depth: number, bound: number): Iteration & { readonly leaves: readonly string[] } {
    const compiled = this.#compiled;
    const leaves: string[] = [];
    let generated = 0;
    let expanded = 1;
    compiled.begin('', bound, depth);
    for (;;) {
      const outcome = compiled.run(MOST_FIRST_NODES);
      generated += compiled.generated;
      expanded += compiled.expanded;
      if (outcome === 'exhausted') return { generated, expanded, excess: compiled.leastExcess, leaves };
      if (outcome === 'arrived') leaves.push(compiled.moves);
    }
  }

  /** Returns the cells that the blank can go to, except back. */
  #onward(blank: number, arrivedBy: Direction | undefined): (readonly [Direction, number])[] {
    return MOVE_ORDER.filter((direction) => arrivedBy === undefined || direction !== OPPOSITE[arrivedBy])
      .map((direction) => [direction, neighbour(this.#problem.board, blank, direction)] as const)
      .filter(([, cell]) => cell >= 0);
  }

  /** Returns how many first moves make at least this many paths that never undo a move, and how many paths these are. */
  #movesFor(leaves: number): { readonly moves: number; readonly paths: number } {
    // Paths by the cell at which they end and the move that led there.
    let ends = [{ cell: this.#problem.start.indexOf(BLANK), arrivedBy: undefined as Direction | undefined, paths: 1 }];
    for (let moves = 1; ; moves++) {
      const next = new Map<string, (typeof ends)[number]>();
      for (const { cell, arrivedBy, paths } of ends) {
        for (const [direction, to] of this.#onward(cell, arrivedBy)) {
          const end = next.get(`${to} ${direction}`) ?? { cell: to, arrivedBy: direction, paths: 0 };
          end.paths += paths;
          next.set(`${to} ${direction}`, end);
        }
      }
      ends = [...next.values()];
      const paths = ends.reduce((sum, end) => sum + end.paths, 0);
      if (paths >= leaves || moves === MOST_FIRST_MOVES) return { moves, paths };
    }
  }
}
