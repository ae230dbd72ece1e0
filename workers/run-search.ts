/** Piscina entry point: a search in a comparison of search algorithms. */

import { runSearch, type SearchOutcome, type WatchedTask } from '../src/serve/run-search.js';
import { reportStrayErrors } from '../src/space/definition.js';

reportStrayErrors();

/** A task leaves nothing in memory. */
export function release(): void {}

export default async function runComparedSearch(
  { task, thread, reports }: WatchedTask,
  ended?: AbortSignal,
): Promise<SearchOutcome> {
  try {
    return await runSearch(task, (progress) => reports.postMessage(progress), { signal: ended }, thread);
  } finally {
    // The last progress may be delivered after the outcome.
    reports.postMessage(null);
    reports.close();
  }
}
