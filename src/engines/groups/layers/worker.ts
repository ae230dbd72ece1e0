/** A worker of the engine `groups`: it finds layers block by block. */

import { type LayerCount, type LayerFinder, LayerWorker } from '../../batches/find-layers.js';
import type { FreshWords } from '../../batches/fresh-words.js';
import type { SharedPlanes } from '../planes/shared-planes.js';
import { BlockLayers } from './block-layers.js';

const MOST_BLOCKS_PER_CLAIM = 64;

/** Seconds to test a move of a block, to gather a word by a move, and to settle a word. */
const SECONDS_PER_MOVE = 2e-9;
const SECONDS_PER_GATHERED = 4e-9;
const SECONDS_PER_SETTLED = 1.5e-9;

/** State of this thread. */
export const planesWorker = new LayerWorker<SharedPlanes>(finderOf);

function finderOf(planes: SharedPlanes, worker: number, fresh: FreshWords): LayerFinder {
  const { layout, frontiers } = planes;
  const { blocks, moves, words, hasDepths } = layout;
  const layers = new BlockLayers(planes, worker, fresh);
  return {
    parts: () => blocks,
    mostPerClaim: MOST_BLOCKS_PER_CLAIM,
    find(begin, end, depth, count: LayerCount, alone) {
      for (let block = begin; block < end; block++) {
        const states = layers.advance(block, depth, alone);
        if (states === 0) continue;
        if (hasDepths) layers.writeDepth(block, depth);
        count.states += states;
        count.active += frontiers[depth % 2][block];
      }
    },
    secondsFor(active) {
      const gathered = active * moves;
      const settled = Math.min(blocks, gathered) * words;
      return blocks * moves * SECONDS_PER_MOVE + gathered * SECONDS_PER_GATHERED + settled * SECONDS_PER_SETTLED;
    },
  };
}
