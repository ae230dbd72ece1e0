/** A worker of the engine `patterns`: it finds the layers of a colour, placement by placement. */

import { VECTOR_BYTES } from '../../spaces/board/pattern-geometry.js';
import { FirstBits, type Keeping, type LayerFinder, LayerWorker } from '../batches.js';
import { attachKernels, blockScratchOf, markOf, placeInShard, type SharedBitsets, targetsOf } from './bitsets.js';

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
export const bitsetsWorker = new LayerWorker(finderOf);

/**
 * Returns the finder of layers in some bitsets. A target gathers in each shard, and settles in its own.
 * @param worker number of the worker, selects the scratch space
 */
export function finderOf(bitsets: SharedBitsets, worker: number, keeping: Keeping): LayerFinder<readonly number[]> {
  const { layout, memories } = bitsets;
  const { placements, edgeCount, blockBytes, full, table } = layout;
  const { reached, room } = blockScratchOf(layout, worker);
  const kernels = attachKernels(bitsets, worker);
  const bytes = memories.map(({ buffer }) => new Uint8Array(buffer));
  const blocks = memories.map(({ buffer }) => new Uint32Array(buffer, reached, blockBytes / 4));
  const edgesPerPlacement = edgeCount / placements;
  const vectors = blockBytes / VECTOR_BYTES;
  const observer = new FirstBits(keeping);
  /** Gathers in all shards, and unites the results in one of them. @returns false if there are none */
  const gather = (target: number, from: number, home: number): boolean => {
    let any = kernels[home].gather(target, from) !== 0;
    for (let shard = 0; shard < kernels.length; shard++) {
      if (shard === home || kernels[shard].gather(target, from) === 0) continue;
      const other = bytes[shard].subarray(reached, reached + blockBytes);
      bytes[home].set(other, any ? room : reached);
      if (any) kernels[home].gatherBlock(room);
      any = true;
    }
    return any;
  };
  return {
    observer,
    begin: (depth) => targetsOf(bitsets, depth).length,
    mostPerClaim: Math.max(1, Math.min(MOST_PER_CLAIM, Math.floor(BYTES_PER_CLAIM / blockBytes))),
    find(begin, end, depth, count) {
      const targets = targetsOf(bitsets, depth);
      const marksTable = table !== 0 && Math.floor(depth / 2) % 2 === 1;
      const [from, mark] = [markOf(depth - 1), markOf(depth)];
      for (let index = begin; index < end; index++) {
        const placement = targets[index];
        const { shard, local } = placeInShard(layout, placement);
        if (bytes[shard][full + local] !== 0 || !gather(placement, from, shard)) continue;
        const keeps = observer.wantsMore;
        const fresh = kernels[shard].settleBlock(local, mark, marksTable, keeps);
        if (fresh === 0) continue;
        count.states += fresh;
        count.active++;
        for (let vector = 0; vector < vectors && keeps && observer.wantsMore; vector++) {
          observer.addWord(placement * vectors + vector, blocks[shard].subarray(4 * vector, 4 * vector + 4));
        }
      }
    },
    secondsFor(active) {
      const moved = active * edgesPerPlacement * vectors;
      return (edgeCount / 2) * SECONDS_PER_EDGE + moved * SECONDS_PER_VECTOR;
    },
  };
}
