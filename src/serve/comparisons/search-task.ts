/** A search that is compared with others, as a worker gets it. */

import type { MessagePort } from 'node:worker_threads';
import type { PatternLayout } from '../../search/patterns/layout.js';
import type { AlgorithmName } from '../../search/question/algorithm-names.js';
import type { SearchQuestion } from '../../search/question/question.js';
import type { SpaceSource } from '../../space/space-source.js';

/** Comparisons that run at once, each on a thread. */
export const MOST_COMPARISONS = 2;

/** Pattern databases that the server has made, in memory that all threads share. */
export interface DatabasesForSearches {
  readonly layout: PatternLayout;
  /** The cell of the goal's blank in the databases. */
  readonly goalCell: number;
  /** [thread of a comparison]: the address of its scratch space. */
  readonly scratch: readonly number[];
}

export interface SearchTask {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  readonly source: SpaceSource;
  readonly question: SearchQuestion;
  /** For the heuristic pattern, if they have been made. If not, the search makes its own. */
  readonly databases?: DatabasesForSearches | undefined;
}

/** A search whose progress is sent to a port. */
export interface WatchedTask {
  readonly task: SearchTask;
  /** The number of the thread among those of comparisons. */
  readonly thread: number;
  readonly reports: MessagePort;
}
