/**
 * A served space: its facts, and its answers to questions about states. A space with a table reads distances and paths from it. A board
 * without a table is searched with pattern databases. Everything else is the same for both.
 */

import { statisticsOf } from '../base/statistics.js';
import { grouped, InputError, withPlace } from '../base/text.js';
import { factorial } from '../permutations/lehmer.js';
import { PUBLISHED_BY, publishedHistogram } from '../runs/published-layers.js';
import { heuristicsFor } from '../search/algorithms.js';
import { knownMoves, numbered, type Path, positionPath, type SearchState } from '../search/question/question.js';
import { TableSolver } from '../search/table-solver.js';
import { estimateOf } from '../space/answers.js';
import { readState, writeState } from '../space/definition.js';
import type { BoardSpaceSource, NumberedSpace, Space } from '../space/space.js';
import { type Board, type Direction, OPPOSITE } from '../spaces/board/board.js';
import { slid, slidesFrom } from '../spaces/board/moves.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../spaces/board/position.js';
import { SeededRandom } from '../spaces/board/random.js';
import { isSolvable } from '../spaces/board/reachability.js';
import { openBoard } from '../spaces/board-space.js';
import type { Table } from '../table/table.js';
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
import { type RequestedSearch, searchesOf, searchTasks } from './comparisons.js';
import { faceOf } from './faces.js';
import { type LayerSamples, layerSamples, type SamplingOptions } from './layer-samples.js';
import { type BoardPatterns, boardPatterns, positionSearches } from './position-searches.js';
import type { SearchTask } from './run-search.js';
import { isPauseDue, pause } from './work.js';

/** Returns a signal that aborts when no client waits for the answer any more; undefined if there is none. */
export type Abandoned = () => AbortSignal | undefined;

/** The space has no answer to this kind of request. */
export class NotKnownError extends Error {
  override readonly name = 'NotKnownError';
}

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
      metric: space.metric,
      board: drawnBoard(space),
      directed: !space.reversible,
      goal,
      goals,
      states,
      maxDepth: distribution?.maxDepth ?? null,
      hasTable,
      moves: possibleMoves(space),
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
  abstract antipodes(count: number): Promise<AntipodesAnswer>;

  abstract close(): void;

  /** Chooses states of a depth if the space has a table, otherwise ends of walks of this many steps. @throws as `random` */
  protected abstract chosen(amount: number, count: number): Promise<Pick<RandomAnswer, 'states' | 'uniform'>>;

  /** Returns a shortest path from a state or, if moves cannot be undone, to it; null if there is none. @throws as `solution` */
  protected abstract path(state: string, abandoned: Abandoned): Promise<Path<string> | null>;

  /** Returns the number of shortest solutions of a state; 0 if there are none, null if it is unknown. */
  protected abstract solutionsOf(state: string): Promise<bigint | null>;

  /**
   * Chooses different states at random: states of a depth if the space has a table, otherwise ends of walks.
   * @param count at least 1; fewer states are returned if no more exist, were found or were kept
   * @throws InputError if the depth is out of range, or the choice is of the other kind; an AbortError after `close`
   */
  async random(
    { depth, steps }: { depth?: number | undefined; steps?: number | undefined },
    count: number,
  ): Promise<RandomAnswer> {
    const { name, hasTable } = this.facts;
    if (hasTable && steps !== undefined) {
      throw new InputError(`${name} has a table, so random states are chosen by depth: give depth instead of steps`);
    }
    if (!hasTable && depth !== undefined) {
      throw new InputError(`${name} has no table, so the states of a depth are unknown: give steps instead of depth`);
    }
    const amount = depth ?? steps;
    if (amount === undefined) {
      throw new InputError(`${hasTable ? 'depth' : 'steps'} is missing: give it as a whole number from 0`);
    }
    return { depth: depth ?? null, steps: steps ?? null, ...(await this.chosen(amount, count)) };
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

function distributionOf(histogram: readonly number[], source: string | null): DistributionAnswer {
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

/* Spaces with a table. */

/**
 * Maximum size of a space that gets solutions if its moves cannot be undone and it gives no predecessors. The first solution then visits
 * all states on the server's main thread, which takes 0.1 s for this many.
 */
const MOST_STATES_VISITED = 1_000_000;

export class ServedTable extends ServedSpace {
  declare readonly distribution: DistributionAnswer;
  readonly #table: Table;
  readonly #solver: TableSolver;
  readonly #samples: LayerSamples;

  /** @param id identifier in paths @param options `folder` holds pattern tables, which are used if they exist */
  constructor(id: string, table: Table, options: SamplingOptions & { readonly folder?: string } = {}) {
    const { space, fullName, histogram, starts } = table;
    const facts = {
      id,
      name: space.board === null ? fullName : space.name,
      goal: writeState(space, starts[0]),
      goals: starts.length,
      states: histogram.reduce((sum, count) => sum + count, 0),
      hasTable: true,
    };
    const patterns = space.board && boardPatterns(space.board.board, space.board.goal, options.folder ?? '.');
    super(space, facts, distributionOf(histogram, null), patterns);
    this.#table = table;
    this.#solver = TableSolver.of(space, [table]);
    this.#samples = layerSamples(facts.name, table, options);
  }

  override async distances(texts: readonly string[]): Promise<DistancesAnswer> {
    const distances: ShortDistance[] = [];
    for (const [index, text] of texts.entries()) {
      if (isPauseDue()) await pause();
      distances.push(withPlace(`state ${index + 1}`, () => this.#shortDistance(text)));
    }
    return { distances };
  }

  #shortDistance(text: string): ShortDistance {
    const { distance, moves } = this.#table.walker?.neighbourhood(text) ?? this.#table.neighbourhood(text);
    const isBest = (to: { readonly distance: number | null }) => distance !== null && to.distance === distance - 1;
    return { distance, optimal: this.facts.directed ? [] : moves.filter(isBest).map(({ move }) => move) };
  }

  override distance(text: string): DistanceAnswer {
    const { distance, moves } = this.#table.neighbourhood(text);
    return {
      state: this.#table.normalize(text),
      distance,
      moves: moves.map(({ move, to, distance }) => ({ move, state: to, distance })),
    };
  }

  /**
   * Lists antipodes by rank. If the space is too large to enumerate again, they are those listed in the result file beside the table, in
   * its order, or none.
   */
  override async antipodes(count: number): Promise<AntipodesAnswer> {
    const { maxDepth, histogram } = this.#table;
    return { depth: maxDepth, of: histogram[maxDepth], states: await this.#samples.antipodes(count) };
  }

  override close(): void {
    this.#samples.close();
    this.#table.close();
  }

  /** The first call can take as long as an enumeration of the space, and keeps 1,000,000 states in all. */
  protected override chosen(depth: number, count: number) {
    return this.#samples.random(depth, count);
  }

  protected override async path(state: string): Promise<Path<string> | null> {
    const { fullName: name, space } = this.#table;
    if (!space.reversible && space.predecessors === undefined && space.size > MOST_STATES_VISITED) {
      throw new InputError(
        `the server does not search paths in ${name}: its moves cannot be undone, it gives no predecessors, and it has more than ${grouped(MOST_STATES_VISITED)} states; use antipode solve`,
      );
    }
    const { states, moves } = this.#solver.answer(this.facts.directed ? { to: state } : { from: state }) ?? {};
    return states && moves ? { moves, states: states.map((each) => textOf(space, each)) } : null;
  }

  /** Returns null if the solutions are too many to count, or if moves cannot be undone. */
  protected override async solutionsOf(state: string): Promise<bigint | null> {
    const { space } = this.#table;
    if (this.#table.distance(state) === null) return 0n;
    return space.reversible ? numberOfSolutions(this.#table, readState(space, state)) : null;
  }
}

/** Returns the text of a state of a path. */
function textOf(space: NumberedSpace, state: SearchState): string {
  return typeof state === 'number' ? writeState(space, state) : formatPosition(Array.from(state));
}

/* The number of shortest solutions of a state: paths on which each move lowers the distance by one. */

/** Maximum number of states visited. States of 3x4 have up to some thousand on their shortest solutions; other spaces can have millions. */
const MOST_VISITED = 200_000;

/**
 * Counts the shortest solutions, layer by layer: the number of paths to a state is the sum over its predecessors.
 * @param state reachable state of a space whose moves can be undone
 * @returns the count; null if it would take more states than the maximum
 * @throws as Table.distance
 */
export async function numberOfSolutions(table: Table, state: number, most = MOST_VISITED): Promise<bigint | null> {
  let layer = new Map([[state, 1n]]);
  let visited = 0;
  for (let left = table.distance(state) ?? 0; left > 0; left--) {
    const next = new Map<number, bigint>();
    for (const [from, paths] of layer) {
      if (isPauseDue()) await pause();
      if (++visited > most) return null;
      for (const to of table.nearer(from)) next.set(to, (next.get(to) ?? 0n) + paths);
    }
    layer = next;
  }
  return [...layer.values()].reduce((sum, paths) => sum + paths, 0n);
}

/* Boards without a table. */

/** Maximum length of a walk; 4x4 is well mixed after some hundred steps. */
const MOST_STEPS = 10_000;

interface SearchedBoardOptions {
  /** Folder of pattern tables, which are used if they exist. */
  readonly folder: string;
  /** Time limit of a search. */
  readonly seconds?: number;
  readonly random?: SeededRandom;
}

export class SearchedBoard extends ServedSpace {
  readonly #patterns: BoardPatterns;
  readonly #searches: ReturnType<typeof positionSearches>;
  readonly #random: SeededRandom;

  /** @param id identifier in paths @param source source of a full board in the metric single */
  constructor(id: string, source: BoardSpaceSource, { folder, seconds, random }: SearchedBoardOptions) {
    const space = openBoard(source);
    if (space.board === null) throw new Error(`${space.name} is not a board`);
    const { board, goal } = space.board;
    const patterns = boardPatterns(board, goal, folder);
    const histogram = publishedHistogram(board, goal.indexOf(BLANK));
    const facts = {
      id,
      name: space.name,
      goal: formatPosition(goal),
      goals: 1,
      states: factorial(board.cells) / 2,
      hasTable: false,
    };
    super(space, facts, histogram === undefined ? null : distributionOf(histogram, PUBLISHED_BY), patterns);
    this.#patterns = patterns;
    this.#searches = positionSearches(patterns, seconds);
    this.#random = random ?? new SeededRandom(Math.random() * 2 ** 32);
  }

  override async distance(text: string, abandoned: Abandoned): Promise<DistanceAnswer> {
    const start = this.#positionOf(text);
    const solutions = await this.#solutionsFrom(start, abandoned);
    const distance = solutions?.[0].length ?? null;
    const moves = slidesFrom(this.#patterns.board, start.indexOf(BLANK), 'single').map((slide) => {
      const move = slide.direction;
      const isBest = solutions?.some((solution) => solution[0] === move);
      const after = distance === null ? null : distance + (isBest ? -1 : 1);
      return { move, state: formatPosition(slid(start, slide)), distance: after };
    });
    return { state: formatPosition(start), distance, moves };
  }

  override async antipodes(): Promise<never> {
    throw new NotKnownError(`the antipodes of ${this.facts.name} are unknown: finding them needs a table`);
  }

  override close(): void {
    this.#searches.close();
  }

  protected override async chosen(steps: number, count: number) {
    if (steps > MOST_STEPS) {
      const { name } = this.facts;
      throw new InputError(`the steps in ${name} must be a whole number from 0 to ${MOST_STEPS}, found ${steps}`);
    }
    const { board, goal } = this.#patterns;
    const states = new Set<string>();
    // Short walks have few different ends, so some walks repeat an end.
    for (let walk = 0; walk < 10 * count && states.size < count; walk++) {
      if (isPauseDue()) await pause();
      states.add(formatPosition(walkEnd(board, goal, steps, this.#random)));
    }
    return { states: [...states], uniform: false };
  }

  /** Returns the first solution in the order of the facts' moves, as with tables. */
  protected override async path(state: string, abandoned: Abandoned): Promise<Path<string> | null> {
    const start = this.#positionOf(state);
    const solutions = await this.#solutionsFrom(start, abandoned);
    if (solutions === null) return null;
    const { moves: order } = this.facts;
    const [solution] = solutions.toSorted((one, other) => order.indexOf(one[0]) - order.indexOf(other[0]));
    const { moves, states } = positionPath({ board: this.#patterns.board, start, metric: 'single' }, solution);
    return { moves, states: states.map(formatPosition) };
  }

  /** Returns null, because counting solutions takes a table, unless there are none. */
  protected override async solutionsOf(state: string): Promise<bigint | null> {
    const { board, goal } = this.#patterns;
    return isSolvable(board, this.#positionOf(state), goal) ? null : 0n;
  }

  #positionOf(text: string): Position {
    return parsePosition(text, this.#patterns.board);
  }

  /** Returns a shortest solution for each move that begins one; null if there is none. What is known at once needs no databases. */
  async #solutionsFrom(start: Position, abandoned: Abandoned): Promise<readonly string[] | null> {
    const { board, goal } = this.#patterns;
    const known = knownMoves({ board, start, goal });
    if (known === undefined) return this.#searches.from(start, abandoned());
    return known === null ? null : [known];
  }
}

/** Returns the end of a walk that undoes a move only in a dead end. All other moves are equally likely at each step. */
function walkEnd(board: Board, from: Position, steps: number, random: SeededRandom): Position {
  let position = from;
  let back: Direction | undefined;
  for (let step = 0; step < steps; step++) {
    const possible = slidesFrom(board, position.indexOf(BLANK), 'single');
    const onward = possible.filter(({ direction }) => direction !== back);
    const choice = onward.length > 0 ? onward : possible;
    const slide = choice[random.below(choice.length)];
    position = slid(position, slide);
    back = OPPOSITE[slide.direction];
  }
  return position;
}
