/** The pattern databases of a served board, built or opened when they are first needed. */

import { WorkerPool } from '../base/worker-pool.js';
import { heuristicsFor } from '../search/algorithms.js';
import { CompiledPatterns } from '../search/ida-star/compiled-patterns.js';
import { PatternDatabases } from '../search/ida-star/pattern-databases.js';
import { type HeuristicName, heuristicFor, PATTERN_HEURISTIC } from '../search/question/heuristics.js';
import type { Space } from '../space/space.js';
import type { Board } from '../spaces/board/board.js';
import type { Position } from '../spaces/board/position.js';
import type { EstimateAnswer } from './answers.js';
import { MOST_COMPARISONS } from './comparisons.js';
import type { DatabasesTask, PreparedDatabases } from './prepare-databases.js';
import type { DatabasesForSearches } from './run-search.js';
import { IdleWorker, Once } from './work.js';

export class BoardPatterns {
  readonly board: Board;
  readonly goal: Position;
  readonly #databases: Once<PreparedDatabases>;

  /**
   * @param folder folder of pattern tables, which are used if they exist
   * @param threads number of threads that search at the same time
   */
  constructor(board: Board, goal: Position, folder: string, threads = 0) {
    this.board = board;
    this.goal = goal;
    // The threads' scratch space is followed by that of comparisons, and of estimates on the calling thread.
    const task = { board, goal, folder, threads: threads + MOST_COMPARISONS + 1 };
    const worker = new IdleWorker<DatabasesTask, PreparedDatabases>(() => new WorkerPool('prepare-databases.cjs', 1));
    this.#databases = new Once(() => worker.run(task, 'while building pattern databases'));
  }

  /** Returns the databases. @throws WorkerError if they cannot be built or opened */
  databases(): Promise<PreparedDatabases> {
    return this.#databases.get();
  }

  /** The databases for comparisons; undefined until they have been built. */
  get forComparisons(): DatabasesForSearches | undefined {
    const databases = this.#databases.value;
    if (databases === undefined) return undefined;
    const { layout, scratch } = databases;
    return { layout, scratch: scratch.slice(-1 - MOST_COMPARISONS, -1) };
  }

  /**
   * Returns the estimates of a position by all heuristics without waiting. The first call begins to build the databases, whose estimate is
   * null until they are complete.
   * @throws as `databases`, if the databases begun by the previous call could not be built
   */
  estimates(space: Space, start: Position): readonly EstimateAnswer[] {
    return heuristicsFor(space).map((heuristic) => {
      if (heuristic === PATTERN_HEURISTIC) return { heuristic, ...this.#estimate(start) };
      const value = heuristicFor(heuristic as HeuristicName, this.board, this.goal).estimate(start);
      return { heuristic, value, note: null };
    });
  }

  /** Returns the sum of the pattern databases, and their partition. */
  #estimate(start: Position): { readonly value: number | null; readonly note: string | null } {
    const databases = this.#databases.now();
    if (databases === undefined) return { value: null, note: null };
    const { layout, partition, scratch } = databases;
    const here = PatternDatabases.ofAnotherThread(layout, scratch[scratch.length - 1]);
    const search = new CompiledPatterns(here, start, this.goal);
    return { value: search.estimate, note: partition };
  }
}
