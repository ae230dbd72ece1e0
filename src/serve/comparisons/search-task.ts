/** A search that is compared with others, as a worker gets it. */

import type { MessagePort } from 'node:worker_threads';
import type { AlgorithmName } from '../../search/question/algorithm-names.js';
import type { SearchQuestion } from '../../search/question/question.js';
import type { SpaceSource } from '../../space/space-source.js';

export interface SearchTask {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  readonly source: SpaceSource;
  readonly question: SearchQuestion;
}

/** A search whose progress is sent to a port. */
export interface WatchedTask {
  readonly task: SearchTask;
  readonly reports: MessagePort;
}
