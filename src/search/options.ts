/** The options of searches. */

import { InputError } from '../base/input-error.js';
import { jsonExcerpt } from '../base/text/excerpt.js';
import { checkThreads } from '../base/threads/thread-count.js';
import { PATTERN_HEURISTIC } from './heuristic/heuristic.js';
import type { PatternDatabases } from './patterns/pattern-databases.js';
import type { AlgorithmName } from './question/algorithm-names.js';
import type { SearchProgress } from './question/counts.js';
import type { SearchLimits } from './question/limits.js';
import type { TableSolver } from './tables/table-solver.js';

export interface SearchOptions extends SearchLimits {
  /**
   * The algorithm.
   * @default idastar on boards in the metric single and with `databases`, else bidirectional, or bfs if the space cannot be searched
   * backwards
   */
  readonly algorithm?: AlgorithmName | undefined;
  /**
   * The heuristic of astar and idastar: of boards misplaced, manhattan or linear-conflict, of other spaces one that they bring. Then
   * the path must end at the space's start. Boards of 4 to 32 cells have pattern too, for idastar: additive pattern databases.
   * @default pattern with idastar on boards of 15 to 32 cells and with `databases`, linear-conflict on other boards, else the first that
   * the space brings
   */
  readonly heuristic?: string | undefined;
  /**
   * The partition of the heuristic pattern: sizes such as '6-6-3', for which a rule chooses tiles, or the tiles of the goal, such as
   * '1 2 3 / 4 5 / 6 7 8'. Its databases are made before the search. Later searches use them, too, until they are garbage-collected.
   * @default 6-6-3 on 4x4, 6-6-6-6 on 5x5, patterns of up to six tiles on other boards
   */
  readonly partition?: string | undefined;
  /** Pattern databases at hand, in place of a partition: see openDatabases. They serve goals with the blank on their cell. */
  readonly databases?: PatternDatabases | undefined;
  /** Worker threads that idastar may use. With 1 its node counts are always the same. @default what the machine offers */
  readonly threads?: number | undefined;
  /** The tables of the algorithm `table`. */
  readonly tables?: TableSolver | undefined;
  /**
   * Called during the search after 1, 2, 3 ... 64 nodes expanded, then each time 5 % more are expanded, and once more when the search
   * ends or gives up at a limit. If it throws, the search rejects with that. With several threads idastar also calls it between
   * iterations alone, once these take long. A search that expands no node never calls it, nor does `table`.
   */
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
}

/** Checks options, and names what databases imply: idastar with the heuristic pattern. @throws InputError */
export async function checkedOptions(options: SearchOptions): Promise<SearchOptions> {
  const { seconds, bytes, threads, partition, databases, algorithm, heuristic, onProgress } = options;
  for (const [name, value] of Object.entries({ seconds, bytes })) {
    if (value !== undefined && !(value > 0)) throw new InputError(`${name} must be a number above 0, found ${value}`);
  }
  if (threads !== undefined) checkThreads(threads);
  if (partition !== undefined && typeof partition !== 'string') {
    throw new InputError(
      `partition must be a text, found ${jsonExcerpt(partition)}: give sizes such as '6-6-3', or tiles such as '1 2 3 / 4 5 / 6 7 8'`,
    );
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new InputError(
      `onProgress must be a function, found ${jsonExcerpt(onProgress)}: pass a function that receives the progress`,
    );
  }
  if (databases === undefined) return options;
  await checkDatabases(databases);
  if (partition !== undefined) {
    throw new InputError('databases and a partition cannot be combined: leave out one of them');
  }
  const implied = (algorithm ?? 'idastar') === 'idastar' && (heuristic ?? PATTERN_HEURISTIC) === PATTERN_HEURISTIC;
  return implied ? { ...options, algorithm: 'idastar', heuristic: PATTERN_HEURISTIC } : options;
}

async function checkDatabases(databases: unknown): Promise<void> {
  // Loads the code of pattern databases when they are used.
  const { PatternDatabases } = await import('./patterns/pattern-databases.js');
  if (databases instanceof PatternDatabases) return;
  throw new InputError(
    `databases must be pattern databases, found ${jsonExcerpt(databases)}: open them with openDatabases`,
  );
}
