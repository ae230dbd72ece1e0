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
   * @default idastar on boards in the metric single and with `databases`; else bidirectional, or bfs if the space
   * cannot be searched backwards
   */
  readonly algorithm?: AlgorithmName | undefined;
  /**
   * The heuristic of astar and idastar. Boards have misplaced, manhattan and linear-conflict; those of 4 to 32 cells
   * also have pattern for idastar: additive pattern databases. Other spaces have the heuristics of their definitions,
   * and the path must then end at the space's start.
   * @default pattern with idastar on boards of 15 to 32 cells and with `databases`; linear-conflict on other boards;
   * else the first of the space's definition
   */
  readonly heuristic?: string | undefined;
  /**
   * The partition of the heuristic pattern: sizes such as '6-6-3', whose tiles are chosen by a rule, or the tiles of
   * the goal such as '1 2 3 / 4 5 / 6 7 8'. Its databases are made before the search. Later searches reuse them until
   * they are garbage-collected.
   * @default 6-6-3 on 4x4, 6-6-6-6 on 5x5, patterns of up to six tiles on other boards
   */
  readonly partition?: string | undefined;
  /**
   * Pattern databases from openDatabases, instead of a partition. They serve goals with the blank on their cell.
   * @default databases of `partition`
   */
  readonly databases?: PatternDatabases | undefined;
  /**
   * Maximum number of worker threads of idastar, from 1. Its node counts are reproducible with 1.
   * @default threads that the machine offers
   */
  readonly threads?: number | undefined;
  /** The tables of the algorithm `table`, which needs them. @default none */
  readonly tables?: TableSolver | undefined;
  /**
   * Called after 1, 2, 3 ... 64 nodes expanded, then each time 5 % more are expanded, and once when the search ends or
   * reaches a limit. If it throws, the search rejects with that error. With several threads, idastar calls it only
   * between iterations once these take long. It is never called if no node is expanded, nor by `table`.
   * @default no calls
   */
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
}

/** Checks options, and adds those that databases imply: idastar with the heuristic pattern. @throws InputError */
export async function checkedOptions(options: SearchOptions): Promise<SearchOptions> {
  const { seconds, bytes, threads, partition, databases, algorithm, heuristic, onProgress } = options;
  for (const [name, value] of Object.entries({ seconds, bytes })) {
    if (value === undefined || (typeof value === 'number' && value > 0)) continue;
    throw new InputError(`${name} must be a number above 0, found ${jsonExcerpt(value)}`);
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
  // Loads the code of pattern databases only when they are used.
  const { PatternDatabases } = await import('./patterns/pattern-databases.js');
  if (databases instanceof PatternDatabases) return;
  throw new InputError(
    `databases must be pattern databases, found ${jsonExcerpt(databases)}: open them with openDatabases`,
  );
}
