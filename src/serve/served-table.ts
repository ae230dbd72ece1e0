/** Spaces with a table as they are served. */

import { grouped, InputError } from '../base/text.js';
import type { SearchState } from '../search/question/question.js';
import { TableSolver } from '../search/table-solver.js';
import { readState, writeState } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { formatPosition } from '../spaces/board/position.js';
import { resultPath } from '../table/files/table-file.js';
import type { Table } from '../table/table.js';
import type { AntipodesAnswer, DistanceAnswer, DistributionAnswer, RandomAnswer, SolutionAnswer } from './answers.js';
import { BoardPatterns } from './board-patterns.js';
import { LayerSamples, type SamplingOptions, surveyOf } from './layer-samples.js';
import { MACHINE } from './sampled-layers.js';
import { type RandomChoice, ServedSpace } from './served-space.js';
import { Walks } from './walks.js';
import { isPauseDue, pause, Slots } from './work.js';

/**
 * Maximum size of a space that gets solutions if its moves cannot be undone and it gives no predecessors. The first solution then visits
 * all states on the server's main thread, which takes 0.1 s for this many.
 */
const MOST_STATES_VISITED = 1_000_000;

interface ServedTableOptions extends SamplingOptions {
  /** Folder of pattern tables, which are used if they exist. */
  readonly folder?: string;
}

export class ServedTable extends ServedSpace {
  declare readonly distribution: DistributionAnswer;
  readonly #table: Table;
  readonly #solver: TableSolver;
  readonly #samples: LayerSamples;

  /** @param id identifier in paths */
  constructor(id: string, table: Table, options: ServedTableOptions = {}) {
    const { space, fullName, histogram, starts } = table;
    const facts = {
      id,
      name: space.board === null ? fullName : space.name,
      goal: writeState(space, starts[0]),
      goals: starts.length,
      states: histogram.reduce((sum, count) => sum + count, 0),
      hasTable: true,
      histogram,
      published: null,
    };
    const patterns = space.board && new BoardPatterns(space.board.board, space.board.goal, options.folder ?? '.');
    super(space, facts, patterns);
    this.#table = table;
    this.#solver = TableSolver.of(space, [table]);
    this.#samples = samplesOf(table, facts.name, options);
  }

  override distance(text: string): DistanceAnswer {
    const { distance, moves } = this.#table.neighbourhood(text);
    return {
      state: this.#table.normalize(text),
      distance,
      moves: moves.map(({ move, to, distance }) => ({ move, state: to, distance })),
    };
  }

  override solution(text: string): SolutionAnswer {
    const question = this.questionOf(text);
    this.#checkSize();
    const { states, moves } = this.#solver.answer(question) ?? {};
    if (!states || !moves) return { from: question.from ?? this.facts.goal, distance: null, steps: null };
    const [from, ...path] = states.map((state) => textOf(this.#table.space, state));
    return { from, distance: moves.length, steps: moves.map((move, index) => ({ move, state: path[index] })) };
  }

  /** Chooses states of a depth. The first call can take as long as an enumeration of the space, and keeps 1,000,000 states in all. */
  override async random({ depth, steps }: RandomChoice, count: number): Promise<RandomAnswer> {
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
  override async antipodes(count: number): Promise<AntipodesAnswer> {
    const { maxDepth, histogram } = this.#table;
    return { depth: maxDepth, of: histogram[maxDepth], states: await this.#samples.antipodes(count) };
  }

  override close(): void {
    this.#samples.close();
    this.#table.close();
  }

  protected override normalize(text: string): string {
    return this.#table.normalize(text);
  }

  /** Returns null if the solutions are too many to count, or if moves cannot be undone. */
  protected override async solutionsOf(state: string): Promise<bigint | null> {
    const { space } = this.#table;
    if (this.#table.distance(state) === null) return 0n;
    return space.reversible ? numberOfSolutions(this.#table, readState(space, state)) : null;
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
  const { path = null, result = path && resultPath(path), queue = new Slots(1), random = MACHINE } = options;
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
