/** A compared search, as a worker receives it. */

import type { MessagePort } from 'node:worker_threads';
import type { PatternLayout } from '../../search/patterns/layout.js';
import type { AlgorithmName } from '../../search/question/algorithm-names.js';
import type { SearchQuestion } from '../../search/question/question.js';
import type { SpaceSource } from '../../space/space-source.js';

/** Maximum number of comparisons that run at the same time, each on its own thread. */
export const MOST_COMPARISONS = 2;

/** Pattern databases of the server, in memory that all threads share. */
export interface DatabasesForSearches {
  readonly layout: PatternLayout;
  /** Cell of the goal's blank in the databases. */
  readonly goalCell: number;
  /** [thread of a comparison]: address of its scratch space. */
  readonly scratch: readonly number[];
}

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
