/** Piscina entry point: a search that is compared with others. */

import { runSearch, type SearchOutcome } from '../src/serve/comparisons/run-search.js';
import type { SearchTask } from '../src/serve/comparisons/search-task.js';
import { reportStrayErrors } from '../src/space/stray-errors.js';

reportStrayErrors();

export default function runComparedSearch(task: SearchTask): Promise<SearchOutcome> {
  return runSearch(task);
}
