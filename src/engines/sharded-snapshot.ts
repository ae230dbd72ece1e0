/**
 * Snapshots of memory in which any byte may change in every layer, so that a checkpoint is written between two layers; and those of blocks
 * that are divided among shards: shared memories with a range of blocks each.
 */

import { BYTES_PER_VIEW } from '../base/memory.js';
import { Course, type SharedRun } from './batches.js';
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from './snapshot.js';

/** The methods of a snapshot that does not write beside the search. */
export abstract class StillSnapshot {
  abstract readonly files: readonly string[];
  readonly isPaged = false;

  /** Returns the rows of a file in a checkpoint. @param depth of its last layer */
  protected abstract rowsOf(file: string, depth: number): readonly number[];

  depthToSave(next: number): number {
    return next - 1;
  }

  parts(depth: number): readonly SnapshotPart[] {
    const still = { from: depth + 1, until: depth + 1 };
    return this.files.map((file) => ({ file, rows: this.rowsOf(file, depth), ...still }));
  }
}

/** A file whose rows consist of the same number of bytes for each block. */
interface BlockFile {
  readonly name: string;
  readonly blockBytes: number;
  /** Returns the number of rows in a checkpoint. @param depth of its last layer */
  rows(depth: number): number;
  /** Returns the address of a row in a shard, from which its blocks follow one another. */
  address(row: number): number;
  /** Returns the beginning of a range's description. @default none */
  textOf?(row: number): string;
}

/** Blocks that are divided among shards, and what is saved of them. */
export interface ShardedBlocks extends SharedRun {
  readonly memories: readonly WebAssembly.Memory<SharedArrayBuffer>[];
  readonly blocks: number;
  readonly blocksPerShard: number;
  /** Name of the blocks in messages. */
  readonly unit: string;
  /** The files; the first one holds all states. */
  readonly blockFiles: readonly BlockFile[];
  /** Returns true if a block has states. */
  isHeld(block: number): boolean;
  /** Prepares memory of zeros for the layers up to a depth. */
  grow?(depth: number): void;
  /** Derives all that is not saved. @returns the number of states, and the number of active parts after the layer */
  survey(depth: number): { readonly states: number; readonly active: number };
}

export class ShardedSnapshot extends StillSnapshot implements Snapshot {
  readonly files: readonly string[];
  readonly #held: ShardedBlocks;

  constructor(held: ShardedBlocks) {
    super();
    this.#held = held;
    this.files = held.blockFiles.map(({ name }) => name);
  }

  protected override rowsOf(file: string, depth: number): readonly number[] {
    return [...new Array(this.#file(file).rows(depth)).keys()];
  }

  /** Yields runs of blocks that hold states, each within one shard. */
  *held({ file, rows }: SnapshotPart): Generator<HeldRange> {
    const { memories, blocks, blocksPerShard } = this.#held;
    const { blockBytes, address } = this.#file(file);
    const most = Math.max(1, Math.floor(BYTES_PER_VIEW / blockBytes));
    for (const row of rows) {
      for (let first = 0; first < blocks; ) {
        const shard = Math.floor(first / blocksPerShard);
        const last = Math.min(blocks, (shard + 1) * blocksPerShard, first + most);
        let end = first;
        while (end < last && this.#held.isHeld(end)) end++;
        if (end > first) {
          const place = address(row) + (first % blocksPerShard) * blockBytes;
          const memory = new Uint8Array(memories[shard].buffer, place, (end - first) * blockBytes);
          yield { row, begin: first * blockBytes, memory };
        }
        first = Math.max(end, first + 1);
      }
    }
  }

  rowBytes(file: string): number {
    return this.#held.blocks * this.#file(file).blockBytes;
  }

  textOf({ file, row, begin, bytes }: SnapshotRange): string {
    const { blockBytes, textOf } = this.#file(file);
    const [first, end] = [Math.floor(begin / blockBytes), Math.ceil((begin + bytes) / blockBytes)];
    return `${textOf?.(row) ?? ''}${this.#held.unit} ${first}..${end - 1}`;
  }

  put({ file, row, begin }: SnapshotRange, bytes: Uint8Array): void {
    const { memories, blocksPerShard } = this.#held;
    const { blockBytes, address } = this.#file(file);
    let done = 0;
    for (const piece of shardPieces(blocksPerShard * blockBytes, begin, begin + bytes.length)) {
      const target = new Uint8Array(memories[piece.shard].buffer);
      target.set(bytes.subarray(done, done + piece.bytes), address(row) + piece.begin);
      done += piece.bytes;
    }
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    const depth = histogram.length - 1;
    this.#held.grow?.(depth);
    for (const file of this.files) await saved.read(file);
    const { states, active } = this.#held.survey(depth);
    const expected = histogram.reduce((sum, count) => sum + count, 0);
    saved.checkStates(this.files[0], expected, states);
    new Course(this.#held.progress.course).begin(depth, active);
  }

  #file(name: string): BlockFile {
    return this.#held.blockFiles[this.files.indexOf(name)];
  }
}

/** Yields the pieces of a range of bytes, each within one shard. @returns the shard, and the offset in its part */
export function* shardPieces(
  shardBytes: number,
  first: number,
  end: number,
): Generator<{ readonly shard: number; readonly begin: number; readonly bytes: number }> {
  for (let at = first; at < end; ) {
    const shard = Math.floor(at / shardBytes);
    const begin = at - shard * shardBytes;
    const bytes = Math.min(BYTES_PER_VIEW, shardBytes - begin, end - at);
    yield { shard, begin, bytes };
    at += bytes;
  }
}
