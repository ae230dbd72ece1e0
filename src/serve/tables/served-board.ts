/** The table of a board, as it is served. */

import { statisticsOf } from '../../base/statistics/distribution.js';
import { ALGORITHMS, isInformed } from '../../search/algorithm-names.js';
import { STRONGEST_HEURISTIC } from '../../search/positions/search.js';
import { type Board, DIRECTIONS, isFull, mapOf } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { type Slide, slid, slideName, slidesFrom } from '../../spaces/board/slides.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, TableAnswer } from '../answers.js';
import type { BoardSearchTask } from '../comparisons/search-task.js';
import { positionOfNumber } from '../samples/board-sample.js';
import { LayerSamples, type Sample, type SamplingOptions } from '../samples/layer-samples.js';
import { MACHINE } from '../samples/random-source.js';
import { SURVEY_LIMITS, surveyOfBoard } from '../samples/survey.js';
import { TaskQueue } from '../samples/task-queue.js';
import { WalkedBoard } from '../samples/walked-board.js';
import { Walks } from '../samples/walks.js';
import type { ServedTable } from './served-table.js';

export class ServedBoard implements ServedTable {
  readonly facts: TableAnswer;
  readonly distribution: DistributionAnswer;
  readonly #table: BoardWalker;
  readonly #samples: LayerSamples;

  /** @param id names it in paths */
  constructor(id: string, table: BoardWalker, options: SamplingOptions = {}) {
    const { board, metric, histogram, goal } = table;
    this.#table = table;
    this.#samples = samplesOf(table, options);
    const { states, maxDepth, mean, median, mode, standardDeviation } = statisticsOf(histogram);
    this.distribution = { histogram, states, maxDepth, mean, median, mode, standardDeviation };
    this.facts = {
      id,
      name: board.name,
      metric,
      board: { rows: board.rows, columns: board.columns, squares: board.squares },
      directed: false,
      goal: formatPosition(goal),
      goals: 1,
      states,
      maxDepth,
      moves: movesOf(board, metric),
      searches: ALGORITHMS.filter((name) => name !== 'table' && (metric === 'single' || !isInformed(name))),
    };
  }

  distance(text: string): DistanceAnswer {
    const position = parsePosition(text, this.#table.board);
    const { distance, moves } = this.#table.neighbourhood(position);
    return {
      state: formatPosition(position),
      distance,
      moves: moves.map(({ move, to, distance }) => ({ move, state: formatPosition(to), distance })),
    };
  }

  solution(text: string): SolutionAnswer {
    const { board, metric } = this.#table;
    const start = parsePosition(text, board);
    const from = formatPosition(start);
    const solution = this.#table.solve(start);
    if (solution === null) return { from, distance: null, steps: null };
    let position: Position = start;
    const steps = Array.from(solution.matchAll(/[udlr]\d*/g), ([move]) => {
      const slides = slidesFrom(board, position.indexOf(BLANK), metric);
      position = slid(position, slides.find((slide) => slideName(slide, metric) === move) as Slide);
      return { move, state: formatPosition(position) };
    });
    return { from, distance: steps.length, steps };
  }

  random(depth: number, count: number): Promise<Sample> {
    return this.#samples.random(depth, count);
  }

  antipodes(count: number): Promise<readonly string[]> {
    return this.#samples.antipodes(count);
  }

  searchesFrom(state: string): BoardSearchTask[] {
    const { board, metric } = this.#table;
    const shape = isFull(board) ? board.name : mapOf(board).join('/');
    const start = formatPosition(parsePosition(state, board));
    return this.facts.searches.map((algorithm) => ({
      kind: 'board',
      algorithm,
      heuristic: isInformed(algorithm) ? STRONGEST_HEURISTIC : null,
      board: shape,
      metric,
      start,
      goal: this.facts.goal,
    }));
  }

  close(): void {
    this.#samples.close();
    this.#table.close();
  }
}

function samplesOf(table: BoardWalker, options: SamplingOptions): LayerSamples {
  const { board, goal, geometry, maxDepth } = table;
  const { path = null, queue = new TaskQueue(), random = MACHINE, limits = SURVEY_LIMITS } = options;
  return new LayerSamples({
    name: board.name,
    maxDepth,
    survey: surveyOfBoard(table, limits),
    queue,
    walks: new Walks(new WalkedBoard(table, random), path, random),
    random,
    text: (state) => formatPosition(positionOfNumber(geometry, goal, state)),
  });
}

/** Names of all moves: the blank goes as far as the board is high or wide at most. */
function movesOf({ rows, columns }: Board, metric: Metric): string[] {
  return DIRECTIONS.flatMap((direction) => {
    const most = (direction === 'u' || direction === 'd' ? rows : columns) - 1;
    if (metric === 'single') return most > 0 ? [direction] : [];
    return Array.from({ length: most }, (_, index) => `${direction}${index + 1}`);
  });
}
