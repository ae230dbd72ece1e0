/**
 * One step of the search on one block: which of its states does this layer reach?
 *
 * A layer takes the blank to the cells of one colour. For each block of such a cell
 *
 *     reached = move(visited[source]) | ...   over the neighbouring cells
 *     fresh   = reached & ~visited
 *
 * All visited states are moved, not the last layer alone: the neighbours of older states were added earlier, so the
 * result is the same, and no frontier has to be stored. What the frontier is used for is to leave work out: a source block
 * that gained nothing in the last layer has nothing new to give, and a full target block has nothing to gain.
 *
 * Only the block's owner writes it, and it reads blocks of the other colour, which nobody writes in this layer:
 * so there are no locks, and advancing a block again changes no visited bit.
 */

import { BYTES_PER_WORD } from '../numbering/word.js';
import { blockAddress, type Layout, type PlacedMove, SCRATCH_BLOCKS } from './addresses.js';
import type { Kernel } from './kernel.js';
import { piecesBySource } from './run-pieces.js';

/** What is known of each block, [cell][block], in shared memory; written by the block's owner alone. */
export interface Marks {
  /** 1 where the block gained states in the last layer of its colour. */
  readonly gained: Uint8Array;
  /** States that the block holds. */
  readonly held: Uint32Array;
}

/** What a worker needs of a shard. */
export interface Shard {
  readonly kernel: Kernel;
  readonly bytes: Uint8Array;
}

/** The fresh states of a block, as an observer sees them. */
export interface FreshBlock {
  readonly cell: number;
  readonly block: number;
  /** States. */
  readonly count: number;
  /** Their bits, two halves a word; valid until the next block is advanced. */
  readonly halves: Uint32Array;
}

/** Looks at what a layer finds, block by block, on the worker that found it. */
export interface LayerObserver<Seen> {
  /** Whether it has use for another block. */
  readonly wantsMore: boolean;
  observe(block: FreshBlock, advancer: BlockAdvancer): void;
  /** What it has seen; plain data. Asked once, at the layer's end. */
  seen(): Seen;
}

/** A block has at most four neighbouring blocks, so three bits count those of its states that are nearer. */
const PLANES = 3;
/** Nearer neighbours of a state: 1 to this many. */
const MOST_NEARER = 4;

type RunsMove = Extract<PlacedMove, { kind: 'runs' }>;

/** Advances the blocks of a layout. Each worker has one, with scratch space of its own. */
export class BlockAdvancer {
  readonly #layout: Layout;
  readonly #shards: readonly Shard[];
  readonly #marks: Marks;
  readonly #reached: number;
  readonly #staged: number;
  readonly #moved: number;
  /** Bit 0, then 1, then 2 of a count for each state. */
  readonly #planes: number;
  /** The maps at the beginning of every shard. */
  readonly #maps: Uint32Array;

  /** @param worker 0..workers-1, which scratch space to use */
  constructor(layout: Layout, shards: readonly Shard[], marks: Marks, worker: number) {
    this.#layout = layout;
    this.#shards = shards;
    this.#marks = marks;
    const blockBytes = layout.blocks.paddedWords * BYTES_PER_WORD;
    this.#reached = layout.scratch + SCRATCH_BLOCKS * worker * blockBytes;
    this.#staged = this.#reached + blockBytes;
    this.#moved = this.#staged + blockBytes;
    this.#planes = this.#moved + blockBytes;
    this.#maps = new Uint32Array(shards[0].bytes.buffer, 0, layout.scratch / 4);
  }

  /**
   * Finds the fresh states of a block, adds them to the visited bits and, where this layer is marked, to the table.
   * @param mark whether the fresh states of this layer are marked in the table
   * @returns how many states were fresh
   */
  advance(cell: number, block: number, mark: boolean, observer?: LayerObserver<unknown>): number {
    const { blocks, blocksPerShard, visited, table, fresh } = this.#layout;
    const { gained, held } = this.#marks;
    const index = cell * blocks.count + block;
    gained[index] = 0;
    if (held[index] === blocks.states) return 0;
    const shard = Math.floor(block / blocksPerShard);
    if (!this.#reach(cell, block, shard)) return 0;

    const { kernel } = this.#shards[shard];
    const words = blocks.paddedWords;
    const visitedBlock = blockAddress(this.#layout, visited, cell, block);
    const tableBlock = table === 0 ? 0 : blockAddress(this.#layout, table, cell, block);
    if (held[index] === 0) {
      // A page that is read before it is written is touched twice: clearing it first took 6 % off 3x4 (9 noisy runs).
      kernel.clear(visitedBlock, words);
      if (table !== 0) kernel.clear(tableBlock, words);
    }
    const observed = observer?.wantsMore === true;
    if (observed || fresh !== 0) kernel.subtract(this.#reached, visitedBlock, words);
    const count = kernel.settle(this.#reached, visitedBlock, mark ? tableBlock : 0, words);
    if (count === 0) return 0;
    gained[index] = 1;
    held[index] += count;
    if (fresh !== 0) kernel.copy(blockAddress(this.#layout, fresh, cell, block), this.#reached, words);
    if (observed) {
      const { bytes } = this.#shards[shard];
      observer.observe({ cell, block, count, halves: new Uint32Array(bytes.buffer, this.#reached, words * 2) }, this);
    }
    return count;
  }

  /**
   * How many neighbours nearer to the goal the fresh states have: asked by an observer of the block it observes.
   * @returns [k] how many states have k of them, k = 0 to 4; none has 0
   */
  countNearer({ cell, block }: FreshBlock): Uint32Array {
    const { blocks, blocksPerShard, moves } = this.#layout;
    const shard = Math.floor(block / blocksPerShard);
    const { kernel, bytes } = this.#shards[shard];
    const words = blocks.paddedWords;
    const planeBytes = words * BYTES_PER_WORD;
    kernel.clear(this.#planes, PLANES * words);
    for (const move of moves[cell]) {
      // The visited neighbours of a fresh state are those of the last layer.
      if (!this.#hasNews(move, block)) continue;
      kernel.clear(this.#moved, words);
      this.#orMove(move, block, shard, this.#moved);
      kernel.increment(this.#planes, planeBytes, this.#moved, words);
    }
    kernel.tally(this.#reached, this.#planes, planeBytes, words, this.#moved);
    const counts = new Uint32Array(MOST_NEARER + 1);
    counts.set(new Uint32Array(bytes.buffer, this.#moved, MOST_NEARER), 1);
    return counts;
  }

  /** Collects what the neighbouring cells give. @returns false where none has anything new to give */
  #reach(cell: number, block: number, shard: number): boolean {
    const { blocks, visited, moves } = this.#layout;
    const { kernel } = this.#shards[shard];
    const words = blocks.paddedWords;
    const reached = this.#reached;
    let begun = false;

    // Moves that change nothing come first: one or two of them begin the block, instead of zeros.
    let first = 0;
    for (const move of moves[cell]) {
      if (move.kind !== 'same' || !this.#hasNews(move, block)) continue;
      const source = blockAddress(this.#layout, visited, move.source, block);
      if (first === 0) first = source;
      else {
        kernel.union2(reached, first, source, words);
        begun = true;
      }
    }
    if (first !== 0 && !begun) {
      kernel.copy(reached, first, words);
      begun = true;
    }

    for (const move of moves[cell]) {
      if (move.kind === 'same' || !this.#hasNews(move, block)) continue;
      if (!begun) {
        kernel.clear(reached, words);
        begun = true;
      }
      this.#orMove(move, block, shard, reached);
    }
    return begun;
  }

  /** target |= move(visited[source]) */
  #orMove(move: PlacedMove, block: number, shard: number, target: number): void {
    const { blocks, visited, parities } = this.#layout;
    const { kernel } = this.#shards[shard];
    const words = blocks.paddedWords;
    if (move.kind === 'runs') {
      this.#moveRuns(move, block, shard, target);
      return;
    }
    const source = blockAddress(this.#layout, visited, move.source, block);
    if (move.kind === 'same') {
      kernel.orWords(target, source, words);
      return;
    }
    const parity = move.parity ^ this.#parityOf(block);
    if (move.kind === 'low') {
      const orLow = move.rotation === 'first-to-last' ? kernel.orLowAscending : kernel.orLowDescending;
      orLow(target, source, words, move.exchanges, parities, parity);
    } else {
      const orAcross = move.rotation === 'first-to-last' ? kernel.orAcrossAscending : kernel.orAcrossDescending;
      orAcross(target, source, words, move.map, move.period, move.exchanges, parities, parity);
    }
  }

  /** Whether a source of the move gained states in the last layer. */
  #hasNews(move: PlacedMove, block: number): boolean {
    const { blocks } = this.#layout;
    const { gained } = this.#marks;
    const firstBlock = move.source * blocks.count;
    if (move.kind !== 'runs' || move.group <= blocks.words) return gained[firstBlock + block] !== 0;
    if (move.run >= blocks.words) return gained[firstBlock + this.#sourceOfWholeBlock(move, block)] !== 0;
    const place = block % (move.group / blocks.words);
    const group = firstBlock + block - place;
    const runs = blocks.words / move.run;
    const blockBytes = blocks.words * BYTES_PER_WORD;
    for (let run = place * runs; run < (place + 1) * runs; run++) {
      if (gained[group + Math.floor(this.#mapEntry(move, run) / blockBytes)] !== 0) return true;
    }
    return false;
  }

  #moveRuns(move: RunsMove, block: number, shard: number, target: number): void {
    const { blocks, blocksPerShard, visited } = this.#layout;
    const { kernel } = this.#shards[shard];
    if (move.run >= blocks.words) {
      const source = this.#sourceOfWholeBlock(move, block);
      kernel.orWords(target, this.#bring(move.source, source, shard), blocks.paddedWords);
    } else if (move.group <= blocks.words) {
      const groupBytes = move.group * BYTES_PER_WORD;
      const source = blockAddress(this.#layout, visited, move.source, block);
      for (let group = 0; group < blocks.words / move.group; group++) {
        const offset = group * groupBytes;
        kernel.orRuns(target + offset, source + offset, move.map, move.runs, move.run);
      }
    } else {
      const blocksOfGroup = move.group / blocks.words;
      const place = block % blocksOfGroup;
      const first = block - place;
      const runs = blocks.words / move.run;
      if (Math.floor((first + blocksOfGroup - 1) / blocksPerShard) !== Math.floor(first / blocksPerShard)) {
        this.#moveRunsOfShards(move, block, shard, target);
        return;
      }
      const source = blockAddress(this.#layout, visited, move.source, first);
      kernel.orRuns(target, source, move.map + 4 * place * runs, runs, move.run);
    }
  }

  /** Moves runs of less than a block from a group that lies in several shards: source block by source block. */
  #moveRunsOfShards(move: RunsMove, block: number, shard: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#shards[shard];
    const blockBytes = blocks.words * BYTES_PER_WORD;
    const runBytes = move.run * BYTES_PER_WORD;
    const place = block % (move.group / blocks.words);
    const runs = blocks.words / move.run;
    const pieces = piecesBySource(runs, (run) => Math.floor(this.#mapEntry(move, place * runs + run) / blockBytes));
    for (const [source, ofSource] of pieces) {
      // Map entries count from the beginning of the group, and addresses go round at 2^32.
      const origin = this.#bring(move.source, block - place + source, shard) - source * blockBytes;
      for (const { begin, end } of ofSource) {
        kernel.orRuns(target + begin * runBytes, origin, move.map + 4 * (place * runs + begin), end - begin, move.run);
      }
    }
  }

  /** Address of a block in the memory of `shard`; a copy of it where it lies in another shard. */
  #bring(cell: number, block: number, shard: number): number {
    const { blocks, blocksPerShard, visited } = this.#layout;
    const address = blockAddress(this.#layout, visited, cell, block);
    const home = Math.floor(block / blocksPerShard);
    if (home === shard) return address;
    const bytes = blocks.paddedWords * BYTES_PER_WORD;
    this.#shards[shard].bytes.set(this.#shards[home].bytes.subarray(address, address + bytes), this.#staged);
    return this.#staged;
  }

  /** The source block of a move whose runs are whole blocks or several. */
  #sourceOfWholeBlock(move: RunsMove, block: number): number {
    const { blocks } = this.#layout;
    const blocksPerRun = move.run / blocks.words;
    const run = Math.floor(block / blocksPerRun);
    const place = run % move.runs;
    const source = this.#mapEntry(move, place);
    return block + (source - place) * blocksPerRun;
  }

  #mapEntry(move: RunsMove, run: number): number {
    return this.#maps[move.map / 4 + run];
  }

  /** Parity of the digits that number the blocks. */
  #parityOf(block: number): number {
    const { blockRadices } = this.#layout;
    let sum = 0;
    let rest = block;
    for (let j = blockRadices.length - 1; j >= 0; j--) {
      sum += rest % blockRadices[j];
      rest = Math.floor(rest / blockRadices[j]);
    }
    return sum & 1;
  }
}
