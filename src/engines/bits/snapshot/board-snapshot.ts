/** The bits of a board as checkpoints save them: the padded blocks of each blank cell, in order. */

import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../../snapshot.js';
import { countHeld, type SharedExploration } from '../kernel/memory.js';
import { blockAddress, bytesOfCell, type Layout } from '../layout/blocks.js';
import { depthToSave, partsOf, SAVED_BITSETS, type SavedBits } from './parts.js';

export class BoardSnapshot implements Snapshot {
  readonly files = SAVED_BITSETS;
  readonly isPaged = true;
  readonly #saved: SavedBits;
  readonly #memory: SharedExploration;
  readonly #rebuild: (depth: number) => Promise<number>;

  /** @param rebuild restores the states of the last layer's cells, see BoardSearch.rebuildColour */
  constructor(saved: SavedBits, memory: SharedExploration, rebuild: (depth: number) => Promise<number>) {
    this.#saved = saved;
    this.#memory = memory;
    this.#rebuild = rebuild;
  }

  get #layout(): Layout {
    return this.#memory.layout;
  }

  get #blockBytes(): number {
    return bytesOfCell({ ...this.#layout.blocks, count: 1 });
  }

  depthToSave(next: number): number | undefined {
    return depthToSave(this.#saved, next);
  }

  parts(depth: number): readonly SnapshotPart[] {
    return partsOf(this.#saved, depth);
  }

  /** Yields runs of blocks that hold states, each within one shard. */
  *held({ file, rows }: SnapshotPart): Generator<HeldRange> {
    const { memories, marks } = this.#memory;
    const { blocks, blocksPerShard } = this.#layout;
    const blockBytes = this.#blockBytes;
    for (const row of rows) {
      for (let first = 0; first < blocks.count; ) {
        let end = first;
        const shard = Math.floor(first / blocksPerShard);
        const shardEnd = Math.min(blocks.count, (shard + 1) * blocksPerShard);
        while (end < shardEnd && marks.held[row * blocks.count + end] > 0) end++;
        if (end > first) {
          const address = blockAddress(this.#layout, this.#bitset(file), row, first);
          const memory = new Uint8Array(memories[shard].buffer, address, (end - first) * blockBytes);
          yield { row, begin: first * blockBytes, memory };
        }
        first = Math.max(end, first + 1);
      }
    }
  }

  rowBytes(): number {
    return bytesOfCell(this.#layout.blocks);
  }

  textOf(range: SnapshotRange): string {
    const { first, end } = this.#blocksOf(range);
    return `blank cell ${range.row}, blocks ${first}..${end - 1}`;
  }

  /** Writes a range in pieces, one for each shard that it covers. */
  put(range: SnapshotRange, bytes: Uint8Array): void {
    const { memories, marks } = this.#memory;
    const { blocks, blocksPerShard } = this.#layout;
    const { file, row, begin } = range;
    const shardBytes = blocksPerShard * this.#blockBytes;
    const base = blockAddress(this.#layout, this.#bitset(file), row, 0);
    for (let done = 0; done < bytes.length; ) {
      const shard = Math.floor((begin + done) / shardBytes);
      const piece = bytes.subarray(done, (shard + 1) * shardBytes - begin);
      new Uint8Array(memories[shard].buffer).set(piece, base + begin + done - shard * shardBytes);
      done += piece.length;
    }
    const { first, end } = this.#blocksOf(range);
    if (file === 'visited') marks.gained.fill(1, row * blocks.count + first, row * blocks.count + end);
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    const { metric, cells } = this.#saved;
    const depth = histogram.length - 1;
    const check = (found: number, last: number, step: number) => {
      let expected = 0;
      for (let layer = last; layer >= 0; layer -= step) expected += histogram[layer];
      saved.checkStates('visited', expected, found);
    };
    await saved.read('visited');
    if (metric === 'multi') {
      await saved.read('table');
      check(countHeld(this.#memory, cells[0]), depth, 1);
      return;
    }
    check(countHeld(this.#memory, cells[(depth - 1) % 2]), depth - 1, 2);
    check(await this.#rebuild(depth), depth, 2);
    // Restored last, because rebuilding clears the table of blocks that gain their first states.
    await saved.read('table');
  }

  #bitset(file: string): number {
    return file === 'visited' ? this.#layout.visited : this.#layout.table;
  }

  /** Returns the blocks `first` to `end` - 1 of which a range contains bytes. */
  #blocksOf({ begin, bytes }: SnapshotRange): { readonly first: number; readonly end: number } {
    return { first: Math.floor(begin / this.#blockBytes), end: Math.ceil((begin + bytes) / this.#blockBytes) };
  }
}
