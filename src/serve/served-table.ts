/** A served space with a table, which it reads distances and paths from. */

import { grouped, InputError, withPlace } from '../base/text.js';
import type { Path, SearchState } from '../search/question/question.js';
import { TableSolver } from '../search/table-solver.js';
import { readState, writeState } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { formatPosition } from '../spaces/board/position.js';
import type { Table } from '../table/table.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  HeuristicsAnswer,
  ShortDistance,
} from './answers.js';
import { heuristicQuality } from './heuristic-quality.js';
import { type LayerSamples, layerSamples, type SamplingOptions } from './layer-samples.js';
import { boardPatterns } from './position-searches.js';
import { distributionOf, ServedSpace } from './served-space.js';
import { type Abandoned, isPauseDue, NEVER, pause } from './work.js';

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
  readonly #quality: ReturnType<typeof heuristicQuality>;

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
    this.#quality = heuristicQuality(facts.name, table, options);
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
  override async antipodes(count: number, abandoned = NEVER): Promise<AntipodesAnswer> {
    const { maxDepth, histogram } = this.#table;
    return { depth: maxDepth, of: histogram[maxDepth], states: await this.#samples.antipodes(count, abandoned) };
  }

  override async heuristics(abandoned = NEVER): Promise<HeuristicsAnswer> {
    return { heuristics: await this.#quality.answer(abandoned) };
  }

  override close(): void {
    this.#samples.close();
    this.#quality.close();
    this.#table.close();
  }

  /** Can take as long as an enumeration of the space, which keeps 1,000,000 states in all. */
  protected override chosen(depth: number | undefined, count: number, abandoned: Abandoned) {
    return this.#samples.random(depth as number, count, abandoned);
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
