/** What the API asks of a table, whether it is that of a board or of another space: the seam between answers and tables. */

import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, TableAnswer } from '../answers.js';
import type { SearchTask } from '../comparisons/search-task.js';
import type { Sample } from '../samples/layer-samples.js';

/**
 * Every method throws InputError where a text is no state (`solution` also where the space is too large for ways), TableError where the table is damaged, SpaceError where the space
 * contradicts itself.
 */
export interface ServedTable {
  readonly facts: TableAnswer;
  readonly distribution: DistributionAnswer;
  distance(state: string): DistanceAnswer;
  solution(state: string): SolutionAnswer;
  /**
   * States of a depth, chosen at random, different ones. The first time may take as long as the space takes to be enumerated.
   * @param depth 0..maxDepth
   * @param count at least 1; fewer are given where there are no more, or no more are come by or kept (1,000,000 of all depths)
   * @throws InputError where there is no such depth; WorkerError where the enumeration fails; an AbortError once it is closed
   */
  random(depth: number, count: number): Promise<Sample>;
  /**
   * The first antipodes in the order of the numbering, at most `count` and 1000; of spaces too large to enumerate again those
   * that the result beside the table lists, in its order, or none.
   * @throws as random
   */
  antipodes(count: number): Promise<readonly string[]>;
  /** Returns the search tasks that compare the table's algorithms from a state. */
  searchesFrom(state: string): readonly SearchTask[];
  close(): void;
}
