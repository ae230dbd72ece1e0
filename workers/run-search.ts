/** Piscina entry point: a search in a comparison of search algorithms. */

import { runSearch, type SearchOutcome } from '../src/serve/run-search.js';
import type { WatchedTask } from '../src/serve/searches.js';
import { reportStrayErrors } from '../src/space/definition.js';

reportStrayErrors();

export default async function runComparedSearch({ task, thread, reports }: WatchedTask): Promise<SearchOutcome> {
  try {
    return await runSearch(task, (progress) => reports.postMessage(progress), undefined, thread);
  } finally {
    reports.close();
  }
}
