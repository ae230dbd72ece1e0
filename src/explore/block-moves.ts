/** Compiled moves done on blocks: where a block's sources lie, and the kernels that move them. */

import { BYTES_PER_WORD } from '../numbering/word.js';
import { blockAddress, type Layout, type PlacedMove } from './addresses.js';
import type { Kernel } from './kernel.js';
import { piecesBySource } from './run-pieces.js';

/** What a worker needs of a shard. */
export interface Shard {
  readonly kernel: Kernel;
  readonly bytes: Uint8Array;
}

type RunsMove = Extract<PlacedMove, { kind: 'runs' }>;

/** Each worker has one. */
export class BlockMoves {
  readonly #layout: Layout;
  readonly #shards: readonly Shard[];
  /** A block of scratch space, for one that comes from another shard. */
  readonly #staged: number;
  /** The maps at the beginning of every shard. */
  readonly #maps: Uint32Array;

  constructor(layout: Layout, shards: readonly Shard[], staged: number) {
    this.#layout = layout;
    this.#shards = shards;
    this.#staged = staged;
    this.#maps = new Uint32Array(shards[0].bytes.buffer, 0, layout.scratch / 4);
  }

  shardOf(block: number): Shard {
    return this.#shards[Math.floor(block / this.#layout.blocksPerShard)];
  }

  /**
   * target |= move(bitset)
   * @param bitset whose source blocks are moved, an address of the layout
   * @param block of the target
   * @param target address in that block's shard
   */
  or(move: PlacedMove, bitset: number, block: number, target: number): void {
    const { blocks, blocksPerShard, parities } = this.#layout;
    const shard = Math.floor(block / blocksPerShard);
    const { kernel } = this.#shards[shard];
    const words = blocks.paddedWords;
    if (move.kind === 'runs') {
      this.#orRuns(move, bitset, block, shard, target);
      return;
    }
    const source = blockAddress(this.#layout, bitset, move.source, block);
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

  /**
   * Whether any of the source blocks of a move has a mark.
   * @param block of the target
   * @param marks [cell][block]
   */
  anyMarked(move: PlacedMove, block: number, marks: Uint8Array, mark: 0 | 1): boolean {
    const { blocks } = this.#layout;
    const firstBlock = move.source * blocks.count;
    if (move.kind !== 'runs' || move.group <= blocks.words) return marks[firstBlock + block] === mark;
    if (move.run >= blocks.words) return marks[firstBlock + this.#sourceOfWholeBlock(move, block)] === mark;
    const place = block % (move.group / blocks.words);
    const group = firstBlock + block - place;
    const runs = blocks.words / move.run;
    const blockBytes = blocks.words * BYTES_PER_WORD;
    for (let run = place * runs; run < (place + 1) * runs; run++) {
      if (marks[group + Math.floor(this.#mapEntry(move, run) / blockBytes)] === mark) return true;
    }
    return false;
  }

  #orRuns(move: RunsMove, bitset: number, block: number, shard: number, target: number): void {
    const { blocks, blocksPerShard } = this.#layout;
    const { kernel } = this.#shards[shard];
    if (move.run >= blocks.words) {
      const source = this.#sourceOfWholeBlock(move, block);
      kernel.orWords(target, this.#bring(bitset, move.source, source, shard), blocks.paddedWords);
    } else if (move.group <= blocks.words) {
      const groupBytes = move.group * BYTES_PER_WORD;
      const source = blockAddress(this.#layout, bitset, move.source, block);
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
        this.#orRunsOfShards(move, bitset, block, shard, target);
        return;
      }
      const source = blockAddress(this.#layout, bitset, move.source, first);
      kernel.orRuns(target, source, move.map + 4 * place * runs, runs, move.run);
    }
  }

  /** Moves runs of less than a block from a group that lies in several shards: source block by source block. */
  #orRunsOfShards(move: RunsMove, bitset: number, block: number, shard: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#shards[shard];
    const blockBytes = blocks.words * BYTES_PER_WORD;
    const runBytes = move.run * BYTES_PER_WORD;
    const place = block % (move.group / blocks.words);
    const runs = blocks.words / move.run;
    const pieces = piecesBySource(runs, (run) => Math.floor(this.#mapEntry(move, place * runs + run) / blockBytes));
    for (const [source, ofSource] of pieces) {
      // Map entries count from the beginning of the group, and addresses go round at 2^32.
      const origin = this.#bring(bitset, move.source, block - place + source, shard) - source * blockBytes;
      for (const { begin, end } of ofSource) {
        kernel.orRuns(target + begin * runBytes, origin, move.map + 4 * (place * runs + begin), end - begin, move.run);
      }
    }
  }

  /** Address of a block in the memory of `shard`; a copy of it where it lies in another shard. */
  #bring(bitset: number, cell: number, block: number, shard: number): number {
    const { blocks, blocksPerShard } = this.#layout;
    const address = blockAddress(this.#layout, bitset, cell, block);
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
