/** The interface of a served space, with a table or without, and what both kinds share. */

import { InputError } from '../base/text.js';
import type { Space } from '../space/space.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  EstimatesAnswer,
  RandomAnswer,
  ShortDistance,
  SolutionAnswer,
  SpaceAnswer,
} from './answers.js';
import type { AskedSearch, SearchTask } from './searches.js';
import { isPauseDue, pause } from './work.js';

/** Returns a signal that aborts when no client waits for the answer any more; undefined if there is none. */
export type Abandoned = () => AbortSignal | undefined;

/** The choice of random states: either by depth or by steps. */
export interface RandomChoice {
  readonly depth?: number | undefined;
  readonly steps?: number | undefined;
}

/** The space has no answer to this kind of request. */
export class NotKnownError extends Error {
  override readonly name = 'NotKnownError';
}

/**
 * Answers questions about a space. Every method throws InputError if a text is not a state, TableError if a table is damaged, SpaceError
 * if the space contradicts itself, and WorkerError if a thread fails.
 */
export interface ServedSpace {
  readonly facts: SpaceAnswer;
  /** null if it is unknown. */
  readonly distribution: DistributionAnswer | null;

  /**
   * Returns the distances of a state and its neighbours.
   * @throws if a search is needed: BusyError if too many searches wait, LimitError if the search takes too long, and the signal's reason
   */
  distance(text: string, abandoned: Abandoned): DistanceAnswer | Promise<DistanceAnswer>;

  /** Returns the distances of many states. @throws InputError also if they would need searches */
  distances(texts: readonly string[]): Promise<DistancesAnswer>;

  /** Returns a shortest solution, state by state. @throws as `distance`, and InputError if the space is too large for solutions */
  solution(text: string, abandoned: Abandoned): SolutionAnswer | Promise<SolutionAnswer>;

  /**
   * Chooses different states at random: states of a depth if the space has a table, otherwise ends of walks.
   * @param count at least 1; fewer states are returned if no more exist, were found or were kept
   * @throws InputError if the depth is out of range, or the choice is of the other kind; an AbortError after `close`
   */
  random(choice: RandomChoice, count: number): Promise<RandomAnswer>;

  /** Lists the first antipodes, up to `count` and up to 1000. @throws NotKnownError, and as `random` */
  antipodes(count: number): Promise<AntipodesAnswer>;

  /** Returns the estimates of a state by all heuristics, and the number of its shortest solutions. */
  estimates(text: string): Promise<EstimatesAnswer>;

  /**
   * Returns the tasks of searches from a state.
   * @param asked by default, every algorithm with its default heuristic
   * @throws InputError also if a search does not apply to the space, or if there are too many
   */
  searchesFrom(text: string, asked?: readonly AskedSearch[]): readonly SearchTask[];

  close(): void;
}

export function gridOf({ board: view }: Space): SpaceAnswer['board'] {
  if (view === null) return null;
  const { rows, columns, squares } = view.board;
  return { rows, columns, squares };
}

/** Returns the names of the moves. A board of a single row or column has only the moves along it: the others are never possible. */
export function possibleMoves({ moves, board: view }: Space): readonly string[] {
  if (view === null) return moves;
  const { rows, columns } = view.board;
  const never = `${rows === 1 ? 'ud' : ''}${columns === 1 ? 'lr' : ''}`;
  return moves.filter((move) => !never.includes(move[0]));
}

/** Distances of many states in one answer, which costs a fraction of separate answers. */

/** A space whose distances can be looked up. */
interface KnownDistances {
  readonly facts: SpaceAnswer;
  distance(text: string): DistanceAnswer;
}

/** Looks up all states. @throws InputError that gives the index, from 1, of a text that is not a state; also as `distance` */
export async function manyDistances(space: KnownDistances, states: readonly string[]): Promise<DistancesAnswer> {
  const distances: ShortDistance[] = [];
  for (const [index, state] of states.entries()) {
    if (isPauseDue()) await pause();
    try {
      distances.push(shortDistance(space, state));
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`state ${index + 1}: ${error.message}`);
      throw error;
    }
  }
  return { distances };
}

function shortDistance(space: KnownDistances, state: string): ShortDistance {
  const { distance, moves } = space.distance(state);
  if (distance === null || space.facts.directed) return { distance, optimal: [] };
  return { distance, optimal: moves.filter((to) => to.distance === distance - 1).map(({ move }) => move) };
}
