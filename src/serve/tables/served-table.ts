/** The questions that the API asks of a table, whether it is that of a board or of another space. */

import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, TableAnswer } from '../answers.js';
import type { SearchTask } from '../comparisons/search-task.js';
import type { Sample } from '../samples/layer-samples.js';

/**
 * Every method throws InputError if a text is not a state (`solution` also if the space is too large for shortest solutions),
 * TableError if the table is damaged, SpaceError if the space contradicts itself.
 */
export interface ServedTable {
  readonly facts: TableAnswer;
  readonly distribution: DistributionAnswer;
  distance(state: string): DistanceAnswer;
  solution(state: string): SolutionAnswer;
  /**
   * Chooses different states of a depth at random. The first call may take as long as an enumeration of the space.
   * @param depth 0..maxDepth
   * @param count at least 1; fewer are returned if there are no more, or no more are found or kept (1,000,000 of all depths)
   * @throws InputError if there is no such depth; WorkerError if the enumeration fails; an AbortError once it is closed
   */
  random(depth: number, count: number): Promise<Sample>;
  /**
   * Lists the first antipodes in the order of the numbering, at most `count` and 1000. If the space is too large to enumerate again,
   * they are those that the result beside the table lists, in its order, or none.
   * @throws as random
   */
  antipodes(count: number): Promise<readonly string[]>;
  /** Returns the search tasks that compare the table's algorithms from a state. */
  searchesFrom(state: string): readonly SearchTask[];
  close(): void;
}
