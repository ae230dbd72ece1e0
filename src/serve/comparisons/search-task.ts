/** A search that is compared with others, as plain data for a worker. */

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
