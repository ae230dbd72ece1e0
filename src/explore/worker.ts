/**
 * One worker's share of a batch of layers, whatever its observers look for.
 *
 * With many blocks, a claim is a block of every cell of the layer's colour, whose sources then stay in the core's cache;
 * with few, a claim is a single block.
 */

import { claim, endRound, join } from '../threads/rounds.js';
import type { Layout } from './addresses.js';
import { BlockAdvancer, type LayerObserver } from './advance.js';
import type { Batch, BatchTask, LayerResult, SharedExploration } from './batch.js';
import { instantiate } from './kernel.js';

/** Makes the observer of a layer. */
export type ObserverOf<Look, Seen> = (layout: Layout, look: Look, depth: number) => LayerObserver<Seen>;

let attached: { readonly id: string; readonly advancer: BlockAdvancer } | undefined;

/** @returns what this worker found in each layer of the batch */
export function advanceBatch<Look, Seen>(
  { exploration, batch, look }: BatchTask<Look>,
  observerOf: ObserverOf<Look, Seen>,
): LayerResult<Seen>[] {
  const advancer = attach(exploration, batch.workers);
  const { counters, layout } = exploration;
  const end = performance.now() + batch.seconds * 1000;
  const layers: LayerResult<Seen>[] = [];
  let more = true;
  for (let depth = batch.depth; more; depth++) {
    const observer = observerOf(layout, look, depth);
    const fresh = advanceLayer(advancer, exploration, batch, depth, observer);
    layers.push({ fresh, seen: observer.seen() });
    more = endRound(
      counters,
      batch.workers,
      batch.spin,
      fresh > 0,
      () => depth < batch.lastDepth && performance.now() < end,
    );
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
  { cells: cellsOfColours, claimAllCells }: Batch,
  depth: number,
  observer: LayerObserver<unknown>,
): number {
  const cells = cellsOfColours[depth % 2];
  // Units are numbered block by block, cell by cell.
  const units = layout.blocks.count * cells.length;
  const unitsPerClaim = claimAllCells ? cells.length : 1;
  // The table's bit is floor(depth / 2) mod 2.
  const mark = layout.table !== 0 && (depth >> 1) % 2 === 1;
  let fresh = 0;
  for (;;) {
    const begin = claim(counters) * unitsPerClaim;
    if (begin >= units) return fresh;
    for (let unit = begin; unit < Math.min(begin + unitsPerClaim, units); unit++) {
      fresh += advancer.advance(cells[unit % cells.length], Math.floor(unit / cells.length), mark, observer);
    }
  }
}
