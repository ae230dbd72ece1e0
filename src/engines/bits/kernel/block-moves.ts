/** Compiled moves done on blocks: where a block's sources lie, and the kernels that move them. */

import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';
import type { Layout, PlacedMove } from '../layout/blocks.js';
import type { BlockPlaces, Shard } from './kernel.js';
import { piecesBySource, SourceBlocks } from './source-blocks.js';

type RunsMove = Extract<PlacedMove, { kind: 'runs' }>;

/** Each worker has one. */
export class BlockMoves {
  readonly #layout: Layout;
  readonly #places: BlockPlaces;
  readonly #sources: SourceBlocks;

  constructor(layout: Layout, places: BlockPlaces) {
    this.#layout = layout;
    this.#places = places;
    this.#sources = new SourceBlocks(layout.blocks, places.maps);
  }

  shardOf(block: number): Shard {
    return this.#places.shardOf(block);
  }

  /**
   * target |= move(bitset)
   * @param bitset whose source blocks are moved, an address of the layout
   * @param block of the target
   * @param target address in that block's shard
   */
  or(move: PlacedMove, bitset: number, block: number, target: number): void {
    const { blocks, parities } = this.#layout;
    const { kernel } = this.#places.shardOf(block);
    const words = blocks.paddedWords;
    if (move.kind === 'runs') {
      this.#orRuns(move, bitset, block, target);
      return;
    }
    const source = this.#places.address(bitset, move.source, block);
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
    const firstBlock = move.source * this.#layout.blocks.count;
    const source = this.#sources.single(move, block);
    if (source >= 0) return marks[firstBlock + source] === mark;
    return this.#sources.some(move, block, (other) => marks[firstBlock + other] === mark);
  }

  #orRuns(move: RunsMove, bitset: number, block: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#places.shardOf(block);
    if (move.run >= blocks.words) {
      const source = this.#sources.single(move, block);
      kernel.orWords(target, this.#places.bring(bitset, move.source, source, block), blocks.paddedWords);
    } else if (move.group <= blocks.words) {
      const groupBytes = move.group * BYTES_PER_WORD;
      const source = this.#places.address(bitset, move.source, block);
      for (let group = 0; group < blocks.words / move.group; group++) {
        const offset = group * groupBytes;
        kernel.orRuns(target + offset, source + offset, move.map, move.runs, move.run);
      }
    } else {
      const blocksOfGroup = move.group / blocks.words;
      const firstBlock = block - (block % blocksOfGroup);
      if (!this.#places.areTogether(firstBlock, blocksOfGroup)) {
        this.#orRunsApart(move, bitset, block, target);
        return;
      }
      const { first, runs } = this.#sources.runsOf(move, block);
      const source = this.#places.address(bitset, move.source, firstBlock);
      kernel.orRuns(target, source, move.map + 4 * first, runs, move.run);
    }
  }

  /** Moves runs of less than a block from a group that does not lie together: source block by source block. */
  #orRunsApart(move: RunsMove, bitset: number, block: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#places.shardOf(block);
    const blockBytes = blocks.words * BYTES_PER_WORD;
    const runBytes = move.run * BYTES_PER_WORD;
    const firstBlock = block - (block % (move.group / blocks.words));
    const { first, runs } = this.#sources.runsOf(move, block);
    const pieces = piecesBySource(runs, (run) => this.#sources.ofRun(move, first + run, block));
    for (const [source, ofSource] of pieces) {
      // Map entries count from the beginning of the group, and addresses go round at 2^32.
      const origin = this.#places.bring(bitset, move.source, source, block) - (source - firstBlock) * blockBytes;
      for (const { begin, end } of ofSource) {
        kernel.orRuns(target + begin * runBytes, origin, move.map + 4 * (first + begin), end - begin, move.run);
      }
    }
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
