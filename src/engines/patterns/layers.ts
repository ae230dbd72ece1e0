/** A worker of the engine `patterns`: it finds the layers of a colour, placement by placement. */

import { VECTOR_BYTES } from '../../spaces/board/pattern-geometry.js';
import { FirstBits, type Keeping, type LayerFinder, LayerWorker } from '../batches.js';
import {
  attachKernels,
  blockScratch,
  GAINED_COUNTS,
  GAINED_STATES,
  GAINED_TARGETS,
  markOf,
  placeInShard,
  type SharedBitsets,
  targetsOf,
} from './bitsets.js';

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
 * Returns the finder of layers in some bitsets.
 * @param worker number of the worker, selects the scratch space
 */
export function finderOf(bitsets: SharedBitsets, worker: number, keeping: Keeping): LayerFinder<readonly number[]> {
  const fresh = new FirstBits(keeping);
  const { layout, memories } = bitsets;
  const { placements, edgeCount, blockBytes } = layout;
  const { reached } = blockScratch(layout, worker);
  const advance = layout.shards === 1 ? advanceInMemory(bitsets, worker) : advanceInShards(bitsets, worker);
  const blocks = memories.map(({ buffer }) => new Uint32Array(buffer, reached, blockBytes / 4));
  const edgesPerPlacement = edgeCount / placements;
  const vectors = blockBytes / VECTOR_BYTES;
  /** Keeps the first states that a placement has gained, which are in a shard's scratch space. */
  const keep = (placement: number, shard: number) => {
    const gained = blocks[shard];
    for (let vector = 0; vector < vectors && fresh.wantsMore; vector++) {
      fresh.addWord(placement * vectors + vector, gained.subarray(4 * vector, 4 * vector + 4));
    }
  };
  return {
    observer: fresh,
    begin(depth) {
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
      const moved = active * edgesPerPlacement * vectors;
      return (edgeCount / 2) * SECONDS_PER_EDGE + moved * SECONDS_PER_VECTOR;
    },
  };
}

/* The innermost steps of a layer: targets gather and settle states, in one memory by the kernel alone, or in several. */

/** The states gained by some targets. */
interface Advanced {
  readonly states: number;
  /** Number of targets that have gained states. */
  readonly targets: number;
  /** Address after the last target that was processed. */
  readonly behind: number;
  /** The last target, if its fresh states are kept. They are in the scratch space of a shard. */
  readonly kept: { readonly placement: number; readonly shard: number } | null;
}

/**
 * Finds the states of a layer that belong to some targets.
 * @param next,end address of the first target's number, and the address after the last
 * @param keeps true to stop after the first target that has fresh states, and keep these
 */
type Advance = (next: number, end: number, depth: number, keeps: boolean) => Advanced;

/** Returns true if the states of a layer have the table's bit set. */
function isMarked({ layout }: SharedBitsets, depth: number): boolean {
  return layout.table !== 0 && Math.floor(depth / 2) % 2 === 1;
}

/** Returns the search of layers in one shard, where the kernel processes all targets. */
function advanceInMemory(bitsets: SharedBitsets, thread: number): Advance {
  const { layout } = bitsets;
  const { counts } = blockScratch(layout, thread);
  const [{ kernel, bytes }] = attachKernels(bitsets, thread);
  const gained = new Float64Array(bytes.buffer, counts, GAINED_COUNTS);
  const numbers = new Uint32Array(bytes.buffer, 0, layout.visited / 4);
  return (next, end, depth, keeps) => {
    const marksTable = isMarked(bitsets, depth);
    const behind = kernel.advance(next, end, markOf(depth - 1), markOf(depth), marksTable, keeps, counts);
    const targets = gained[GAINED_TARGETS];
    const kept = keeps && targets > 0 ? { placement: numbers[behind / 4 - 1], shard: 0 } : null;
    return { states: gained[GAINED_STATES], targets, behind, kept };
  };
}

/** Returns the search of layers in several shards: a target gathers in each shard, and settles in its own. */
function advanceInShards(bitsets: SharedBitsets, thread: number): Advance {
  const { layout } = bitsets;
  const { blockBytes, full, targets: targetsAt } = layout;
  const { reached, room } = blockScratch(layout, thread);
  const shards = attachKernels(bitsets, thread);
  const numbers = new Uint32Array(shards[0].bytes.buffer, 0, (targetsAt + 4 * layout.placements) / 4);
  /** Gathers in all shards, and unites the results in one of them. @returns false if there are none */
  const gather = (target: number, from: number, home: number): boolean => {
    let any = shards[home].kernel.gather(target, from) !== 0;
    for (const [shard, { kernel, bytes }] of shards.entries()) {
      if (shard === home || kernel.gather(target, from) === 0) continue;
      shards[home].bytes.set(bytes.subarray(reached, reached + blockBytes), any ? room : reached);
      if (any) shards[home].kernel.gatherBlock(room);
      any = true;
    }
    return any;
  };
  return (next, end, depth, keeps) => {
    const marksTable = isMarked(bitsets, depth);
    const from = markOf(depth - 1);
    const mark = markOf(depth);
    let states = 0;
    let targets = 0;
    for (let at = next; at < end; at += 4) {
      const placement = numbers[at / 4];
      const { shard, local } = placeInShard(layout, placement);
      if (shards[shard].bytes[full + local] !== 0 || !gather(placement, from, shard)) continue;
      const fresh = shards[shard].kernel.settleBlock(local, mark, marksTable, keeps);
      if (fresh === 0) continue;
      states += fresh;
      targets++;
      if (keeps) return { states, targets, behind: at + 4, kept: { placement, shard } };
    }
    return { states, targets, behind: end, kept: null };
  };
}
