/**
 * One worker's share of a batch of layers, with any kind of observers.
 *
 * If there are many blocks, a claim covers all units of a block, for instance a block of every cell of the layer's colour. The source
 * blocks then stay in the core's cache. If there are few blocks, a claim is a single unit.
 */

import { claim, endRound, join } from '../../../base/threads/rounds.js';
import { instantiate } from '../kernel/kernel.js';
import type { LayerAdvancer, LayerObserver } from '../kernel/layer-advancer.js';
import type { SharedExploration } from '../kernel/memory.js';
import type { Layout } from '../layout/blocks.js';
import { ColourLayers } from '../single/colour-layers.js';
import type { Batch, BatchTask, LayerResult } from './batch.js';

/** Creates the observer of a layer. */
export type ObserverOf<Request, Observed> = (
  layout: Layout,
  request: Request,
  depth: number,
) => LayerObserver<Observed>;

let attached: { readonly id: string; readonly advancer: LayerAdvancer } | undefined;

/** Releases the exploration that this worker has joined. */
export function releaseBoard(): void {
  attached = undefined;
}

/** Searches this worker's share of a batch. @returns the results of this worker in each layer */
export async function advanceBatch<Request, Observed>(
  { exploration, batch, request }: BatchTask<Request>,
  observerOf: ObserverOf<Request, Observed>,
): Promise<LayerResult<Observed>[]> {
  const advancer = await attach(exploration, batch);
  const { counters, layout } = exploration;
  const { workers, spin } = batch;
  const end = performance.now() + batch.seconds * 1000;
  const layers: LayerResult<Observed>[] = [];
  let more = true;
  for (let depth = batch.depth; more; depth++) {
    const observer = observerOf(layout, request, depth);
    let fresh = 0;
    for (let round = 0; round < advancer.rounds; round++) {
      if (round > 0) endRound(counters, workers, spin, true, () => true);
      fresh += advanceRound(advancer, exploration, batch, depth, round, observer);
    }
    layers.push({ fresh, observed: observer.observed() });
    more = endRound(counters, workers, spin, fresh > 0, () => depth < batch.lastDepth && performance.now() < end);
  }
  return layers;
}

async function attach(
  { id, layout, memories, kernel, marks, counters }: SharedExploration,
  { workers, cells }: Batch,
): Promise<LayerAdvancer> {
  if (attached?.id !== id) {
    const shards = memories.map((memory) => ({
      kernel: instantiate(kernel, memory),
      bytes: new Uint8Array(memory.buffer),
    }));
    const worker = join(counters);
    // A worker that replaces a dead one would have no scratch space.
    if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
    const { sweeps } = layout;
    if (sweeps === null) {
      attached = { id, advancer: new ColourLayers(layout, cells, shards, marks, worker) };
    } else {
      const { SweepLayers } = await import('../multi/sweep-layers.js');
      attached = { id, advancer: new SweepLayers(layout, sweeps, shards, marks, worker) };
    }
  }
  return attached.advancer;
}

function advanceRound(
  advancer: LayerAdvancer,
  { layout, counters }: SharedExploration,
  { claimWholeBlocks }: Batch,
  depth: number,
  round: number,
  observer: LayerObserver<unknown>,
): number {
  const unitsOfBlock = advancer.units(depth, round);
  // Units are numbered consecutively, block by block.
  const units = layout.blocks.count * unitsOfBlock;
  const unitsPerClaim = claimWholeBlocks ? unitsOfBlock : 1;
  let fresh = 0;
  for (;;) {
    const begin = claim(counters) * unitsPerClaim;
    if (begin >= units) return fresh;
    for (let unit = begin; unit < Math.min(begin + unitsPerClaim, units); unit++) {
      fresh += advancer.advance(depth, round, Math.floor(unit / unitsOfBlock), unit % unitsOfBlock, observer);
    }
  }
}
