/**
 * States of each depth of a space that is no board, each as likely as any other: by reservoir sampling. Of the n-th state of a depth
 * that comes by, the first k are kept, and each later one takes the place of one of them with probability k / n.
 *
 * Source: J. S. Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11 (1985), algorithm R.
 */

import { depthsOfSpace } from '../../runs/replay/space-depths.js';
import { SeededRandom } from '../../spaces/board/random.js';
import { TableError } from '../../table/errors.js';
import { Table } from '../../table/table.js';
import { newLayers, type SampledLayers } from './sampled-layers.js';

export interface SpaceSurvey {
  readonly kind: 'space';
  /** Of the table. */
  readonly path: string;
  /** States of each depth: what the table must still be of. */
  readonly histogram: readonly number[];
  readonly threads: number;
  readonly seed: number;
  /** States to keep of each layer. */
  readonly perLayer: number;
  /** Antipodes to keep beside them. */
  readonly antipodes: number;
}

/** @throws as depthsOfSpace, and TableError if the table is gone or has become another one */
export async function sampleSpace(task: SpaceSurvey): Promise<SampledLayers> {
  const { path, histogram, threads, seed, perLayer, antipodes: mostAntipodes } = task;
  const table = await Table.open(path);
  try {
    if (table.histogram.join() !== histogram.join()) {
      throw new TableError(`${path}: the table has become another one since it was opened; start again`);
    }
    const depths = await depthsOfSpace(table, { threads });
    const kept = histogram.map((states) => Math.min(states, perLayer));
    const { states, ends } = newLayers(kept);
    const counts = new Float64Array(kept.length);
    const antipodes: number[] = [];
    const random = new SeededRandom(seed);
    for (let state = 0; state < depths.length; state++) {
      const depth = depths[state];
      // Not reached.
      if (depth >= kept.length) continue;
      const places = kept[depth];
      const before = counts[depth]++;
      const place = before < places ? before : random.below(before + 1);
      if (place < places) states[ends[depth] - places + place] = state;
      if (depth === kept.length - 1 && antipodes.length < mostAntipodes) antipodes.push(state);
    }
    return { states, ends, antipodes };
  } finally {
    table.close();
  }
}
