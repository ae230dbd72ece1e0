/** A worker of the engine `patterns`: it finds the layers of a colour, placement by placement. */

import { type LayerFinder, LayerWorker } from '../../batches/find-layers.js';
import type { FreshWords } from '../../batches/fresh-words.js';
import { FOUND_COUNTS, FOUND_STATES, FOUND_TARGETS, instantiatePatternKernel } from '../kernel/kernel.js';
import { markOf, scratchOfThread, VECTOR_BYTES } from '../kernel/layout.js';
import { type SharedBitsets, targetsOf } from '../kernel/shared-bitsets.js';

/** Bytes of the blocks that a worker claims at a time: few enough that all end together, and enough that claims take no time. */
const BYTES_PER_CLAIM = 2 ** 16;

/** Time to look at an edge, and to move a vector by one and settle it. */
const SECONDS_PER_EDGE = 1.5e-9;
const SECONDS_PER_VECTOR = 3e-9;

/** This thread. */
export const bitsetsWorker = new LayerWorker<SharedBitsets>(finderOf);

/** Returns what finds layers in some bitsets. @param worker whose scratch space is used @param fresh keeps the first states of a layer */
export function finderOf(bitsets: SharedBitsets, worker: number, fresh: FreshWords): LayerFinder {
  const { layout, memory } = bitsets;
  const { placements, edgeCount, blockBytes } = layout;
  const { reached, counts } = scratchOfThread(layout, worker);
  const kernel = instantiatePatternKernel(bitsets.kernel, memory);
  kernel.attach(layout.numbers, reached);
  const found = new Uint32Array(memory.buffer, counts, FOUND_COUNTS);
  const gained = new Uint32Array(memory.buffer, reached, blockBytes / 4);
  const numbers = new Uint32Array(memory.buffer, 0, layout.visited / 4);
  const edgesPerPlacement = edgeCount / placements;
  /** Keeps the first states that a placement has gained. */
  const keep = (placement: number) => {
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
    mostPerClaim: Math.max(1, Math.min(256, Math.floor(BYTES_PER_CLAIM / blockBytes))),
    find(first, end, depth, _alone, count) {
      const { begin } = targetsOf(bitsets, depth);
      const last = begin + 4 * end;
      const marksTable = layout.table !== 0 && Math.floor(depth / 2) % 2 === 1;
      for (let next = begin + 4 * first; next < last; ) {
        const keeps = fresh.wantsMore;
        next = kernel.advance(next, last, markOf(depth - 1), markOf(depth), marksTable, keeps, counts);
        count.states += found[FOUND_STATES];
        count.active += found[FOUND_TARGETS];
        if (keeps && found[FOUND_TARGETS] > 0) keep(numbers[next / 4 - 1]);
      }
    },
    secondsFor(active) {
      const vectors = active * edgesPerPlacement * (blockBytes / VECTOR_BYTES);
      return (edgeCount / 2) * SECONDS_PER_EDGE + vectors * SECONDS_PER_VECTOR;
    },
  };
}
