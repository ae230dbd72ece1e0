/** The task of a worker that enumerates a space again for states of each depth, on its own threads. */

import { MemoryError } from '../base/memory.js';
import type { BoardView } from '../space/space.js';
import { geometryOf, numberOf } from '../spaces/board/numbering.js';
import { SeededRandom } from '../spaces/board/random.js';
import { sampleLayers, sharesOf } from '../study/repeated-layers.js';
import { depthsOfSpace } from '../study/space-depths.js';
import { TableError } from '../table/files/contents.js';
import { Table } from '../table/table.js';
import { layerOf, newLayers, type SampledLayers, type Survey } from './sampled-layers.js';

/** The task, as plain data. */
export type SurveyTask = BoardSurvey | TableSurvey;

/** The outcome. Errors are part of it, since an error loses its class between two threads. */
export type SurveyOutcome =
  | { readonly kind: 'sampled'; readonly layers: SampledLayers }
  /** The machine lacks the memory. */
  | { readonly kind: 'no memory'; readonly message: string };

/** Enumerates a space by the task's method. @throws TableError, SpaceError, WorkerError */
export async function sampleLayersOf(task: SurveyTask): Promise<SurveyOutcome> {
  try {
    return { kind: 'sampled', layers: await (task.kind === 'board' ? sampleBoard(task) : sampleTable(task)) };
  } catch (error) {
    if (error instanceof MemoryError) return { kind: 'no memory', message: error.message };
    throw error;
  }
}

/* States of each depth of a board, which is enumerated again: the search keeps a share of each layer. */

interface BoardSurvey extends Survey {
  readonly kind: 'board';
  readonly view: BoardView;
}

/** Approximate maximum number of antipodes kept until they are sorted. */
const ANTIPODES_SORTED = 20_000;

/** Enumerates a board for states of each depth. @throws MemoryError, WorkerError */
async function sampleBoard(task: BoardSurvey): Promise<SampledLayers> {
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

/*
 * A sample of the states of each depth, found by reading the distance of every state from the table. Reservoir sampling makes the states
 * of a depth equally likely: the first k are kept, and the n-th replaces one of them with probability k / n.
 *
 * Source: J. S. Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11 (1985), algorithm R.
 */

interface TableSurvey extends Survey {
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
