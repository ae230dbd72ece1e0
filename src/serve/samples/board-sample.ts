/** States of each depth of a board, which is enumerated again: the search keeps a share of each layer. */

import { sampleLayers, sharesOf } from '../../runs/replay/sample-positions.js';
import type { BoardView } from '../../space/space.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { numberOf } from '../../spaces/board/numbering/numbering.js';
import { layerOf, newLayers, type SampledLayers, type Survey } from './sampled-layers.js';

export interface BoardSurvey extends Survey {
  readonly kind: 'board';
  readonly view: BoardView;
}

/** Approximate maximum number of antipodes kept until they are sorted. */
const ANTIPODES_SORTED = 20_000;

/** Enumerates a board for states of each depth. @throws MemoryError, WorkerError */
export async function sampleBoard(task: BoardSurvey): Promise<SampledLayers> {
  const { view, histogram, threads, perLayer, antipodes } = task;
  const { board, goal, metric } = view;
  const geometry = geometryOf(board);
  const last = histogram.length - 1;
  const shares = sharesOf(histogram, perLayer);
  shares[last] = Math.min(1, ANTIPODES_SORTED / histogram[last]);
  const kept = await sampleLayers(board, goal, shares, { metric, threads });
  const layers = newLayers(kept.map((states) => states.length));
  for (const [depth, states] of kept.entries()) {
    const numbers = layerOf(layers, depth);
    for (const [place, state] of states.entries()) numbers[place] = numberOf(geometry, state);
    numbers.sort();
  }
  return { ...layers, antipodes: Array.from(layerOf(layers, last).subarray(0, antipodes)) };
}
