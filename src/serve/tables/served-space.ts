/** The table of a space that is no board, as it is served. */

import { InputError } from '../../base/input-error.js';
import { statisticsOf } from '../../base/statistics/distribution.js';
import { grouped } from '../../base/text/numbers.js';
import { canSearchBackwards, SPACE_SEARCHES, type SpaceQuestion } from '../../search/states/space-search.js';
import { wayFromTable } from '../../search/states/way-from-table.js';
import { readState, writeState } from '../../space/space-text.js';
import type { Table } from '../../table/table.js';
import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, TableAnswer } from '../answers.js';
import type { SpaceSearchTask } from '../comparisons/search-task.js';
import { LayerSamples, type Sample, type SamplingOptions } from '../samples/layer-samples.js';
import { MACHINE } from '../samples/random-source.js';
import { SURVEY_LIMITS, surveyOfSpace } from '../samples/survey.js';
import { TaskQueue } from '../samples/task-queue.js';
import { WalkedStateSpace } from '../samples/walked-space.js';
import { Walks } from '../samples/walks.js';
import type { ServedTable } from './served-table.js';

/**
 * If moves cannot be undone and the space does not give predecessors, the first solution goes through all states on the server's
 * own thread (forward-steps.ts), which takes 0.1 s for this many. Larger spaces get no solutions.
 */
const MOST_STATES_GONE_THROUGH = 1_000_000;

export class ServedSpace implements ServedTable {
  readonly facts: TableAnswer;
  readonly distribution: DistributionAnswer;
  readonly #table: Table;
  readonly #samples: LayerSamples;
  readonly #searches: readonly SpaceSearchTask['algorithm'][];

  /** @param id names it in paths */
  constructor(id: string, table: Table, options: SamplingOptions = {}) {
    const { space, fullName: name, metric, histogram, starts } = table;
    this.#table = table;
    this.#samples = samplesOf(table, options);
    const { states, maxDepth, mean, median, mode, standardDeviation } = statisticsOf(histogram);
    this.distribution = { histogram, states, maxDepth, mean, median, mode, standardDeviation };
    this.#searches = SPACE_SEARCHES.filter((search) => search === 'bfs' || canSearchBackwards(space));
    this.facts = {
      id,
      name,
      metric,
      board: null,
      directed: !space.reversible,
      goal: writeState(space, starts[0]),
      goals: starts.length,
      states,
      maxDepth,
      moves: space.moves,
      searches: this.#searches,
    };
  }

  distance(text: string): DistanceAnswer {
    const { space } = this.#table;
    const state = readState(space, text);
    const { distance, moves } = this.#table.neighbourhood(state);
    return {
      state: writeState(space, state),
      distance,
      moves: moves.map(({ move, to, distance }) => ({
        move,
        state: writeState(space, to),
        distance,
      })),
    };
  }

  solution(text: string): SolutionAnswer {
    const { space } = this.#table;
    const state = readState(space, text);
    this.#checkWays();
    const way = wayFromTable(this.#table, this.#questionOf(state));
    if (way === null) {
      return { from: space.reversible ? writeState(space, state) : this.facts.goal, distance: null, steps: null };
    }
    const steps = way.moves.map((move, index) => ({
      move: space.moves[move],
      state: writeState(space, way.states[index + 1]),
    }));
    return { from: writeState(space, way.states[0]), distance: steps.length, steps };
  }

  random(depth: number, count: number): Promise<Sample> {
    return this.#samples.random(depth, count);
  }

  antipodes(count: number): Promise<readonly string[]> {
    return this.#samples.antipodes(count);
  }

  searchesFrom(text: string): SpaceSearchTask[] {
    const { space, source } = this.#table;
    const question = this.#questionOf(readState(space, text));
    return this.#searches.map((algorithm) => ({ kind: 'space', algorithm, heuristic: null, source, ...question }));
  }

  /** @throws InputError if solutions would take so long that other requests wait */
  #checkWays(): void {
    const { fullName: name, space } = this.#table;
    if (space.reversible || space.predecessors !== undefined || space.size <= MOST_STATES_GONE_THROUGH) return;
    throw new InputError(
      `ways in ${name} are not told here: its moves cannot be undone, it has no predecessors, and more than ${grouped(MOST_STATES_GONE_THROUGH)} states; antipode solve tells them`,
    );
  }

  /** Makes the question for a path to the starts, or from them if moves cannot be undone. */
  #questionOf(state: number): SpaceQuestion {
    const { space, starts } = this.#table;
    return space.reversible ? { from: [state], to: starts } : { from: starts, to: [state] };
  }

  close(): void {
    this.#samples.close();
    this.#table.close();
  }
}

function samplesOf(table: Table, options: SamplingOptions): LayerSamples {
  const { fullName: name, space, maxDepth } = table;
  const { path = null, queue = new TaskQueue(), random = MACHINE, limits = SURVEY_LIMITS } = options;
  return new LayerSamples({
    name,
    maxDepth,
    survey: path === null ? undefined : surveyOfSpace(table, path, random.below(2 ** 32), limits),
    queue,
    walks: new Walks(new WalkedStateSpace(table, random), path, random),
    random,
    text: (state) => writeState(space, state),
  });
}
