/** What is counted of one layer: local maxima, degrees, and estimates; an observer on each worker. */

import { type Board, neighbours } from '../board/board.js';
import type { Layout } from '../explore/addresses.js';
import type { BlockAdvancer, FreshBlock, LayerObserver } from '../explore/advance.js';
import { HEURISTICS } from '../heuristic/heuristic.js';
import type { CensusKernel } from './census-kernel.js';

/** The census of which board. Plain data. */
export interface CensusOf {
  readonly board: Board;
  readonly goalCell: number;
}

/** What is counted of the states of one layer, or of a part of it. Plain data. */
export interface LayerCensus {
  /** [degree][nearer]: states with so many neighbours, of which so many are nearer to the goal. */
  readonly neighbours: readonly (readonly number[])[];
  /** For each of HEURISTICS, [estimate]: states with that estimate; none has one beyond. */
  readonly estimates: readonly (readonly number[])[];
}

const MOST_NEIGHBOURS = 4;

/** Takes the census of a layer. */
export class CensusTaker implements LayerObserver<LayerCensus> {
  readonly wantsMore = true;
  readonly #kernel: CensusKernel;
  readonly #degrees: readonly number[];
  readonly #blockWords: number;
  readonly #neighbours = emptyNeighbours();
  readonly #estimates: readonly Float64Array[];

  constructor(kernel: CensusKernel, { board }: CensusOf, { blocks }: Layout) {
    this.#kernel = kernel;
    this.#degrees = Array.from({ length: board.cells }, (_, cell) => neighbours(board, cell).length);
    this.#blockWords = blocks.words;
    this.#estimates = HEURISTICS.map(() => new Float64Array(kernel.mostEstimate + 1));
  }

  observe(fresh: FreshBlock, advancer: BlockAdvancer): void {
    const row = this.#neighbours[this.#degrees[fresh.cell]];
    for (const [nearer, count] of advancer.countNearer(fresh).entries()) row[nearer] += count;
    this.#kernel.count(fresh.cell, fresh.block * this.#blockWords, fresh.halves, this.#estimates);
  }

  seen(): LayerCensus {
    return { neighbours: this.#neighbours, estimates: this.#estimates.map(withoutZerosBehind) };
  }
}

/** The census of the goal alone, which is there before the first layer. */
export function censusOfGoal({ board, goalCell }: CensusOf): LayerCensus {
  const counts = emptyNeighbours();
  counts[neighbours(board, goalCell).length][0] = 1;
  return { neighbours: counts, estimates: HEURISTICS.map(() => [1]) };
}

/** The census of all parts together. */
export function sumOfCensuses(parts: readonly LayerCensus[]): LayerCensus {
  return {
    neighbours: emptyNeighbours().map((row, degree) =>
      row.map((_, nearer) => parts.reduce((sum, part) => sum + part.neighbours[degree][nearer], 0)),
    ),
    estimates: HEURISTICS.map((_, index) => {
      const length = Math.max(...parts.map(({ estimates }) => estimates[index].length));
      return Array.from({ length }, (__, estimate) =>
        parts.reduce((sum, { estimates }) => sum + (estimates[index][estimate] ?? 0), 0),
      );
    }),
  };
}

/** Estimates could be far greater than a layer's distance: on 1x255 arrays for all of them took 17 of 20 seconds. */
function withoutZerosBehind(counts: Float64Array): number[] {
  return [...counts.subarray(0, counts.findLastIndex((count) => count > 0) + 1)];
}

function emptyNeighbours(): number[][] {
  return Array.from({ length: MOST_NEIGHBOURS + 1 }, () => new Array<number>(MOST_NEIGHBOURS + 1).fill(0));
}
