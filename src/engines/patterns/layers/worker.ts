/** A worker of the engine `patterns`: it finds the layers of a colour, placement by placement. */

import { VECTOR_BYTES } from '../../../spaces/pattern/bit-address.js';
import { type LayerFinder, LayerWorker } from '../../batches/find-layers.js';
import type { FreshWords } from '../../batches/fresh-words.js';
import { blockScratchOf } from '../kernel/layout.js';
import { type SharedBitsets, targetsOf } from '../kernel/shared-bitsets.js';
import { advanceInMemory, advanceInShards } from './placement-layers.js';

/**
 * Bytes of the blocks that a worker claims at a time: few enough for all workers to finish together, and enough to make the time of
 * claiming negligible.
 */
const BYTES_PER_CLAIM = 2 ** 16;
const MOST_PER_CLAIM = 256;

/** Seconds to test an edge, and to move a vector along an edge and settle it. */
const SECONDS_PER_EDGE = 1.5e-9;
const SECONDS_PER_VECTOR = 3e-9;

/** State of this thread. */
export const bitsetsWorker = new LayerWorker<SharedBitsets>(finderOf);

/**
 * Returns the finder of layers in some bitsets.
 * @param worker number of the worker, selects the scratch space
 * @param fresh keeps the first states of a layer
 */
export function finderOf(bitsets: SharedBitsets, worker: number, fresh: FreshWords): LayerFinder {
  const { layout, memories } = bitsets;
  const { placements, edgeCount, blockBytes } = layout;
  const { reached } = blockScratchOf(layout, worker);
  const advance = layout.shards === 1 ? advanceInMemory(bitsets, worker) : advanceInShards(bitsets, worker);
  const blocks = memories.map(({ buffer }) => new Uint32Array(buffer, reached, blockBytes / 4));
  const edgesPerPlacement = edgeCount / placements;
  /** Keeps the first states that a placement has gained, which are in a shard's scratch space. */
  const keep = (placement: number, shard: number) => {
    const gained = blocks[shard];
    for (let vector = 0; 4 * vector < gained.length && fresh.wantsMore; vector++) {
      const bits = gained.subarray(4 * vector, 4 * vector + 4);
      if (bits.some((part) => part !== 0)) fresh.add(placement, vector, bits);
    }
  };
  return {
    parts(depth) {
      const { begin, end } = targetsOf(bitsets, depth);
      return (end - begin) / 4;
    },
    mostPerClaim: Math.max(1, Math.min(MOST_PER_CLAIM, Math.floor(BYTES_PER_CLAIM / blockBytes))),
    find(first, end, depth, count) {
      const { begin } = targetsOf(bitsets, depth);
      const last = begin + 4 * end;
      for (let next = begin + 4 * first; next < last; ) {
        const keeps = fresh.wantsMore;
        const { states, targets, behind, kept } = advance(next, last, depth, keeps);
        count.states += states;
        count.active += targets;
        next = behind;
        if (kept !== null) keep(kept.placement, kept.shard);
      }
    },
    secondsFor(active) {
      const vectors = active * edgesPerPlacement * (blockBytes / VECTOR_BYTES);
      return (edgeCount / 2) * SECONDS_PER_EDGE + vectors * SECONDS_PER_VECTOR;
    },
  };
}
