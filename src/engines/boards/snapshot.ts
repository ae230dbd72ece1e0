/** The bits of a board as checkpoints save them: the padded blocks of each blank cell, in order; and the parts of a checkpoint. */

import type { Metric } from '../../spaces/board/board.js';
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../snapshot.js';
import { blockAddress, bytesOfCell, type Layout } from './board-plan.js';
import { countHeld, type SharedExploration } from './memory.js';

export class BoardSnapshot implements Snapshot {
  readonly files = SAVED_BITSETS;
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

/**
 * The parts of a checkpoint. In the metric `single` a layer of depth d reads the cells of one colour and writes those of the other. A
 * checkpoint of depth D consists of
 *
 *     visited   of the colour that layer D read: its states up to depth D - 1
 *     table     of both colours, as layer D left it
 *
 * The visited bits of the other colour follow from the first by moves (rebuildColour of src/engines/boards/board-search.ts), so one
 * and a half bits per state suffice. In the metric `multi` both bits of every state are saved.
 */

/** The bitsets that are saved, each in its own file with a row for each blank cell. */
const SAVED_BITSETS = ['visited', 'table'] as const;

/** Properties of an exploration that determine the contents of a checkpoint. */
export interface SavedBits {
  readonly metric: Metric;
  readonly table: boolean;
  /** Blank cells at even and at odd depth. */
  readonly cells: readonly [readonly number[], readonly number[]];
}

/** Returns the parts of a checkpoint. @param depth of its last layer, at least 1 */
function partsOf({ metric, table, cells }: SavedBits, depth: number): SnapshotPart[] {
  if (metric === 'multi') return SAVED_BITSETS.map((file) => ({ file, rows: cells[0] }));
  const visited: SnapshotPart = { file: 'visited', rows: cells[(depth - 1) % 2] };
  return table ? [visited, { file: 'table', rows: cells[0] }, { file: 'table', rows: cells[1] }] : [visited];
}
