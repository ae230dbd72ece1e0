/**
 * The number of shortest solutions of each position: 1 for the goal, and for any other position the sum over its neighbours that are
 * nearer to the goal. Layers are counted in order, so these neighbours have been counted before. Counts of odd depths are stored as
 * negative numbers. The sign distinguishes neighbours in the previous layer from those in the same layer, which exist if a move can
 * slide several tiles.
 */

import type { ReplayedLayer } from '../../../runs/replay/replay.js';
import { type Board, DIRECTIONS } from '../../../spaces/board/board.js';
import type { Metric } from '../../../spaces/board/metric.js';
import {
  type Geometry,
  geometryOf,
  lowestBit,
  STATES_PER_WORD,
  writeStateDigits,
} from '../../../spaces/board/numbering/geometry.js';
import { type Step, stepsOf, weightsOf } from '../../../spaces/board/numbering/steps.js';
import { changeByRotation, rotateWindow } from '../../../spaces/permutation/lehmer.js';
import type { SolutionCounts } from '../census.js';

export const BYTES_PER_COUNT = 8;

export class BoardSolutions {
  readonly #geometry: Geometry;
  readonly #steps: readonly (readonly (Step | undefined)[])[];
  readonly #goesOn: boolean;
  readonly #weights: readonly number[];
  /**
   * Counts by [cell * arrangements + arrangement]; 0 if not counted yet, negative at odd depths. Exact below 2^53: on full boards of up
   * to 10 million states the maximum is 350 in the metric `single` (2x5, the goal's blank in the middle of a row).
   */
  readonly #counts: Float64Array;
  readonly #digits: number[];
  readonly #window: Int32Array;

  constructor(board: Board, metric: Metric) {
    const geometry = geometryOf(board);
    this.#geometry = geometry;
    this.#steps = stepsOf(geometry);
    this.#goesOn = metric === 'multi';
    this.#weights = weightsOf(geometry);
    this.#counts = new Float64Array(geometry.states);
    this.#digits = new Array<number>(geometry.digits).fill(0);
    this.#window = new Int32Array(geometry.digits);
  }

  /** Counts the solutions of a layer. Layers must be counted in order, beginning with the goal. */
  count({ depth, states, cells, runs }: ReplayedLayer): SolutionCounts {
    const { arrangements } = this.#geometry;
    const sign = depth % 2 === 0 ? 1 : -1;
    let sum = 0;
    let maximum = 0;
    for (const cell of cells) {
      for (const { firstWord, halves } of runs(cell)) {
        for (let half = 0; half < halves.length; half++) {
          for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
            const word = firstWord + (half >> 1);
            const bit = (half % 2) * 32 + lowestBit(bits);
            const solutions = depth === 0 ? 1 : this.#sumOfNeighbours(cell, word, bit, -sign);
            this.#counts[cell * arrangements + word * STATES_PER_WORD + bit] = sign * solutions;
            sum += solutions;
            if (solutions > maximum) maximum = solutions;
          }
        }
      }
    }
    return { mean: sum / states, maximum };
  }

  /** @param sign sign of the counts of nearer neighbours */
  #sumOfNeighbours(cell: number, word: number, bit: number, sign: number): number {
    const { arrangements, parityAt } = this.#geometry;
    const steps = this.#steps;
    writeStateDigits(word, bit, parityAt[cell], this.#digits);
    let solutions = 0;
    for (let direction = 0; direction < DIRECTIONS.length; direction++) {
      let step = steps[cell][direction];
      if (step === undefined) continue;
      this.#window.set(this.#digits);
      let arrangement = word * STATES_PER_WORD + bit;
      while (step !== undefined) {
        const { to, first, last, rotation }: Step = step;
        if (first !== last) arrangement += changeByRotation(this.#window, first, last, rotation, this.#weights);
        solutions += Math.max(0, sign * this.#counts[to * arrangements + arrangement]);
        if (!this.#goesOn) break;
        rotateWindow(this.#window, first, last, rotation);
        step = steps[to][direction];
      }
    }
    return solutions;
  }
}
