/**
 * How many shortest solutions positions have: one of the goal, and of any other the sum over its neighbours that are
 * nearer to the goal. Layer by layer those are the neighbours that have been counted already, and there is one number for
 * each state.
 */

import type { Board } from '../board/board.js';
import type { Layer } from '../explore/replay.js';
import { lowestBit } from '../numbering/bits.js';
import { type Geometry, geometryOf, STATES_PER_WORD, writeStateDigits } from '../numbering/geometry.js';
import { type Step, stepsOf, weightsOf } from '../numbering/steps.js';
import { changeByRotation } from '../permutation/lehmer.js';
import type { SolutionCounts } from './distance-analysis.js';

/** Spaces of more states are not counted. */
export const MOST_STATES_COUNTED = 10_000_000;
export const BYTES_PER_COUNT = 8;

export class ShortestSolutions {
  readonly #geometry: Geometry;
  readonly #steps: readonly (readonly Step[])[];
  readonly #weights: readonly number[];
  /**
   * [cell * arrangements + arrangement]; 0 where not counted yet. Exact below 2^53: the most on a board of up to 10 million
   * states is 350 (2x5, the goal's blank in the middle of a row).
   */
  readonly #counts: Float64Array;
  readonly #digits: number[];
  readonly #window: Int32Array;

  constructor(board: Board) {
    const geometry = geometryOf(board);
    this.#geometry = geometry;
    this.#steps = stepsOf(geometry).map((steps) => steps.filter((step) => step !== undefined));
    this.#weights = weightsOf(geometry);
    this.#counts = new Float64Array(geometry.states);
    this.#digits = new Array<number>(geometry.digits).fill(0);
    this.#window = new Int32Array(geometry.digits);
  }

  /** Counts the solutions of a layer; layers must come in order, from the goal on. */
  count({ depth, states, cells, runs }: Layer): SolutionCounts {
    const { arrangements } = this.#geometry;
    let sum = 0;
    let maximum = 0;
    for (const cell of cells) {
      for (const { firstWord, halves } of runs(cell)) {
        for (let half = 0; half < halves.length; half++) {
          for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
            const word = firstWord + (half >> 1);
            const bit = (half % 2) * 32 + lowestBit(bits);
            const solutions = depth === 0 ? 1 : this.#sumOfNeighbours(cell, word, bit);
            this.#counts[cell * arrangements + word * STATES_PER_WORD + bit] = solutions;
            sum += solutions;
            if (solutions > maximum) maximum = solutions;
          }
        }
      }
    }
    return { mean: sum / states, maximum };
  }

  #sumOfNeighbours(cell: number, word: number, bit: number): number {
    const { arrangements } = this.#geometry;
    writeStateDigits(word, bit, this.#digits);
    this.#window.set(this.#digits);
    const arrangement = word * STATES_PER_WORD + bit;
    let solutions = 0;
    for (const { to, first, last, rotation } of this.#steps[cell]) {
      const change = first === last ? 0 : changeByRotation(this.#window, first, last, rotation, this.#weights);
      solutions += this.#counts[to * arrangements + arrangement + change];
    }
    return solutions;
  }
}
