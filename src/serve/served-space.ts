/** A served space, with a table or without: its facts, and its answers to questions about states. */

import { statisticsOf } from '../base/statistics.js';
import { InputError } from '../base/text.js';
import { readState } from '../space/definition.js';
import { isNumbered, type Space } from '../space/space.js';
import { parsePosition } from '../spaces/board/position.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  EstimateAnswer,
  EstimatesAnswer,
  RandomAnswer,
  ShortDistance,
  SolutionAnswer,
  SpaceAnswer,
} from './answers.js';
import type { BoardPatterns } from './board-patterns.js';
import { type AskedSearch, searchesOf, searchTasks } from './comparisons.js';
import { faceOf } from './faces.js';
import type { SearchTask } from './run-search.js';
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

/** What distinguishes spaces with a table from those without. */
interface ServedFacts extends Pick<SpaceAnswer, 'id' | 'name' | 'goal' | 'goals' | 'states' | 'hasTable'> {
  /** Number of states at each distance; undefined if it is unknown. */
  readonly histogram: readonly number[] | undefined;
  /** Publication of the histogram; null if it was counted here. */
  readonly published: string | null;
}

/**
 * Answers questions about a space. Every method throws InputError if a text is not a state, TableError if a table is damaged, SpaceError
 * if the space contradicts itself, and WorkerError if a thread fails.
 */
export abstract class ServedSpace {
  readonly facts: SpaceAnswer;
  /** null if it is unknown. */
  readonly distribution: DistributionAnswer | null;
  readonly #space: Space;
  readonly #patterns: BoardPatterns | null;

  /** @param patterns pattern databases of a board; null for other spaces */
  constructor(space: Space, known: ServedFacts, patterns: BoardPatterns | null) {
    const { id, name, goal, goals, states, hasTable, histogram, published } = known;
    this.distribution = histogram === undefined ? null : distributionOf(histogram, published);
    this.facts = {
      id,
      name,
      metric: space.metric,
      board: gridOf(space),
      directed: !space.reversible,
      goal,
      goals,
      states,
      maxDepth: this.distribution?.maxDepth ?? null,
      hasTable,
      moves: possibleMoves(space),
      face: faceOf(space),
      searches: searchesOf(space),
    };
    this.#space = space;
    this.#patterns = patterns;
  }

  /** Returns the standard text of a state. */
  protected abstract normalize(text: string): string;

  /** Returns the number of shortest solutions of a state; 0 if there are none, null if it is unknown. */
  protected abstract solutionsOf(state: string): Promise<bigint | null>;

  /**
   * Returns the distances of a state and its neighbours.
   * @throws if a search is needed: BusyError if too many searches wait, LimitError if the search takes too long, and the signal's reason
   */
  abstract distance(text: string, abandoned: Abandoned): DistanceAnswer | Promise<DistanceAnswer>;

  /** Returns a shortest solution, state by state. @throws as `distance`, and InputError if the space is too large for solutions */
  abstract solution(text: string, abandoned: Abandoned): SolutionAnswer | Promise<SolutionAnswer>;

  /**
   * Chooses different states at random: states of a depth if the space has a table, otherwise ends of walks.
   * @param count at least 1; fewer states are returned if no more exist, were found or were kept
   * @throws InputError if the depth is out of range, or the choice is of the other kind; an AbortError after `close`
   */
  abstract random(choice: RandomChoice, count: number): Promise<RandomAnswer>;

  /** Lists the first antipodes, up to `count` and up to 1000. @throws NotKnownError, and as `random` */
  abstract antipodes(count: number): Promise<AntipodesAnswer>;

  abstract close(): void;

  /**
   * Returns the distances of many states in one answer, which costs a fraction of separate answers.
   * @throws InputError that gives the index, from 1, of a text that is not a state, or if searches are needed
   */
  async distances(texts: readonly string[]): Promise<DistancesAnswer> {
    const { name, hasTable } = this.facts;
    if (!hasTable) {
      throw new InputError(`distances of many states need a table, but ${name} has none: ask for one state at a time`);
    }
    const distances: ShortDistance[] = [];
    for (const [index, text] of texts.entries()) {
      if (isPauseDue()) await pause();
      try {
        distances.push(this.#shortDistance(await this.distance(text, () => undefined)));
      } catch (error) {
        throw error instanceof InputError ? new InputError(`state ${index + 1}: ${error.message}`) : error;
      }
    }
    return { distances };
  }

  /** Returns the estimates of a state by all heuristics, and the number of its shortest solutions. */
  async estimates(text: string): Promise<EstimatesAnswer> {
    const state = this.normalize(text);
    const solutions = await this.solutionsOf(state);
    const estimates = solutions === 0n ? [] : this.#estimatesOf(state);
    return { state, estimates, solutions: solutions?.toString() ?? null };
  }

  /**
   * Returns the tasks of searches from a state to the starts or, if moves cannot be undone, from the starts to the state.
   * @param asked by default, every algorithm with its default heuristic
   * @throws InputError also if a search does not apply to the space, or if there are too many
   */
  searchesFrom(text: string, asked?: readonly AskedSearch[]): readonly SearchTask[] {
    return searchTasks(this.#space, this.questionOf(text), asked, this.#patterns?.forComparisons);
  }

  protected questionOf(text: string): { readonly from?: string; readonly to?: string } {
    const state = this.normalize(text);
    return this.facts.directed ? { to: state } : { from: state };
  }

  #shortDistance({ distance, moves }: DistanceAnswer): ShortDistance {
    if (distance === null || this.facts.directed) return { distance, optimal: [] };
    return { distance, optimal: moves.filter((to) => to.distance === distance - 1).map(({ move }) => move) };
  }

  #estimatesOf(state: string): readonly EstimateAnswer[] {
    const space = this.#space;
    const patterns = this.#patterns;
    if (patterns !== null) return patterns.estimates(space, parsePosition(state, patterns.board));
    if (!isNumbered(space)) return [];
    const number = readState(space, state);
    const heuristics = Object.entries(space.heuristics ?? {});
    return heuristics.map(([heuristic, estimate]) => ({ heuristic, value: estimate(number), note: null }));
  }
}

function distributionOf(histogram: readonly number[], source: string | null): DistributionAnswer {
  const { states, maxDepth, mean, median, mode, standardDeviation } = statisticsOf(histogram);
  return { histogram, states, maxDepth, mean, median, mode, standardDeviation, source };
}

function gridOf({ board: view }: Space): SpaceAnswer['board'] {
  if (view === null) return null;
  const { rows, columns, squares } = view.board;
  return { rows, columns, squares };
}

/** Returns the names of the moves. A board of a single row or column has only the moves along it: the others are never possible. */
function possibleMoves({ moves, board: view }: Space): readonly string[] {
  if (view === null) return moves;
  const { rows, columns } = view.board;
  const never = `${rows === 1 ? 'ud' : ''}${columns === 1 ? 'lr' : ''}`;
  return moves.filter((move) => !never.includes(move[0]));
}
