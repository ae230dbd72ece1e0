/** Spaces with a table as they are served. */

import { statisticsOf } from '../base/statistics.js';
import { grouped, InputError } from '../base/text.js';
import type { SearchState } from '../search/question/question.js';
import { TableSolver } from '../search/table-solver.js';
import { readState, writeState } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { formatPosition, parsePosition } from '../spaces/board/position.js';
import { resultPath } from '../table/files/table-file.js';
import type { Table } from '../table/table.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  EstimateAnswer,
  EstimatesAnswer,
  RandomAnswer,
  SolutionAnswer,
  SpaceAnswer,
} from './answers.js';
import { BoardPatterns, estimatesOfPosition, estimatesOfState } from './board-patterns.js';
import { faceOf } from './faces.js';
import { LayerSamples, type SamplingOptions, surveyOf } from './layer-samples.js';
import { MACHINE } from './sampled-layers.js';
import { type AskedSearch, type SearchTask, searchesOf, searchTasks } from './searches.js';
import { gridOf, manyDistances, possibleMoves, type RandomChoice, type ServedSpace } from './served-space.js';
import { Walks } from './walks.js';
import { isPauseDue, pause, TaskQueue } from './work.js';

/**
 * Maximum size of a space that gets solutions if its moves cannot be undone and it gives no predecessors. The first solution then visits
 * all states on the server's main thread (forward-steps.ts), which takes 0.1 s for this many.
 */
const MOST_STATES_VISITED = 1_000_000;

interface ServedTableOptions extends SamplingOptions {
  /** Folder of pattern tables, which are used if they exist. */
  readonly folder?: string;
}

export class ServedTable implements ServedSpace {
  readonly facts: SpaceAnswer;
  readonly distribution: DistributionAnswer;
  readonly #table: Table;
  readonly #solver: TableSolver;
  readonly #samples: LayerSamples;
  /** Pattern databases; null unless the space has the heuristic `pattern`. */
  readonly #patterns: BoardPatterns | null;

  /** @param id identifier in paths */
  constructor(id: string, table: Table, options: ServedTableOptions = {}) {
    const { space, fullName, metric, histogram, starts } = table;
    const { states, maxDepth, mean, median, mode, standardDeviation } = statisticsOf(histogram);
    this.distribution = { histogram, states, maxDepth, mean, median, mode, standardDeviation, source: null };
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
      hasTable: true,
      moves: possibleMoves(space),
      face: faceOf(space),
      searches: searchesOf(space),
    };
    this.#table = table;
    this.#solver = TableSolver.of(space, [table]);
    this.#samples = samplesOf(table, this.facts.name, options);
    this.#patterns = space.board && new BoardPatterns(space.board.board, space.board.goal, options.folder ?? '.');
  }

  distance(text: string): DistanceAnswer {
    const { distance, moves } = this.#table.neighbourhood(text);
    return {
      state: this.#table.normalize(text),
      distance,
      moves: moves.map(({ move, to, distance }) => ({ move, state: to, distance })),
    };
  }

  solution(text: string): SolutionAnswer {
    const question = this.#questionOf(text);
    this.#checkSize();
    const { states, moves } = this.#solver.answer(question) ?? {};
    if (!states || !moves) return { from: question.from ?? this.facts.goal, distance: null, steps: null };
    const [from, ...path] = states.map((state) => textOf(this.#table.space, state));
    return { from, distance: moves.length, steps: moves.map((move, index) => ({ move, state: path[index] })) };
  }

  distances(texts: readonly string[]): Promise<DistancesAnswer> {
    return manyDistances(this, texts);
  }

  /** Chooses states of a depth. The first call can take as long as an enumeration of the space, and keeps 1,000,000 states in all. */
  async random({ depth, steps }: RandomChoice, count: number): Promise<RandomAnswer> {
    if (steps !== undefined) {
      throw new InputError(
        `${this.facts.name} has a table, so random states are chosen by depth: give depth instead of steps`,
      );
    }
    if (depth === undefined) throw new InputError('depth is missing: give it as a whole number from 0');
    const { states, uniform } = await this.#samples.random(depth, count);
    return { depth, steps: null, states, uniform };
  }

  /**
   * Lists antipodes by rank. If the space is too large to enumerate again, they are those listed in the result file beside the table, in
   * its order, or none.
   */
  async antipodes(count: number): Promise<AntipodesAnswer> {
    const { maxDepth, histogram } = this.#table;
    return { depth: maxDepth, of: histogram[maxDepth], states: await this.#samples.antipodes(count) };
  }

  async estimates(text: string): Promise<EstimatesAnswer> {
    const state = this.#table.normalize(text);
    if (this.#table.distance(state) === null) return { state, estimates: [], solutions: '0' };
    const estimates = this.#estimatesOf(state);
    const solutions = await this.#solutionsOf(state);
    return { state, estimates, solutions: solutions?.toString() ?? null };
  }

  searchesFrom(text: string, asked?: readonly AskedSearch[]): readonly SearchTask[] {
    return searchTasks(this.#table.space, this.#questionOf(text), asked, this.#patterns?.forComparisons);
  }

  close(): void {
    this.#samples.close();
    this.#table.close();
  }

  /** Returns the number of shortest solutions; null if they are too many to count, or if moves cannot be undone. */
  #solutionsOf(state: string): Promise<bigint | null> {
    const { space } = this.#table;
    return space.reversible ? numberOfSolutions(this.#table, readState(space, state)) : Promise.resolve(null);
  }

  #estimatesOf(state: string): readonly EstimateAnswer[] {
    const { space } = this.#table;
    if (this.#patterns === null) return estimatesOfState(space, readState(space, state));
    return estimatesOfPosition(space, parsePosition(state, this.#patterns.board), this.#patterns);
  }

  /** Returns the question for a path from a state to the starts or, if moves cannot be undone, from the starts to the state. */
  #questionOf(text: string): { readonly from?: string; readonly to?: string } {
    const state = this.#table.normalize(text);
    return this.#table.space.reversible ? { from: state } : { to: state };
  }

  /** Refuses solutions that would block other requests for long. @throws InputError */
  #checkSize(): void {
    const { fullName: name, space } = this.#table;
    if (space.reversible || space.predecessors !== undefined || space.size <= MOST_STATES_VISITED) return;
    throw new InputError(
      `the server does not search paths in ${name}: its moves cannot be undone, it gives no predecessors, and it has more than ${grouped(MOST_STATES_VISITED)} states; use antipode solve`,
    );
  }
}

function samplesOf(table: Table, name: string, options: SamplingOptions): LayerSamples {
  const { space, maxDepth } = table;
  const { path = null, result = path && resultPath(path), queue = new TaskQueue(), random = MACHINE } = options;
  return new LayerSamples({
    name,
    maxDepth,
    survey: surveyOf(table, options, random.below(2 ** 32)),
    queue,
    walks: new Walks(table, result, random),
    random,
    text: (state) => writeState(space, state),
  });
}

/** Returns the text of a state of a path. */
function textOf(space: NumberedSpace, state: SearchState): string {
  return typeof state === 'number' ? writeState(space, state) : formatPosition(Array.from(state));
}

/** The number of shortest solutions of a state: paths on which each move lowers the distance by one. */

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
