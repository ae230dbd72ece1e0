/** Which blocks a move reads for a block: its own in the cell it comes from, or where it moves leading digits, others. */

import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';
import type { Blocks, PlacedMove } from '../layout/blocks.js';
import type { ShardConstants } from '../layout/shard-constants.js';

type PlacedRuns = Extract<PlacedMove, { kind: 'runs' }>;

export class SourceBlocks {
  readonly #blocks: Blocks;
  readonly #blockBytes: number;
  /** The maps of the moves, by their addresses divided by 4. */
  readonly #maps: Uint32Array;

  constructor(blocks: Blocks, maps: Uint32Array) {
    this.#blocks = blocks;
    this.#blockBytes = blocks.words * BYTES_PER_WORD;
    this.#maps = maps;
  }

  /** Where there is no memory that holds the maps yet. */
  static ofConstants(blocks: Blocks, { address, bytes }: ShardConstants): SourceBlocks {
    const beginning = new Uint8Array(address + bytes.length);
    beginning.set(bytes, address);
    return new SourceBlocks(blocks, new Uint32Array(beginning.buffer));
  }

  /**
   * The block that a move reads, where that is a single one.
   * @returns -1 where the move takes runs from several blocks
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

  /** Runs that a block takes, of a move that takes them from several; and the number of its first one in the map. */
  runsOf(move: PlacedRuns, block: number): { readonly first: number; readonly runs: number } {
    const { words } = this.#blocks;
    const runs = words / move.run;
    return { first: (block % (move.group / words)) * runs, runs };
  }

  /** The block that a run comes from. @param run its number in the map @param block of the target */
  ofRun(move: PlacedRuns, run: number, block: number): number {
    const blocksOfGroup = move.group / this.#blocks.words;
    return block - (block % blocksOfGroup) + Math.floor(this.#maps[move.map / 4 + run] / this.#blockBytes);
  }

  /** Whether any of the blocks that a move reads passes a test. */
  some(move: PlacedMove, block: number, test: (source: number) => boolean): boolean {
    const source = this.single(move, block);
    if (source >= 0) return test(source);
    const several = move as PlacedRuns;
    const { first, runs } = this.runsOf(several, block);
    for (let run = first; run < first + runs; run++) if (test(this.ofRun(several, run, block))) return true;
    return false;
  }
}

/** Runs begin..end-1, which come from one block. */
export interface RunPiece {
  readonly begin: number;
  readonly end: number;
}

/**
 * @param runs of the target block
 * @param sourceOf the block of the group that a run comes from
 * @returns for each such block, the pieces of consecutive runs that come from it
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
