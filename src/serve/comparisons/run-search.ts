/** Runs a search that is compared with others, in a worker thread. Limits of time and memory leave other requests their share of the machine. */

import { LimitError, type SearchLimits } from '../../search/question/limits.js';
import type { SearchResult } from '../../search/question/result.js';
import { search } from '../../search/search.js';
import { SpaceError } from '../../space/errors.js';
import { loadSpace } from '../../space/open-space.js';
import type { ComparedSearch, FailedSearch, FinishedSearch } from '../answers.js';
import type { BoardSearchTask, SearchTask, SpaceSearchTask } from './search-task.js';

export const SEARCH_SECONDS = 10;
/** Memory for nodes. */
const SEARCH_BYTES = 256e6;

/** The result of a search, without its algorithm and heuristic. */
export type SearchOutcome = Omit<FinishedSearch, keyof ComparedSearch> | Omit<FailedSearch, keyof ComparedSearch>;

const LIMITS = { seconds: SEARCH_SECONDS, bytes: SEARCH_BYTES };

/** Runs a search. @param limits of seconds, and of bytes for nodes @throws what the search throws, except that it came to a limit */
export async function runSearch(task: SearchTask, limits: SearchLimits = LIMITS): Promise<SearchOutcome> {
  try {
    return task.kind === 'board' ? await searchBoard(task, limits) : await searchSpace(task, limits);
  } catch (error) {
    if (error instanceof LimitError) return { failed: error.reached };
    if (error instanceof SpaceError) return { failed: error.message };
    throw error;
  }
}

async function searchBoard(
  { algorithm, heuristic, board, metric, start, goal }: BoardSearchTask,
  limits: SearchLimits,
): Promise<SearchOutcome> {
  const options = { ...limits, algorithm, heuristic: heuristic ?? undefined, threads: 1 };
  return outcomeOf(await search({ kind: 'board', board, metric, goal }, { from: start }, options));
}

async function searchSpace(
  { algorithm, source, from, to }: SpaceSearchTask,
  limits: SearchLimits,
): Promise<SearchOutcome> {
  // Of a board, a table of the general method has numbered states as well.
  const space = { ...(await loadSpace(source)), board: null };
  return outcomeOf(await search(space, { from, to }, { ...limits, algorithm }));
}

function outcomeOf({ distance, expanded, generated, stored, seconds }: SearchResult): SearchOutcome {
  return { distance, expanded, generated, stored, seconds };
}
