/**
 * A served space: its facts, and its answers to questions about states, which are the same for spaces with a table and for boards without one.
 */

import { statisticsOf } from '../base/statistics.js';
import { InputError } from '../base/text.js';
import { heuristicsFor } from '../search/algorithms.js';
import { numbered, type Path } from '../search/question/question.js';
import { estimateOf } from '../space/answers.js';
import { readState, writeState } from '../space/definition.js';
import type { Space } from '../space/space.js';
import { formatPosition, parsePosition } from '../spaces/board/position.js';
import { titleOfSpace } from '../spaces/titles.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  EstimateAnswer,
  EstimatesAnswer,
  HeuristicsAnswer,
  RandomAnswer,
  SolutionAnswer,
  SpaceAnswer,
} from './answers.js';
import { type RequestedSearch, searchesOf, searchTasks } from './comparisons.js';
import { faceOf, ruleOf } from './faces.js';
import type { BoardPatterns } from './position-searches.js';
import { NotKnownError } from './responses.js';
import type { SearchTask } from './run-search.js';
import { type Abandoned, NEVER } from './work.js';

/** The client closed its side of the connection during the search for its answer. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

/** The facts that distinguish spaces with a table from those without. */
type KnownFacts = Pick<SpaceAnswer, 'id' | 'name' | 'goal' | 'goals' | 'states' | 'hasTable'>;

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
  constructor(
    space: Space,
    known: KnownFacts,
    distribution: DistributionAnswer | null,
    patterns: BoardPatterns | null,
  ) {
    const { id, name, goal, goals, states, hasTable } = known;
    this.distribution = distribution;
    this.facts = {
      id,
      name,
      title: titleOfSpace(space),
      metric: space.metric,
      board: drawnBoard(space),
      directed: !space.reversible,
      goal,
      goals,
      states,
      maxDepth: distribution?.maxDepth ?? null,
      hasTable,
      moves: possibleMoves(space),
      rule: ruleOf(space.source),
      face: faceOf(space),
      searches: searchesOf(space),
    };
    this.#space = space;
    this.#patterns = patterns;
  }

  /**
   * Returns the distances of a state and its neighbours.
   * @throws if a search is needed: BusyError if too many searches wait, LimitError if the search takes too long, and the signal's reason
   */
  abstract distance(text: string, abandoned: Abandoned): DistanceAnswer | Promise<DistanceAnswer>;

  /** Lists the first antipodes, up to `count` and up to 1000. @throws NotKnownError, and as `random` */
  abstract antipodes(count: number, abandoned?: Abandoned): Promise<AntipodesAnswer>;

  abstract close(): void;

  /**
   * Chooses states of a depth if the space has a table; otherwise ends of walks of this many steps, or any states if it is undefined.
   * @throws as `random`
   */
  protected abstract chosen(
    amount: number | undefined,
    count: number,
    abandoned: Abandoned,
  ): Promise<Pick<RandomAnswer, 'states' | 'uniform'>>;

  /** Returns a shortest path from a state or, if moves cannot be undone, to it; null if there is none. @throws as `solution` */
  protected abstract path(state: string, abandoned: Abandoned): Promise<Path<string> | null>;

  /** Returns the number of shortest solutions of a state; 0 if there are none, null if it is unknown. */
  protected abstract solutionsOf(state: string): Promise<bigint | null>;

  /**
   * Chooses different states at random: states of a depth if the space has a table, otherwise any states or ends of walks.
   * @param count at least 1; fewer states are returned if no more exist, were found or were kept
   * @throws InputError if the depth is out of range, or the choice is of the other kind; an AbortError after `close`; the signal's reason
   */
  async random(
    { depth, steps }: { depth?: number | undefined; steps?: number | undefined },
    count: number,
    abandoned = NEVER,
  ): Promise<RandomAnswer> {
    const { name, hasTable } = this.facts;
    if (hasTable && steps !== undefined) {
      throw new InputError(`${name} has a table, so random states are chosen by depth: give depth instead of steps`);
    }
    if (!hasTable && depth !== undefined) {
      throw new InputError(`${name} has no table, so the states of a depth are unknown: give steps instead of depth`);
    }
    if (hasTable && depth === undefined) throw new InputError('depth is missing: give it as a whole number from 0');
    return { depth: depth ?? null, steps: steps ?? null, ...(await this.chosen(depth ?? steps, count, abandoned)) };
  }

  /** Returns a shortest solution, state by state. @throws as `distance`, and InputError if the space is too large for solutions */
  async solution(text: string, abandoned: Abandoned): Promise<SolutionAnswer> {
    const state = this.#normalize(text);
    const path = await this.path(state, abandoned);
    if (path === null) return { from: this.facts.directed ? this.facts.goal : state, distance: null, steps: null };
    const [from, ...states] = path.states;
    return { from, distance: path.moves.length, steps: path.moves.map((move, at) => ({ move, state: states[at] })) };
  }

  /**
   * Returns solutions that get shorter, as lines of JSON; cancelling the stream stops the search.
   * @throws InputError if the space has a table; BusyError if too many searches wait
   */
  solutions(_text: string): ReadableStream<Uint8Array> {
    throw new InputError(`${this.facts.name} has a table, which holds shortest solutions: ask for the solution`);
  }

  /**
   * Returns the distances of many states in one answer, which costs a fraction of separate answers.
   * @throws InputError that gives the index, from 1, of a text that is not a state, or if searches are needed
   */
  async distances(_texts: readonly string[]): Promise<DistancesAnswer> {
    throw new InputError(
      `distances of many states need a table, but ${this.facts.name} has none: ask for one state at a time`,
    );
  }

  /** Returns the estimates of a state by all heuristics, and the number of its shortest solutions. */
  async estimates(text: string): Promise<EstimatesAnswer> {
    const state = this.#normalize(text);
    const solutions = await this.solutionsOf(state);
    const heuristics = solutions === 0n ? [] : heuristicsFor(this.#space);
    const estimates = heuristics.map((heuristic) => ({ heuristic, ...this.#estimate(heuristic, state) }));
    return { state, estimates, solutions: solutions?.toString() ?? null };
  }

  /** Returns the quality of each heuristic over all states. @throws NotKnownError if there is no table, or it is too large */
  async heuristics(_abandoned = NEVER): Promise<HeuristicsAnswer> {
    throw new NotKnownError(
      `the estimates of all states of ${this.facts.name} are unknown: counting them needs a table`,
    );
  }

  /**
   * Returns the tasks of searches from a state to the starts or, if moves cannot be undone, from the starts to the state.
   * @param requested by default, every algorithm with its default heuristic
   * @throws InputError also if a search does not apply to the space, or if there are too many
   */
  searchesFrom(text: string, requested?: readonly RequestedSearch[]): readonly SearchTask[] {
    const state = this.#normalize(text);
    const question = this.facts.directed ? { to: state } : { from: state };
    return searchTasks(this.#space, question, requested, this.#patterns?.databases.value);
  }

  /** Returns the standard text of a state. On boards, it may be a position from which no moves lead to the goal. */
  #normalize(text: string): string {
    const { board } = this.#space;
    if (board !== null) return formatPosition(parsePosition(text, board.board));
    const states = numbered(this.#space);
    return writeState(states, readState(states, text));
  }

  #estimate(heuristic: string, state: string): Pick<EstimateAnswer, 'value' | 'note'> {
    if (this.#patterns !== null) return this.#patterns.estimate(heuristic, state);
    const states = numbered(this.#space);
    return { value: estimateOf(states, heuristic, readState(states, state)), note: null };
  }
}

export function distributionOf(histogram: readonly number[], source: string | null): DistributionAnswer {
  const { states, maxDepth, mean, median, mode, standardDeviation } = statisticsOf(histogram);
  return { histogram, states, maxDepth, mean, median, mode, standardDeviation, source };
}

function drawnBoard({ board: view }: Space): SpaceAnswer['board'] {
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

/** Returns an unused id for a name, of characters allowed in a path; `.` and `..` would be read as folders. */
export function freeId(name: string, served: readonly ServedSpace[]): string {
  const plain = name.replace(/[^A-Za-z0-9._~-]/g, '-').replace(/^\.{1,2}$/, 'table');
  let id = plain;
  for (let copy = 2; served.some(({ facts }) => facts.id === id); copy++) id = `${plain}-${copy}`;
  return id;
}
