/** States of each depth of a board, which is enumerated again. Their numbers are cell * arrangements + word * 60 + bit. */

import { sampleLayers, sharesOf } from '../../runs/replay/sample-positions.js';
import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { type Geometry, geometryOf, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { positionOf } from '../../spaces/board/numbering/numbering.js';
import type { Position } from '../../spaces/board/position.js';
import { layerOf, newLayers, type SampledLayers } from './sampled-layers.js';

export interface BoardSurvey {
  readonly kind: 'board';
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
  /** States of each depth. */
  readonly histogram: readonly number[];
  readonly threads: number;
  /** States to keep of each layer, about three times as many. */
  readonly perLayer: number;
  /** Antipodes to keep beside them. */
  readonly antipodes: number;
}

/** Antipodes that are kept until they are sorted: all if there are no more than this, otherwise about this many. */
const ANTIPODES_SORTED = 20_000;

/** @throws MemoryError, WorkerError */
export async function sampleBoard(task: BoardSurvey): Promise<SampledLayers> {
  const { board, goal, metric, histogram, threads, perLayer, antipodes } = task;
  const { arrangements } = geometryOf(board);
  const last = histogram.length - 1;
  const shares = sharesOf(histogram, perLayer);
  shares[last] = Math.min(1, ANTIPODES_SORTED / histogram[last]);
  const kept = await sampleLayers(board, goal, shares, { metric, threads });
  const layers = newLayers(kept.map((states) => states.length));
  for (const [depth, states] of kept.entries()) {
    const numbers = layerOf(layers, depth);
    for (const [place, { cell, word, bit }] of states.entries()) {
      numbers[place] = cell * arrangements + word * STATES_PER_WORD + bit;
    }
    numbers.sort();
  }
  return { ...layers, antipodes: Array.from(layerOf(layers, last).subarray(0, antipodes)) };
}

/** The position of a number. @param goal of the table */
export function positionOfNumber(geometry: Geometry, goal: Position, number: number): Position {
  const arrangement = number % geometry.arrangements;
  const bit = arrangement % STATES_PER_WORD;
  const cell = (number - arrangement) / geometry.arrangements;
  return positionOf(geometry, goal, { cell, word: (arrangement - bit) / STATES_PER_WORD, bit });
}
