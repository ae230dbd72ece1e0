/** The census of one layer of a board: degrees, local maxima and estimates, counted by an observer on each worker. */

import type { FreshBlock, LayerObserver, NeighbourCounter } from '../../../engines/bits/kernel/layer-advancer.js';
import type { Layout } from '../../../engines/bits/layout/blocks.js';
import { HEURISTICS, type HeuristicName } from '../../../search/heuristic/heuristic.js';
import type { Board } from '../../../spaces/board/board.js';
import type { Metric } from '../../../spaces/board/metric.js';
import { slidesFrom } from '../../../spaces/board/slides.js';
import type { CensusKernel } from './census-kernel.js';

/** The board of a census, with its goal and metric. Plain data. */
export interface CensusOf {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
}

/** Returns the heuristics whose estimates are counted: they are admissible only if a move slides a single tile. */
export function heuristicsOf(metric: Metric): readonly HeuristicName[] {
  return metric === 'single' ? HEURISTICS : [];
}

/** Counts of the states of one layer, or of a part of it. Plain data. */
export interface LayerCensus {
  /** [degree][not further]: states with this degree, and with this many neighbours that are not further from the goal. */
  readonly neighbours: readonly (readonly number[])[];
  /** For each of heuristicsOf the metric, [estimate]: states with this estimate; no state has a larger one. */
  readonly estimates: readonly (readonly number[])[];
}

/** Takes the census of a layer. */
export class CensusTaker implements LayerObserver<LayerCensus> {
  readonly wantsMore = true;
  readonly #kernel: CensusKernel | undefined;
  readonly #degrees: readonly number[];
  readonly #blockWords: number;
  readonly #neighbours: number[][];
  readonly #estimates: readonly Float64Array[];

  /** @param kernel undefined if there are no heuristics */
  constructor(kernel: CensusKernel | undefined, { board, metric }: CensusOf, { blocks }: Layout) {
    this.#kernel = kernel;
    this.#degrees = degreesOf(board, metric);
    this.#blockWords = blocks.words;
    this.#neighbours = emptyNeighbours(Math.max(...this.#degrees));
    this.#estimates = heuristicsOf(metric).map(() => new Float64Array((kernel?.mostEstimate ?? 0) + 1));
  }

  observe(fresh: FreshBlock, counter: NeighbourCounter): void {
    const row = this.#neighbours[this.#degrees[fresh.cell]];
    for (const [notFurther, count] of counter.countNotFurther(fresh).entries()) if (count > 0) row[notFurther] += count;
    this.#kernel?.count(fresh.cell, fresh.block * this.#blockWords, fresh.halves, this.#estimates);
  }

  observed(): LayerCensus {
    return { neighbours: this.#neighbours, estimates: this.#estimates.map(withoutZerosBehind) };
  }
}

/** Returns the census of the goal alone, which no observer sees. */
export function censusOfGoal({ board, goalCell, metric }: CensusOf): LayerCensus {
  const degrees = degreesOf(board, metric);
  const counts = emptyNeighbours(Math.max(...degrees));
  counts[degrees[goalCell]][0] = 1;
  return { neighbours: counts, estimates: heuristicsOf(metric).map(() => [1]) };
}

/** Returns the sum of all parts. */
export function sumOfCensuses(parts: readonly LayerCensus[]): LayerCensus {
  return {
    neighbours: parts[0].neighbours.map((row, degree) =>
      row.map((_, notFurther) => parts.reduce((sum, part) => sum + part.neighbours[degree][notFurther], 0)),
    ),
    estimates: parts[0].estimates.map((_, index) => {
      const length = Math.max(...parts.map(({ estimates }) => estimates[index].length));
      return Array.from({ length }, (__, estimate) =>
        parts.reduce((sum, { estimates }) => sum + (estimates[index][estimate] ?? 0), 0),
      );
    }),
  };
}

/** Shortens arrays of estimates, whose range can far exceed a layer's distance: on 1x255, full arrays took 17 of 20 seconds. */
function withoutZerosBehind(counts: Float64Array): number[] {
  return [...counts.subarray(0, counts.findLastIndex((count) => count > 0) + 1)];
}

/** Returns the number of neighbours of states with the blank on each cell. */
function degreesOf(board: Board, metric: Metric): number[] {
  return Array.from({ length: board.cells }, (_, cell) => slidesFrom(board, cell, metric).length);
}

function emptyNeighbours(most: number): number[][] {
  return Array.from({ length: most + 1 }, () => new Array<number>(most + 1).fill(0));
}
