/** The table of a board, as it is served. */

import { isFull, mapOf } from '../board/board.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../board/position.js';
import { type Slide, slid, slideName, slidesFrom } from '../board/slides.js';
import { samplePositions } from '../explore/sample-positions.js';
import { ALGORITHMS, isInformed } from '../solve/algorithm-names.js';
import { STRONGEST_HEURISTIC } from '../solve/search.js';
import { statisticsOf } from '../statistics/distribution.js';
import type { DistanceTable } from '../table/distance-table.js';
import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, TableAnswer } from './answers.js';
import type { BoardSearchTask } from './search-task.js';
import type { Sample, ServedTable } from './served-table.js';

export class ServedBoard implements ServedTable {
  readonly facts: TableAnswer;
  readonly distribution: DistributionAnswer;
  readonly #table: DistanceTable;

  constructor(id: string, table: DistanceTable) {
    const { board, metric, histogram, goal } = table;
    this.#table = table;
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
      moves: ['u', 'd', 'l', 'r'],
      searches: ALGORITHMS.filter((name) => name !== 'table' && (metric === 'single' || !isInformed(name))),
    };
  }

  distance(text: string): DistanceAnswer {
    const position = parsePosition(text, this.#table.board);
    const { distance, moves } = this.#table.neighbourhood(position);
    return {
      state: formatPosition(position),
      distance,
      moves: moves.map(({ move, position, distance }) => ({ move, state: formatPosition(position), distance })),
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

  async random(depth: number, count: number): Promise<Sample> {
    const all = await this.#sampleOf(depth);
    return { states: all.slice(0, count), uniform: true };
  }

  async antipodes(count: number): Promise<readonly string[]> {
    return (await this.#sampleOf(this.facts.maxDepth)).slice(0, count);
  }

  async #sampleOf(depth: number): Promise<string[]> {
    const { board, goal, histogram, metric } = this.#table;
    const all = await samplePositions(board, goal, histogram, 20, metric);
    return all.filter((position) => this.#table.distance(position) === depth).map(formatPosition);
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
    this.#table.close();
  }
}
