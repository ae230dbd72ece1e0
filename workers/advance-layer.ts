/**
 * Piscina entry point: one worker's share of one layer.
 *
 * All workers take blocks from a shared counter until none is left. With many blocks, a claim is a block of
 * every cell of the layer's colour, whose sources then stay in the core's cache; with few, a claim is a single block.
 */

import { BlockAdvancer } from '../src/explore/advance.js';
import { instantiate } from '../src/explore/kernel.js';
import type { Claims, LayerResult, LayerTask, SharedExploration } from '../src/explore/layer-task.js';
import type { State } from '../src/numbering/numbering.js';

let attached: { readonly id: string; readonly advancer: BlockAdvancer; readonly claims: Claims } | undefined;

function attach(exploration: SharedExploration) {
  if (attached?.id !== exploration.id) {
    const { layout, memories, kernel, claims } = exploration;
    const shards = memories.map((memory) => ({
      kernel: instantiate(kernel, memory),
      bytes: new Uint8Array(memory.buffer),
    }));
    const worker = Atomics.add(claims.workers, 0, 1);
    attached = { id: exploration.id, claims, advancer: new BlockAdvancer(layout, shards, exploration.marks, worker) };
  }
  return attached;
}

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export default function advanceLayer({ exploration, layer }: LayerTask): LayerResult {
  const { advancer, claims } = attach(exploration);
  const { cells, unitsPerClaim, work } = layer;
  const units = exploration.layout.blocks.count * cells.length;
  const kept: State[] = [];
  let fresh = 0;
  for (;;) {
    const begin = Atomics.add(claims.next, 0, 1) * unitsPerClaim;
    if (begin >= units) return { fresh, kept };
    for (let unit = begin; unit < Math.min(begin + unitsPerClaim, units); unit++) {
      fresh += advancer.advance(cells[unit % cells.length], Math.floor(unit / cells.length), work, kept);
    }
  }
}
