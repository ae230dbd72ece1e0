/** The bits of a board as checkpoints save them: the padded blocks of each blank cell, in order; and the parts of a checkpoint. */

import type { Metric } from '../../spaces/board/board.js';
import {
  BlockSnapshot,
  type SavedSnapshot,
  type Snapshot,
  type SnapshotPart,
  type SnapshotRange,
} from '../snapshot.js';
import { blockAddress, bytesOfCell } from './board-plan.js';
import { countHeld, type SharedExploration } from './memory.js';

export class BoardSnapshot extends BlockSnapshot implements Snapshot {
  override readonly isPaged = true;
  readonly #saved: SavedBits;
  readonly #memory: SharedExploration;
  readonly #rebuild: (depth: number) => Promise<number>;

  /** @param rebuild restores the states of the last layer's cells, see BoardSearch.rebuildColour */
  constructor(saved: SavedBits, memory: SharedExploration, rebuild: (depth: number) => Promise<number>) {
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

  override depthToSave(next: number): number | undefined {
    return depthToSave(this.#saved, next);
  }

  override parts(depth: number): readonly SnapshotPart[] {
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
      return;
    }
    check(countHeld(this.#memory, cells[(depth - 1) % 2]), depth - 1, 2);
    check(await this.#rebuild(depth), depth, 2);
    // Restored last, because rebuilding clears the table of blocks that gain their first states.
    await saved.read('table');
  }
}

/**
 * The parts of a checkpoint, and the layers during which each part does not change.
 *
 * In the metric `single` a layer of depth d reads the cells of one colour and writes those of the other. A checkpoint of depth D
 * consists of
 *
 *     visited   of the colour that layer D read: its states up to depth D - 1
 *     table     of both colours, as layer D left it
 *
 * The visited bits of the other colour follow from the first by moves (rebuildColour of src/engines/boards/board-search.ts), so one
 * and a half bits per state suffice. The first part is unchanged only while layer D is searched. The table of a colour changes in the
 * layers that mark it, of depths 2 mod 4 and 3 mod 4. It is unchanged during the three layers between. With D = 0 mod 4, over the
 * layers
 *
 *     D-1   D   D+1   D+2
 *     ===========               table of the cells of even depths
 *           ===                 visited, of the cells of odd depths
 *           ===============     table of the cells of odd depths
 *
 * so that a checkpoint can be written while four layers are searched. In the metric `multi` both bits of every state may change in
 * every layer, and are written between layers.
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

/** Number of depths after which the layers of a colour mark its table again. */
const MARKING_PERIOD = 4;

/** Returns the parts of a checkpoint. @param depth of its last layer, at least 1 */
export function partsOf({ metric, table, cells }: SavedBits, depth: number): SnapshotPart[] {
  if (metric === 'multi') {
    return SAVED_BITSETS.map((file) => ({ file, rows: cells[0], from: depth + 1, until: depth + 1 }));
  }
  const visited: SnapshotPart = { file: 'visited', rows: cells[(depth - 1) % 2], from: depth, until: depth + 1 };
  if (!table) return [visited];
  return [visited, ...[0, 1].map((colour): SnapshotPart => tablePart(cells[colour], lastMarking(colour, depth)))];
}

function tablePart(cells: readonly number[], marking: number): SnapshotPart {
  return { file: 'table', rows: cells, from: marking + 1, until: marking + MARKING_PERIOD };
}

/** Returns the last layer up to a depth that marks the table of a colour; negative if there was none. */
function lastMarking(colour: number, depth: number): number {
  // Depths of -2 and -1 represent the beginning.
  return depth - ((depth + MARKING_PERIOD - 2 - colour) % MARKING_PERIOD);
}

/**
 * Returns the depth of a checkpoint that begins now and is written alongside the search.
 * @param next depth of the layer that is searched next
 * @returns undefined if the checkpoint should begin before a later layer
 */
export function depthToSave({ metric, table }: SavedBits, next: number): number | undefined {
  if (metric === 'multi') return next - 1;
  if (!table) return next;
  return (next + 1) % MARKING_PERIOD === 0 ? next + 1 : undefined;
}
