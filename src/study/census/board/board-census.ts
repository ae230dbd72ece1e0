/** The census of a board, summed layer by layer from the counts of the workers' observers. */

import { type Branching, branchingOf, furtherPairs } from '../../../base/statistics/branching.js';
import type { ReplayedLayer } from '../../../runs/replay/replay.js';
import { geometryOf } from '../../../spaces/board/numbering/geometry.js';
import { type Census, MOST_STATES_COUNTED, type SolutionCounts } from '../census.js';
import { type CensusOf, censusOfGoal, heuristicsOf, type LayerCensus, sumOfCensuses } from './layer-census.js';
import { BoardSolutions, BYTES_PER_COUNT } from './solution-counts.js';

/** Returns the bytes that the census of this many numbered states takes in addition to the bitsets. */
export function boardCensusBytes(states: number): number {
  return states <= MOST_STATES_COUNTED ? BYTES_PER_COUNT * states : 0;
}

export class BoardCensus {
  readonly #of: CensusOf;
  readonly #solutions: BoardSolutions | null;
  readonly #censuses: LayerCensus[] = [];
  readonly #counts: SolutionCounts[] = [];

  constructor(of: CensusOf) {
    const { board, metric } = of;
    this.#of = of;
    this.#solutions = geometryOf(board).states <= MOST_STATES_COUNTED ? new BoardSolutions(board, metric) : null;
  }

  /** Adds a layer. Layers must be added in order, beginning with the goal. */
  add(layer: ReplayedLayer<LayerCensus>): void {
    this.#censuses.push(layer.depth === 0 ? censusOfGoal(this.#of) : sumOfCensuses(layer.observed));
    if (this.#solutions !== null) this.#counts.push(this.#solutions.count(layer));
  }

  /** Returns the census of the layers so far. */
  result(): Census {
    const censuses = this.#censuses;
    return {
      // If a neighbour is further than this state, then this state is nearer than the neighbour.
      branchings: censuses.map(({ neighbours }, depth) =>
        branchingOf(neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
      ),
      overall: overallBranching(censuses),
      solutions: this.#counts,
      estimates: heuristicsOf(this.#of.metric).map((heuristic, index) => ({
        heuristic,
        counts: censuses.map(({ estimates }) => estimates[index]),
      })),
    };
  }
}

function overallBranching(censuses: readonly LayerCensus[]): Branching {
  return branchingOf(
    censuses[0].neighbours.map((row, degree) =>
      row.map((_, nearer) => censuses.reduce((sum, { neighbours }) => sum + neighbours[degree][nearer], 0)),
    ),
  );
}
