/**
 * A worker of the engine `groups` and its share of the layers: target blocks gather the states reached by moves, and settle those that are
 * new.
 */

import { FirstBits, type Keeping, type LayerFinder, LayerWorker } from '../batches.js';
import {
  activeAddress,
  codeOf,
  codesAddress,
  depthsAddress,
  FOUND_COUNTS,
  FOUND_FULL,
  FOUND_STATES,
  FOUND_WORDS,
  FULL,
  GATHER,
  HELD,
  type SharedPlanes,
  scratchOfThread,
  shardOf,
  shardsOf,
} from './planes.js';

/**
 * All words of a block are moved if at least this share of them is active. Moving takes 2 ns a word, and 4 ns if each word is looked
 * up.
 */
const MOST_ACTIVE = 1 / 2;

const MOST_BLOCKS_PER_CLAIM = 64;

/** Seconds to test a move of a block, to gather a word by a move, and to settle a word. */
const SECONDS_PER_MOVE = 2e-9;
const SECONDS_PER_GATHERED = 4e-9;
const SECONDS_PER_SETTLED = 1.5e-9;

/** State of this thread. */
export const planesWorker = new LayerWorker(finderOf);

/** Returns the finder of layers in some planes. @param thread 0..threads-1, whose scratch space is used */
function finderOf(planes: SharedPlanes, thread: number, keeping: Keeping): LayerFinder<readonly number[]> {
  const { layout, sources, sourceRows, frontiers, marks } = planes;
  const { blocks, moves, words, planeBytes, blocksPerShard, rows, rowBytes, permutations, used, gathering } = layout;
  const { reached, room, counts } = scratchOfThread(layout, thread);
  const shards = shardsOf(planes);
  const gathers = shards.map(({ kernel }) => kernel[GATHER[gathering]]);
  /** [shard]: where `settle` writes its counts, and leaves states in the scratch space. */
  const countsOf = shards.map(({ bytes }) => new Uint32Array(bytes.buffer, counts, FOUND_COUNTS));
  const reachedOf = shards.map(({ bytes }) => new Uint32Array(bytes.buffer, reached, 4 * words));
  const observer = new FirstBits(keeping);
  // Finding the words that have states takes less time than moving others by nibbles.
  /** Number of active words of a block from which on all words are moved. */
  const allFrom = gathering === 'nibbles' ? Number.POSITIVE_INFINITY : MOST_ACTIVE * words;
  /** [shard]: 1 if states have been gathered in the shard for the block. */
  const gathered = new Uint8Array(layout.shards);

  /**
   * Finds the states of a block that belong to a layer.
   * @param alone true if no other worker writes
   * @returns the number of these states
   */
  function advance(block: number, depth: number, alone: boolean): number {
    const nextFrontier = frontiers[depth % 2];
    const shard = shardOf(layout, block);
    const { kernel } = shards[shard];
    const low = codesAddress(layout, block);
    nextFrontier[block] = 0;
    if (marks[block] === FULL || !gatherInto(block, depth, alone)) return 0;
    const active = activeAddress(layout, depth, block);
    kernel.settle(reached, low, low + planeBytes, words, codeOf(depth), used, active, counts);
    const found = countsOf[shard];
    const states = found[FOUND_STATES];
    if (found[FOUND_FULL] === 1) marks[block] = FULL;
    if (states === 0) return 0;
    if (marks[block] !== FULL) marks[block] = HELD;
    nextFrontier[block] = found[FOUND_WORDS];
    if (observer.wantsMore) keep(block, shard);
    if (layout.hasDepths) writeDepth(block, depth);
    return states;
  }

  /** Keeps the first states that a block has gained. */
  function keep(block: number, shard: number): void {
    for (let word = -1; observer.wantsMore; ) {
      word = shards[shard].kernel.nextWord(reached, word + 1, words);
      if (word === words) return;
      observer.addWord(block * words + word, reachedOf[shard].subarray(4 * word, 4 * word + 4));
    }
  }

  /** Writes the depth of the states that a block has gained. */
  function writeDepth(block: number, depth: number): void {
    const { kernel } = shards[shardOf(layout, block)];
    for (let plane = 0, rest = depth; rest > 0; plane++, rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) kernel.orWords(depthsAddress(layout, plane, block), reached, words);
    }
  }

  /**
   * Gathers the states that moves reach from the last layer into the scratch space of the block's shard. @returns false if there are
   * none
   */
  function gatherInto(block: number, depth: number, alone: boolean): boolean {
    const frontier = frontiers[(depth - 1) % 2];
    const code = codeOf(depth - 1);
    // Other threads write the code 3 for states meanwhile.
    const copy = code === 2 && !alone ? room : 0;
    let any = false;
    for (let index = block * moves, end = index + moves; index < end; index++) {
      const source = sources[index];
      const active = frontier[source];
      if (active === 0) continue;
      const shard = Math.floor(source / blocksPerShard);
      if (gathered[shard] === 0) {
        gathered[shard] = 1;
        any = true;
        shards[shard].kernel.clear(reached, words);
      }
      const low = codesAddress(layout, source);
      const row = rows + sourceRows[index] * rowBytes;
      const set = active >= allFrom ? 0 : activeAddress(layout, depth - 1, source);
      gathers[shard](reached, low, low + planeBytes, words, row, permutations, code, set, copy);
    }
    if (any) bringTogether(shardOf(layout, block));
    return any;
  }

  /** Unites the states gathered in all shards in one of them. @param home its number */
  function bringTogether(home: number): void {
    const { kernel, bytes } = shards[home];
    for (let shard = 0; shard < gathered.length; shard++) {
      if (gathered[shard] === 0 || shard === home) continue;
      const other = shards[shard].bytes.subarray(reached, reached + planeBytes);
      if (gathered[home] === 0) bytes.set(other, reached);
      else {
        bytes.set(other, room);
        kernel.orWords(reached, room, words);
      }
      gathered[home] = 1;
    }
    gathered.fill(0);
  }

  return {
    mostPerClaim: MOST_BLOCKS_PER_CLAIM,
    observer,
    begin: () => blocks,
    find(begin, end, depth, count, alone) {
      for (let block = begin; block < end; block++) {
        const states = advance(block, depth, alone);
        if (states === 0) continue;
        count.states += states;
        count.active += frontiers[depth % 2][block];
      }
    },
    secondsFor(active) {
      const moved = active * moves;
      const settled = Math.min(blocks, moved) * words;
      return blocks * moves * SECONDS_PER_MOVE + moved * SECONDS_PER_GATHERED + settled * SECONDS_PER_SETTLED;
    },
  };
}
