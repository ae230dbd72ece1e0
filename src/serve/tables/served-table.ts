/** Tables as they are served: the answers to the questions that the API asks of a table. */

import { InputError } from '../../base/input-error.js';
import { statisticsOf } from '../../base/statistics/distribution.js';
import { grouped } from '../../base/text/numbers.js';
import { type AlgorithmName, isInformed } from '../../search/question/algorithm-names.js';
import { algorithmsFor, defaultHeuristic } from '../../search/question/algorithms.js';
import type { SearchState } from '../../search/question/question.js';
import { TableSolver } from '../../search/tables/table-solver.js';
import type { NumberedSpace } from '../../space/space.js';
import { writeState } from '../../space/space-text.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { Table } from '../../table/table.js';
import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, SpaceAnswer } from '../answers.js';
import type { SearchTask } from '../comparisons/search-task.js';
import { faceOf } from '../faces/face-of-space.js';
import { LayerSamples, type Sample, type SamplingOptions } from '../samples/layer-samples.js';
import { MACHINE } from '../samples/random-source.js';
import { surveyOf } from '../samples/survey.js';
import { TaskQueue } from '../samples/task-queue.js';
import { Walks } from '../samples/walks.js';

/**
 * The largest space that gets solutions if its moves cannot be undone and it gives no predecessors. The first solution then goes through
 * all states on the server's own thread (forward-steps.ts), which takes 0.1 s for this many.
 */
const MOST_STATES_GONE_THROUGH = 1_000_000;

/**
 * Answers questions about the space of a table. Every method throws InputError if a text is not a state, TableError if the table is
 * damaged, and SpaceError if the space contradicts itself.
 */
export class ServedTable {
  readonly facts: SpaceAnswer;
  readonly distribution: DistributionAnswer;
  readonly #table: Table;
  readonly #solver: TableSolver;
  readonly #samples: LayerSamples;

  /** @param id names it in paths */
  constructor(id: string, table: Table, options: SamplingOptions = {}) {
    const { space, fullName, metric, histogram, starts } = table;
    const { states, maxDepth, mean, median, mode, standardDeviation } = statisticsOf(histogram);
    this.distribution = { histogram, states, maxDepth, mean, median, mode, standardDeviation };
    this.facts = {
      id,
      name: space.board === null ? fullName : space.name,
      metric,
      board: gridOf(space),
      directed: !space.reversible,
      goal: writeState(space, starts[0]),
      goals: starts.length,
      states,
      maxDepth,
      moves: movesOf(space),
      face: faceOf(space),
      searches: searchesOf(space),
    };
    this.#table = table;
    this.#solver = TableSolver.of(space, [table]);
    this.#samples = samplesOf(table, this.facts.name, options);
  }

  /** Returns the distance of a state, and of the states beside it. */
  distance(text: string): DistanceAnswer {
    const { distance, moves } = this.#table.neighbourhood(text);
    return {
      state: this.#table.normalize(text),
      distance,
      moves: moves.map(({ move, to, distance }) => ({ move, state: to, distance })),
    };
  }

  /** Returns a shortest solution, state by state. @throws InputError also if the space is too large for that */
  solution(text: string): SolutionAnswer {
    const question = this.#questionOf(text);
    this.#checkSize();
    const { states, moves } = this.#solver.answer(question) ?? {};
    if (!states || !moves) return { from: question.from ?? this.facts.goal, distance: null, steps: null };
    const [from, ...path] = states.map((state) => textOf(this.#table.space, state));
    return { from, distance: moves.length, steps: moves.map((move, index) => ({ move, state: path[index] })) };
  }

  /**
   * Chooses different states of a depth at random. The first call may take as long as an enumeration of the space.
   * @param depth 0..maxDepth
   * @param count at least 1; fewer are returned if there are no more, or no more are found or kept (1,000,000 of all depths)
   * @throws InputError if there is no such depth; WorkerError if the enumeration fails; an AbortError once it is closed
   */
  random(depth: number, count: number): Promise<Sample> {
    return this.#samples.random(depth, count);
  }

  /**
   * Lists the first antipodes in the order of the numbering, at most `count` and 1000. If the space is too large to enumerate again,
   * they are those that the result beside the table lists, in its order, or none.
   * @throws as random
   */
  antipodes(count: number): Promise<readonly string[]> {
    return this.#samples.antipodes(count);
  }

  /** Returns the search tasks that compare the table's algorithms from a state. */
  searchesFrom(text: string): readonly SearchTask[] {
    const { source } = this.#table;
    const question = this.#questionOf(text);
    return this.facts.searches.map((algorithm) => ({
      algorithm,
      heuristic: defaultHeuristic(this.#table.space, algorithm) ?? null,
      source,
      question,
    }));
  }

  close(): void {
    this.#samples.close();
    this.#table.close();
  }

  /** Returns the question for a path from a state to the starts, or from them to the state if moves cannot be undone. */
  #questionOf(text: string): { readonly from?: string; readonly to?: string } {
    const state = this.#table.normalize(text);
    return this.#table.space.reversible ? { from: state } : { to: state };
  }

  /** @throws InputError if solutions would take so long that other requests wait */
  #checkSize(): void {
    const { fullName: name, space } = this.#table;
    if (space.reversible || space.predecessors !== undefined || space.size <= MOST_STATES_GONE_THROUGH) return;
    throw new InputError(
      `ways in ${name} are not told here: its moves cannot be undone, it has no predecessors, and more than ${grouped(MOST_STATES_GONE_THROUGH)} states; antipode solve tells them`,
    );
  }
}

/** Returns the searches that answer as the table does. If moves cannot be undone, paths lead from the start, and heuristics to it. */
function searchesOf(space: NumberedSpace): AlgorithmName[] {
  return algorithmsFor(space).filter((name) => name !== 'table' && (space.reversible || !isInformed(name)));
}

function samplesOf(table: Table, name: string, options: SamplingOptions): LayerSamples {
  const { space, maxDepth } = table;
  const { path = null, queue = new TaskQueue(), random = MACHINE } = options;
  return new LayerSamples({
    name,
    maxDepth,
    survey: surveyOf(table, options, random.below(2 ** 32)),
    queue,
    walks: new Walks(table, path, random),
    random,
    text: (state) => writeState(space, state),
  });
}

function gridOf({ board: view }: NumberedSpace): SpaceAnswer['board'] {
  if (view === null) return null;
  const { rows, columns, squares } = view.board;
  return { rows, columns, squares };
}

/** Returns the names of the moves. A board of one row or column has only those along it, since no others can ever be made. */
function movesOf({ moves, board: view }: NumberedSpace): readonly string[] {
  if (view === null) return moves;
  const { rows, columns } = view.board;
  const never = `${rows === 1 ? 'ud' : ''}${columns === 1 ? 'lr' : ''}`;
  return moves.filter((move) => !never.includes(move[0]));
}

/** Returns the text of a state of a path. */
function textOf(space: NumberedSpace, state: SearchState): string {
  return typeof state === 'number' ? writeState(space, state) : formatPosition(Array.from(state));
}
