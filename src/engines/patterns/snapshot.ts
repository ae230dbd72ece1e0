/**
 * The bitsets of a pattern as checkpoints save them between two layers. The marks of placements follow from the visited states, see
 * surveyBitsets.
 */

import { BYTES_PER_VIEW } from '../../base/memory.js';
import { Course } from '../batches.js';
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../snapshot.js';
import { type BitsetLayout, marksOf, type SharedBitsets, surveyBitsets } from './bitsets.js';

const VISITED = 'visited';
const TABLE = 'table';

/** Returns the bytes of the rows of a checkpoint. */
export function bitsetRowBytes({ placements, blockBytes, table }: BitsetLayout): number[] {
  return new Array<number>(table === 0 ? 1 : 2).fill(placements * blockBytes);
}

/** Yields the bytes of a bitset. @param address of the bitset in each shard */
export function* bitsetPieces({ memories, layout }: SharedBitsets, address: number): Generator<Uint8Array> {
  for (const { shard, bytes, begin } of piecesOf(layout, 0, layout.placements * layout.blockBytes)) {
    yield new Uint8Array(memories[shard].buffer, address + begin, bytes);
  }
}

/** Yields the pieces of a range of a bitset, each within one shard. @returns the shard, and the offset in its part of the bitset */
function* piecesOf(
  { placementsPerShard, blockBytes }: BitsetLayout,
  first: number,
  end: number,
): Generator<{ readonly shard: number; readonly begin: number; readonly bytes: number }> {
  const shardBytes = placementsPerShard * blockBytes;
  for (let at = first; at < end; ) {
    const shard = Math.floor(at / shardBytes);
    const begin = at - shard * shardBytes;
    const bytes = Math.min(BYTES_PER_VIEW, shardBytes - begin, end - at);
    yield { shard, begin, bytes };
    at += bytes;
  }
}

export class BitsetsSnapshot implements Snapshot {
  readonly files: readonly string[];
  readonly #bitsets: SharedBitsets;

  constructor(bitsets: SharedBitsets) {
    this.files = bitsets.layout.table === 0 ? [VISITED] : [VISITED, TABLE];
    this.#bitsets = bitsets;
  }

  parts(): readonly SnapshotPart[] {
    return this.files.map((file) => ({ file, rows: [0] }));
  }

  /** Yields runs of placements that have states, each within one shard. */
  *held({ file }: SnapshotPart): Generator<HeldRange> {
    const { memories, layout } = this.#bitsets;
    const { placements, placementsPerShard, blockBytes } = layout;
    const most = Math.floor(BYTES_PER_VIEW / blockBytes);
    for (const [shard, { buffer }] of memories.entries()) {
      const marks = marksOf(this.#bitsets, shard);
      const before = shard * placementsPerShard;
      const count = Math.min(placementsPerShard, placements - before);
      for (let first = 0; first < count; ) {
        let end = first;
        while (end < count && end < first + most && marks[end] !== 0) end++;
        if (end > first) {
          const memory = new Uint8Array(buffer, this.#address(file) + first * blockBytes, (end - first) * blockBytes);
          yield { row: 0, begin: (before + first) * blockBytes, memory };
        }
        first = Math.max(end, first + 1);
      }
    }
  }

  rowBytes(): number {
    const { placements, blockBytes } = this.#bitsets.layout;
    return placements * blockBytes;
  }

  textOf({ begin, bytes }: SnapshotRange): string {
    const { blockBytes } = this.#bitsets.layout;
    return `placements ${Math.floor(begin / blockBytes)}..${Math.ceil((begin + bytes) / blockBytes) - 1}`;
  }

  put({ file, begin: first }: SnapshotRange, saved: Uint8Array): void {
    const { memories, layout } = this.#bitsets;
    let done = 0;
    for (const { shard, begin, bytes } of piecesOf(layout, first, first + saved.length)) {
      new Uint8Array(memories[shard].buffer).set(saved.subarray(done, done + bytes), this.#address(file) + begin);
      done += bytes;
    }
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    const depth = histogram.length - 1;
    for (const file of this.files) await saved.read(file);
    const { states, active } = surveyBitsets(this.#bitsets, depth);
    const expected = histogram.reduce((sum, count) => sum + count, 0);
    saved.checkStates(VISITED, expected, states);
    new Course(this.#bitsets.progress.course).begin(depth, active);
  }

  #address(file: string): number {
    const { visited, table } = this.#bitsets.layout;
    return file === VISITED ? visited : table;
  }
}
