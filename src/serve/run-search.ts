/**
 * What the server's worker threads do: build pattern databases, and run compared searches. Limits on time and memory leave other requests
 * their share of the machine.
 */

import { processors } from '#machine/machine.js';
import type { Port } from '#machine/workers.js';
import type { Area, PatternLayout } from '../search/ida-star/pattern-databases.js';
import { Limits, type SearchLimits } from '../search/question/limits.js';
import { type AlgorithmName, LimitError, type SearchProgress } from '../search/question/progress.js';
import type { SearchQuestion } from '../search/question/question.js';
import { search } from '../search/search.js';
import { SpaceError } from '../space/definition.js';
import type { SpaceSource } from '../space/space.js';
import type { Board } from '../spaces/board/board.js';
import type { Position } from '../spaces/board/position.js';
import { loadSpace, openSpace } from '../spaces/open-space.js';
import type { ComparedSearch, FailedSearch, FinishedSearch } from './answers.js';

/** Number of threads of one board that search its positions. */
export const SEARCH_THREADS = Math.max(2, Math.min(4, processors()));
/** Maximum number of comparisons that run at the same time, each on its own thread. */
export const MOST_COMPARISONS = 2;
/** Maximum number of anytime searches that run at the same time, the bytes of each, and its threads that search with pattern databases. */
export const MOST_IMPROVED = 2;
export const IMPROVING_BYTES = 128e6;
const IMPROVING_THREADS = 2 * SEARCH_THREADS + 1;
/** Half of the threads run beams. */
const BEAMS = Math.floor(SEARCH_THREADS / 2);

export interface DatabasesTask {
  readonly board: Board;
  readonly goal: Position;
  /** Folder of pattern tables, which are used if they exist. */
  readonly folder: string;
}

/** Pattern databases as plain data, in memory that all threads share. */
export interface PreparedDatabases {
  readonly layout: PatternLayout;
  /** Sizes or tiles of the patterns. */
  readonly partition: string;
  /** Address of each thread's scratch space: that of searches of positions, of comparisons, and of the server's main thread. */
  readonly scratch: readonly number[];
  /** Scratch space of each anytime search, and the memory of its beams. */
  readonly improving: readonly { readonly scratch: number[]; readonly areas: Area[] }[];
}

/** Builds or opens the pattern databases of a board. @throws as findDatabases */
export async function prepareDatabases({ board, goal, folder }: DatabasesTask): Promise<PreparedDatabases> {
  const { findDatabases } = await import('../search/ida-star/pattern-search.js');
  const { databases, partition } = await findDatabases(folder, board, goal, new Limits(), { forMany: true });
  const take = (length: number) => Array.from({ length }, () => databases.takeScratch());
  const scratch = take(SEARCH_THREADS + MOST_COMPARISONS + 1);
  const improving = Array.from({ length: MOST_IMPROVED }, () => ({
    scratch: take(IMPROVING_THREADS),
    areas: Array.from({ length: BEAMS }, () => databases.takeArea(IMPROVING_BYTES / 2 / BEAMS)),
  }));
  return { layout: databases.layout, partition, scratch, improving };
}

/* Compared searches. */

/** A compared search, as a worker receives it. */
export interface SearchTask {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  readonly source: SpaceSource;
  readonly question: SearchQuestion;
  /** Databases for the heuristic `pattern`; if undefined, the search builds its own. */
  readonly databases?: PreparedDatabases | undefined;
}

/** A search whose progress is sent to a port. */
export interface WatchedTask {
  readonly task: SearchTask;
  /** Index of the thread among the threads of comparisons. */
  readonly thread: number;
  /** Gets the progress, then null. */
  readonly reports: Port;
}

export const SEARCH_SECONDS = 10;

/** The result of a search, without its algorithm and heuristic. */
export type SearchOutcome = Omit<FinishedSearch, keyof ComparedSearch> | Omit<FailedSearch, keyof ComparedSearch>;

/** Progress of more layers is not sent: it would be hundreds of lines of several megabytes each. */
const MOST_LAYERS = 10_000;

/** Maximum seconds of a search, and bytes of its nodes. */
const LIMITS = { seconds: SEARCH_SECONDS, bytes: 256e6 };

/**
 * Runs a search.
 * @param onProgress not called if there are too many layers to be sent
 * @param limits other limits than the usual ones
 * @param thread index among the threads of comparisons
 * @throws as the search, except LimitError
 */
export async function runSearch(
  task: SearchTask,
  onProgress: (progress: SearchProgress) => void,
  limits: SearchLimits = {},
  thread = 0,
): Promise<SearchOutcome> {
  const { algorithm, heuristic, source, question } = task;
  const report = (progress: SearchProgress) => {
    const layers = progress.layers.expanded.length + (progress.backward?.expanded.length ?? 0);
    if (layers <= MOST_LAYERS) onProgress(progress);
  };
  try {
    // Only boards can be too large for ranks. Modules were checked when the server opened them.
    const space = source.kind === 'board' ? await openSpace(source) : await loadSpace(source);
    const { distance, expanded, generated, stored, seconds } = await search(space, question, {
      ...LIMITS,
      ...limits,
      algorithm,
      heuristic: heuristic ?? undefined,
      databases: await databasesOf(task, thread),
      threads: 1,
      onProgress: report,
    });
    return { distance, expanded, generated, stored, seconds };
  } catch (error) {
    if (error instanceof LimitError) return { failed: error.reached };
    if (error instanceof SpaceError) return { failed: error.message };
    throw error;
  }
}

/** Returns the pattern databases of a task. Their code is loaded only here, when it is needed. */
async function databasesOf({ databases }: SearchTask, thread: number) {
  if (databases === undefined) return undefined;
  const { PatternDatabases } = await import('../search/ida-star/pattern-databases.js');
  return PatternDatabases.ofAnotherThread(databases.layout, [databases.scratch[SEARCH_THREADS + thread]]);
}
