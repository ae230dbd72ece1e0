/** The bits of a board as checkpoints save them: the padded blocks of each blank cell, in order; and the parts of a checkpoint. */

import type { Metric } from '../../spaces/board/board.js';
import { setProgress } from '../batches.js';
import {
  BlockSnapshot,
  type SavedSnapshot,
  type Snapshot,
  type SnapshotPart,
  type SnapshotRange,
} from '../snapshot.js';
import { blockAddress, bytesOfCell } from './board-plan.js';
import { countHeld, type SharedBoard } from './memory.js';

export class BoardSnapshot extends BlockSnapshot implements Snapshot {
  readonly #saved: SavedBits;
  readonly #memory: SharedBoard;
  readonly #rebuild: (depth: number) => Promise<number>;

  /** @param rebuild restores the states of the last layer's cells, see BoardSearch.rebuildColour */
  constructor(saved: SavedBits, memory: SharedBoard, rebuild: (depth: number) => Promise<number>) {
    const { memories, layout, marks } = memory;
    const { blocks, blocksPerShard, visited, table } = layout;
    super({
      ...{ memories, blocks: blocks.count, blocksPerShard },
      unit: 'blocks',
      blockFiles: SAVED_BITSETS.map((name) => ({
        name,
        blockBytes: bytesOfCell({ ...blocks, count: 1 }),
        address: (cell) => blockAddress(layout, name === 'visited' ? visited : table, cell, 0),
        textOf: (cell) => `blank cell ${cell}, `,
      })),
      isHeld: (block, cell) => marks.held[cell * blocks.count + block] > 0,
    });
    this.#saved = saved;
    this.#memory = memory;
    this.#rebuild = rebuild;
  }

  parts(depth: number): readonly SnapshotPart[] {
    return partsOf(this.#saved, depth);
  }

  override put(range: SnapshotRange, bytes: Uint8Array): void {
    super.put(range, bytes);
    if (range.file !== 'visited') return;
    const { first, end } = this.blocksOf(range);
    const before = range.row * this.#memory.layout.blocks.count;
    this.#memory.marks.gained.fill(1, before + first, before + end);
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
    } else {
      check(countHeld(this.#memory, cells[(depth - 1) % 2]), depth - 1, 2);
      check(await this.#rebuild(depth), depth, 2);
      // Restored last, because rebuilding clears the table of blocks that gain their first states.
      await saved.read('table');
    }
    setProgress(this.#memory, depth, 0);
  }
}

/*
 * The parts of a checkpoint. In the metric `single` a layer of depth d reads the cells of one colour and writes those of the other. A
 * checkpoint of depth D consists of
 *
 *     visited   of the colour that layer D read: its states up to depth D - 1
 *     table     of both colours, as layer D left it
 *
 * The visited bits of the other colour follow from the first by moves (rebuildColour of src/engines/boards/engine.ts), so one
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
