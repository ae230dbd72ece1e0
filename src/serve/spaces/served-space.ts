/** Spaces as they are served: the questions that the API asks of a space, whether it has a table or its states are searched. */

import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  EstimatesAnswer,
  RandomAnswer,
  SolutionAnswer,
  SpaceAnswer,
} from '../answers.js';
import type { SearchTask } from '../comparisons/search-task.js';
import type { AskedSearch } from '../comparisons/searches.js';

/** Aborts when nobody waits for the answer any more. */
export type Abandoned = () => AbortSignal | undefined;

/** The choice of random states: by depth or by steps, one of the two. */
export interface RandomChoice {
  readonly depth?: number | undefined;
  readonly steps?: number | undefined;
}

/** The space has no answer to such questions. */
export class NotKnownError extends Error {
  override readonly name = 'NotKnownError';
}

/**
 * Answers questions about a space. Every method throws InputError if a text is not a state, TableError if a table is damaged, SpaceError
 * if the space contradicts itself, and WorkerError if a thread fails.
 */
export interface ServedSpace {
  readonly facts: SpaceAnswer;
  /** null if it is not known. */
  readonly distribution: DistributionAnswer | null;

  /**
   * Returns the distance of a state, and of the states beside it.
   * @throws if it has to be searched BusyError if too many searches wait, LimitError if it takes too long, and the signal's reason
   */
  distance(text: string, abandoned: Abandoned): DistanceAnswer | Promise<DistanceAnswer>;

  /** Returns the distances of many states. @throws InputError also if they would have to be searched */
  distances(texts: readonly string[]): Promise<DistancesAnswer>;

  /** Returns a shortest solution, state by state. @throws InputError also if the space is too large for that; as distance */
  solution(text: string, abandoned: Abandoned): SolutionAnswer | Promise<SolutionAnswer>;

  /**
   * Chooses different states at random: of a depth if the space has a table, else ends of walks.
   * @param count at least 1; fewer are returned if there are no more, or no more are found or kept
   * @throws InputError if there is no such depth, or the space is asked by the other one; an AbortError once it is closed
   */
  random(choice: RandomChoice, count: number): Promise<RandomAnswer>;

  /** Lists the first antipodes, at most `count` and 1000. @throws NotKnownError; as random */
  antipodes(count: number): Promise<AntipodesAnswer>;

  /** Returns the estimates of a state by all heuristics, and the number of its shortest solutions. */
  estimates(text: string): Promise<EstimatesAnswer>;

  /**
   * Returns the tasks of searches from a state.
   * @param asked by default every algorithm with its default heuristic
   * @throws InputError also if one does not apply, or there are too many
   */
  searchesFrom(text: string, asked?: readonly AskedSearch[]): readonly SearchTask[];

  close(): void;
}
