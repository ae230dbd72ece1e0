/**
 * A worker of the engine `groups` and its share of the layers: target blocks gather the states reached by moves, and settle those that are
 * new.
 */

import { FirstBits, type Keeping, type LayerCount, type LayerFinder, LayerWorker } from '../batches.js';
import { FOUND_COUNTS, FOUND_FULL, FOUND_STATES, FOUND_WORDS, gatherBy } from './kernel.js';
import {
  activeAddress,
  codeOf,
  codesAddress,
  depthsAddress,
  FULL,
  HELD,
  type PlanesLayout,
  type PlanesShard,
  type Scratch,
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
export const planesWorker = new LayerWorker(
  (planes: SharedPlanes, worker, keeping: Keeping) => new BlockLayers(planes, worker, keeping),
);

class BlockLayers implements LayerFinder<readonly number[]> {
  readonly mostPerClaim = MOST_BLOCKS_PER_CLAIM;
  readonly observer: FirstBits;
  readonly #layout: PlanesLayout;
  readonly #planes: SharedPlanes;
  readonly #shards: readonly PlanesShard[];
  readonly #gather: readonly ReturnType<typeof gatherBy>[];
  readonly #scratch: Scratch;
  /** [shard]: where `settle` writes its counts, and leaves states in the scratch space. */
  readonly #counts: readonly Uint32Array[];
  readonly #reached: readonly Uint32Array[];
  /** Number of active words of a block from which on all words are moved. */
  readonly #allFrom: number;
  /** [shard]: 1 if states have been gathered in the shard for the block. */
  readonly #gathered: Uint8Array;

  /** @param thread 0..threads-1, whose scratch space is used */
  constructor(planes: SharedPlanes, thread: number, keeping: Keeping) {
    const { layout } = planes;
    const scratch = scratchOfThread(layout, thread);
    this.#layout = layout;
    this.#planes = planes;
    this.#shards = shardsOf(planes);
    this.#gather = this.#shards.map(({ kernel }) => gatherBy(kernel, layout.gathering));
    this.#scratch = scratch;
    this.#counts = this.#shards.map(({ bytes }) => new Uint32Array(bytes.buffer, scratch.counts, FOUND_COUNTS));
    this.#reached = this.#shards.map(({ bytes }) => new Uint32Array(bytes.buffer, scratch.reached, 4 * layout.words));
    this.observer = new FirstBits(keeping);
    this.#allFrom = movesAll(layout) ? MOST_ACTIVE * layout.words : Number.POSITIVE_INFINITY;
    this.#gathered = new Uint8Array(layout.shards);
  }

  begin(): number {
    return this.#layout.blocks;
  }

  find(begin: number, end: number, depth: number, count: LayerCount, alone: boolean): void {
    for (let block = begin; block < end; block++) {
      const states = this.#advance(block, depth, alone);
      if (states === 0) continue;
      if (this.#layout.hasDepths) this.#writeDepth(block, depth);
      count.states += states;
      count.active += this.#planes.frontiers[depth % 2][block];
    }
  }

  secondsFor(active: number): number {
    const { blocks, moves, words } = this.#layout;
    const gathered = active * moves;
    const settled = Math.min(blocks, gathered) * words;
    return blocks * moves * SECONDS_PER_MOVE + gathered * SECONDS_PER_GATHERED + settled * SECONDS_PER_SETTLED;
  }

  /**
   * Finds the states of a block that belong to a layer.
   * @param alone true if no other worker writes
   * @returns the number of these states
   */
  #advance(block: number, depth: number, alone: boolean): number {
    const { frontiers, marks } = this.#planes;
    const { words, planeBytes, used, gathering } = this.#layout;
    const nextFrontier = frontiers[depth % 2];
    // The frontier is still that of the layer before last, which was sent in the last layer. No thread reads it in this layer.
    if (gathering === 'scattered' && nextFrontier[block] > 0) this.#markSent(block, depth - 2);
    nextFrontier[block] = 0;
    if (marks[block] === FULL || !this.#gatherInto(block, depth, alone)) return 0;
    const { reached, counts } = this.#scratch;
    const shard = shardOf(this.#layout, block);
    const { kernel } = this.#shards[shard];
    const low = codesAddress(this.#layout, block);
    const active = activeAddress(this.#layout, depth, block);
    kernel.settle(reached, low, low + planeBytes, words, codeOf(depth), used, active, counts);
    const found = this.#counts[shard];
    const states = found[FOUND_STATES];
    if (found[FOUND_FULL] === 1) marks[block] = FULL;
    if (states === 0) return 0;
    if (marks[block] !== FULL) marks[block] = HELD;
    nextFrontier[block] = found[FOUND_WORDS];
    if (this.observer.wantsMore) this.#keep(block, shard);
    return states;
  }

  /** Marks the states of a depth as sent, so that later layers of the same code do not send them again. */
  #markSent(block: number, depth: number): void {
    const { words, planeBytes } = this.#layout;
    const low = codesAddress(this.#layout, block);
    const { kernel } = this.#shards[shardOf(this.#layout, block)];
    kernel.markSent(low, low + planeBytes, low + 2 * planeBytes, words, codeOf(depth));
  }

  /** Keeps the first states that a block has gained. */
  #keep(block: number, shard: number): void {
    const { words } = this.#layout;
    const { kernel } = this.#shards[shard];
    const { reached } = this.#scratch;
    for (let word = -1; this.observer.wantsMore; ) {
      word = kernel.nextWord(reached, word + 1, words);
      if (word === words) return;
      this.observer.addWord(block * words + word, this.#reached[shard].subarray(4 * word, 4 * word + 4));
    }
  }

  /** Writes the depth of the states that the block of the last call has gained. */
  #writeDepth(block: number, depth: number): void {
    const { kernel } = this.#shards[shardOf(this.#layout, block)];
    const { reached } = this.#scratch;
    for (let plane = 0, rest = depth; rest > 0; plane++, rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) kernel.orWords(depthsAddress(this.#layout, plane, block), reached, this.#layout.words);
    }
  }

  /**
   * Gathers the states that moves reach from the last layer into the scratch space of the block's shard. @returns false if there are
   * none
   */
  #gatherInto(block: number, depth: number, alone: boolean): boolean {
    const { sources, sourceRows, frontiers } = this.#planes;
    const { moves, words, planeBytes, rows, rowBytes, permutations, blocksPerShard } = this.#layout;
    const { reached, room } = this.#scratch;
    const frontier = frontiers[(depth - 1) % 2];
    const code = codeOf(depth - 1);
    // Other threads write the code 3 for states meanwhile.
    const copy = code === 2 && !alone ? room : 0;
    const gathered = this.#gathered;
    let any = false;
    for (let index = block * moves, end = index + moves; index < end; index++) {
      const source = sources[index];
      const active = frontier[source];
      if (active === 0) continue;
      const shard = Math.floor(source / blocksPerShard);
      const { kernel } = this.#shards[shard];
      if (gathered[shard] === 0) {
        gathered[shard] = 1;
        any = true;
        kernel.clear(reached, words);
      }
      const low = codesAddress(this.#layout, source);
      const row = rows + sourceRows[index] * rowBytes;
      const set = active >= this.#allFrom ? 0 : activeAddress(this.#layout, depth - 1, source);
      this.#gather[shard](reached, low, low + planeBytes, words, row, permutations, code, set, copy);
    }
    if (any) this.#bringTogether(shardOf(this.#layout, block));
    return any;
  }

  /** Unites the states gathered in all shards in one of them. @param home its number */
  #bringTogether(home: number): void {
    const { words, planeBytes } = this.#layout;
    const { reached, room } = this.#scratch;
    const gathered = this.#gathered;
    const { kernel, bytes } = this.#shards[home];
    for (let shard = 0; shard < gathered.length; shard++) {
      if (gathered[shard] === 0 || shard === home) continue;
      const other = this.#shards[shard].bytes.subarray(reached, reached + planeBytes);
      if (gathered[home] === 0) bytes.set(other, reached);
      else {
        bytes.set(other, room);
        kernel.orWords(reached, room, words);
      }
      gathered[home] = 1;
    }
    gathered.fill(0);
  }
}

/** Returns true if moving a word without states takes less time than finding the words that have some. */
function movesAll({ gathering }: PlanesLayout): boolean {
  return gathering !== 'nibbles' && gathering !== 'scattered';
}
