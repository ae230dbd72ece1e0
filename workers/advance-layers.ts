/**
 * Piscina entry point: one worker's share of a batch of layers.
 *
 * With many blocks, a claim is a block of every cell of the layer's colour, whose sources then stay in the core's cache;
 * with few, a claim is a single block.
 */

import { BlockAdvancer } from '../src/explore/advance.js';
import type { Batch, BatchTask, LayerResult, SharedExploration } from '../src/explore/batch.js';
import { instantiate } from '../src/explore/kernel.js';
import { claim, endRound, join } from '../src/explore/rounds.js';
import type { State } from '../src/numbering/numbering.js';

let attached: { readonly id: string; readonly advancer: BlockAdvancer } | undefined;

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

/** @returns what this worker found in each layer of the batch */
export default function advanceLayers({ exploration, batch }: BatchTask): LayerResult[] {
  const advancer = attach(exploration, batch.workers);
  const { counters } = exploration;
  const end = performance.now() + batch.seconds * 1000;
  const layers: LayerResult[] = [];
  let more = true;
  for (let depth = batch.depth; more; depth++) {
    const layer = advanceLayer(advancer, exploration, batch, depth);
    layers.push(layer);
    more = endRound(counters, batch.workers, batch.spin, layer.fresh > 0, () => performance.now() < end);
  }
  return layers;
}

function attach({ id, layout, memories, kernel, marks, counters }: SharedExploration, workers: number): BlockAdvancer {
  if (attached?.id !== id) {
    const shards = memories.map((memory) => ({
      kernel: instantiate(kernel, memory),
      bytes: new Uint8Array(memory.buffer),
    }));
    const worker = join(counters);
    // A worker that took the place of a dead one would have no scratch space of its own.
    if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
    attached = { id, advancer: new BlockAdvancer(layout, shards, marks, worker) };
  }
  return attached.advancer;
}

function advanceLayer(
  advancer: BlockAdvancer,
  { layout, counters }: SharedExploration,
  { cells: cellsOfColours, claimAllCells, keep, shares }: Batch,
  depth: number,
): LayerResult {
  const cells = cellsOfColours[depth % 2];
  // Units are numbered block by block, cell by cell.
  const units = layout.blocks.count * cells.length;
  const unitsPerClaim = claimAllCells ? cells.length : 1;
  // The table's bit is floor(depth / 2) mod 2.
  const work = { mark: layout.table !== 0 && (depth >> 1) % 2 === 1, keep, share: shares?.[depth] ?? 1 };
  const kept: State[] = [];
  let fresh = 0;
  for (;;) {
    const begin = claim(counters) * unitsPerClaim;
    if (begin >= units) return { fresh, kept };
    for (let unit = begin; unit < Math.min(begin + unitsPerClaim, units); unit++) {
      fresh += advancer.advance(cells[unit % cells.length], Math.floor(unit / cells.length), work, kept);
    }
  }
}
