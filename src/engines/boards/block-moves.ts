/**
 * Applies compiled moves to blocks: finds the source blocks of a move, and calls the kernels that move them. A source block has the
 * target's number, in the cell that the blank comes from, unless the move changes leading digits.
 */

import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import type { Blocks, Layout, PlacedMove, ShardConstants } from './board-plan.js';
import type { BlockPlaces, Shard } from './memory.js';

type PlacedRuns = Extract<PlacedMove, { kind: 'runs' }>;

/** Applies moves to blocks; one instance per worker. */
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
   * Computes target |= move(bitset) for a block.
   * @param bitset the layout's address of the bitset whose source blocks are moved
   * @param block number of the target block
   * @param target address in the target block's shard
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
   * Returns true if any source block of a move is marked.
   * @param block number of the target block
   * @param marks [cell][block]
   */
  anyMarked(move: PlacedMove, block: number, marks: Uint8Array, mark: 0 | 1): boolean {
    const firstBlock = move.source * this.#layout.blocks.count;
    const source = this.#sources.single(move, block);
    if (source >= 0) return marks[firstBlock + source] === mark;
    return this.#sources.some(move, block, (other) => marks[firstBlock + other] === mark);
  }

  #orRuns(move: PlacedRuns, bitset: number, block: number, target: number): void {
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

  /** Moves runs shorter than a block from a group that is not contiguous in memory, one source block after another. */
  #orRunsApart(move: PlacedRuns, bitset: number, block: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#places.shardOf(block);
    const blockBytes = blocks.words * BYTES_PER_WORD;
    const runBytes = move.run * BYTES_PER_WORD;
    const firstBlock = block - (block % (move.group / blocks.words));
    const { first, runs } = this.#sources.runsOf(move, block);
    const pieces = piecesBySource(runs, (run) => this.#sources.ofRun(move, first + run, block));
    for (const [source, ofSource] of pieces) {
      // Map entries count from the beginning of the group, and addresses wrap around at 2^32.
      const origin = this.#places.bring(bitset, move.source, source, block) - (source - firstBlock) * blockBytes;
      for (const { begin, end } of ofSource) {
        kernel.orRuns(target + begin * runBytes, origin, move.map + 4 * (first + begin), end - begin, move.run);
      }
    }
  }

  /** Returns the parity of the digits that number the blocks. */
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

/** Finds the blocks that a move reads, by the maps of the moves. */
export class SourceBlocks {
  readonly #blocks: Blocks;
  readonly #blockBytes: number;
  /** Maps of the moves, concatenated; indexed by their addresses divided by 4. */
  readonly #maps: Uint32Array;

  constructor(blocks: Blocks, maps: Uint32Array) {
    this.#blocks = blocks;
    this.#blockBytes = blocks.words * BYTES_PER_WORD;
    this.#maps = maps;
  }

  /** Reads the maps from the constants of a plan, before any shared memory holds them. */
  static ofConstants(blocks: Blocks, { address, bytes }: ShardConstants): SourceBlocks {
    const beginning = new Uint8Array(address + bytes.length);
    beginning.set(bytes, address);
    return new SourceBlocks(blocks, new Uint32Array(beginning.buffer));
  }

  /**
   * Returns the only block that a move reads, or -1 if it takes runs from several blocks.
   */
  single(move: PlacedMove, block: number): number {
    const { words } = this.#blocks;
    if (move.kind !== 'runs' || move.group <= words) return block;
    if (move.run < words) return -1;
    const blocksOfRun = move.run / words;
    const place = block % (move.group / words);
    const run = this.#maps[move.map / 4 + Math.floor(place / blocksOfRun)];
    return block - place + run * blocksOfRun + (place % blocksOfRun);
  }

  /** Returns how many runs a block takes by a move that reads several blocks, and the index of the first run in the map. */
  runsOf(move: PlacedRuns, block: number): { readonly first: number; readonly runs: number } {
    const { words } = this.#blocks;
    const runs = words / move.run;
    return { first: (block % (move.group / words)) * runs, runs };
  }

  /** Returns the block that a run comes from. @param run its index in the map @param block of the target */
  ofRun(move: PlacedRuns, run: number, block: number): number {
    const blocksOfGroup = move.group / this.#blocks.words;
    return block - (block % blocksOfGroup) + Math.floor(this.#maps[move.map / 4 + run] / this.#blockBytes);
  }

  /** Returns true if any block that a move reads passes a test. */
  some(move: PlacedMove, block: number, test: (source: number) => boolean): boolean {
    const source = this.single(move, block);
    if (source >= 0) return test(source);
    const several = move as PlacedRuns;
    const { first, runs } = this.runsOf(several, block);
    for (let run = first; run < first + runs; run++) if (test(this.ofRun(several, run, block))) return true;
    return false;
  }
}

/** Runs `begin` to `end` - 1, which come from one block. */
interface RunPiece {
  readonly begin: number;
  readonly end: number;
}

/**
 * Groups the runs of a target block by their source blocks.
 * @param runs of the target block
 * @param sourceOf returns the block of the group that a run comes from
 * @returns the pieces of consecutive runs from each source block
 */
export function piecesBySource(runs: number, sourceOf: (run: number) => number): Map<number, RunPiece[]> {
  const pieces = new Map<number, RunPiece[]>();
  for (let begin = 0; begin < runs; ) {
    const source = sourceOf(begin);
    let end = begin + 1;
    while (end < runs && sourceOf(end) === source) end++;
    const ofSource = pieces.get(source);
    if (ofSource === undefined) pieces.set(source, [{ begin, end }]);
    else ofSource.push({ begin, end });
    begin = end;
  }
  return pieces;
}
