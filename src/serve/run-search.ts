/** Runs a compared search in a worker thread. Limits on time and memory leave other requests their share of the machine. */

import type { MessagePort } from 'node:worker_threads';
import type { PatternDatabases } from '../search/ida-star/pattern-databases.js';
import type { SearchLimits } from '../search/question/limits.js';
import { type AlgorithmName, LimitError, type SearchProgress } from '../search/question/progress.js';
import type { SearchQuestion } from '../search/question/question.js';
import { search } from '../search/search.js';
import { SpaceError } from '../space/definition.js';
import type { SpaceSource } from '../space/space.js';
import { loadSpace, openSpace } from '../spaces/open-space.js';
import type { ComparedSearch, FailedSearch, FinishedSearch } from './answers.js';
import type { PreparedDatabases } from './prepare-databases.js';

/** Pattern databases of the server, with the address of the scratch space of each comparison's thread. */
export type DatabasesForSearches = Omit<PreparedDatabases, 'partition'>;

/** A compared search, as a worker receives it. */
export interface SearchTask {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  readonly source: SpaceSource;
  readonly question: SearchQuestion;
  /** Databases for the heuristic `pattern`; if undefined, the search builds its own. */
  readonly databases?: DatabasesForSearches | undefined;
}

/** A search whose progress is sent to a port. */
export interface WatchedTask {
  readonly task: SearchTask;
  /** Index of the thread among the threads of comparisons. */
  readonly thread: number;
  readonly reports: MessagePort;
}

export const SEARCH_SECONDS = 10;
/** Maximum memory for nodes. */
const SEARCH_BYTES = 256e6;

/** The result of a search, without its algorithm and heuristic. */
export type SearchOutcome = Omit<FinishedSearch, keyof ComparedSearch> | Omit<FailedSearch, keyof ComparedSearch>;

/** Progress of more layers is not sent: it would be hundreds of lines of several megabytes each. */
const MOST_LAYERS = 10_000;

const LIMITS = { seconds: SEARCH_SECONDS, bytes: SEARCH_BYTES };

/**
 * Runs a search.
 * @param onProgress not called if there are too many layers to be sent
 * @param limits on seconds, and on bytes for nodes
 * @param thread index among the threads of comparisons
 * @throws as the search, except LimitError
 */
export async function runSearch(
  task: SearchTask,
  onProgress: (progress: SearchProgress) => void,
  limits: SearchLimits = LIMITS,
  thread = 0,
): Promise<SearchOutcome> {
  const { algorithm, heuristic, source, question } = task;
  const report = (progress: SearchProgress) => {
    const layers = progress.layers.expanded.length + (progress.backward?.expanded.length ?? 0);
    if (layers <= MOST_LAYERS) onProgress(progress);
  };
  try {
    const databases = task.databases === undefined ? undefined : await databasesOf(task.databases, thread);
    const options = {
      ...limits,
      algorithm,
      heuristic: heuristic ?? undefined,
      databases,
      threads: 1,
      onProgress: report,
    };
    // Only boards can be too large for ranks. Modules were checked when the server opened them.
    const space = source.kind === 'board' ? await openSpace(source) : await loadSpace(source);
    const found = await search(space, question, options);
    const { distance, expanded, generated, stored, seconds } = found;
    return { distance, expanded, generated, stored, seconds };
  } catch (error) {
    if (error instanceof LimitError) return { failed: error.reached };
    if (error instanceof SpaceError) return { failed: error.message };
    throw error;
  }
}

/** Returns pattern databases of the server. Their code is loaded only here, when it is needed. */
async function databasesOf({ layout, scratch }: DatabasesForSearches, thread: number): Promise<PatternDatabases> {
  const { PatternDatabases } = await import('../search/ida-star/pattern-databases.js');
  return PatternDatabases.ofAnotherThread(layout, scratch[thread]);
}
