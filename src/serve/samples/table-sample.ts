/**
 * A sample of the states of each depth, found by reading the distance of every state from the table. Reservoir sampling makes the states
 * of a depth equally likely: the first k are kept, and the n-th replaces one of them with probability k / n.
 *
 * Source: J. S. Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11 (1985), algorithm R.
 */

import { depthsOfSpace } from '../../runs/replay/space-depths.js';
import { SeededRandom } from '../../spaces/board/random.js';
import { TableError } from '../../table/contents/errors.js';
import { Table } from '../../table/table.js';
import { newLayers, type SampledLayers, type Survey } from './sampled-layers.js';

export interface TableSurvey extends Survey {
  readonly kind: 'table';
  /** Path of the table. */
  readonly path: string;
  /** Module named for the table. */
  readonly module?: string | undefined;
  readonly seed: number;
}

/** Samples states of each depth. @throws as depthsOfSpace, and TableError if the table is missing or has changed */
export async function sampleTable(task: TableSurvey): Promise<SampledLayers> {
  const { path, module, histogram, threads, seed, perLayer, antipodes: mostAntipodes } = task;
  const table = await Table.open(path, { module });
  try {
    if (table.histogram.join() !== histogram.join()) {
      throw new TableError(`${path}: the table has changed since it was opened: restart the server`);
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
