/** Piscina entry point: a search of a race. */

import { runSearch, type SearchOutcome } from '../src/serve/racing-search.js';
import type { SearchTask } from '../src/serve/search-task.js';

export default function raceSearch(task: SearchTask): Promise<SearchOutcome> {
  return runSearch(task);
}
