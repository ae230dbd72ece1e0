/** The bits of a board as checkpoints save them: the padded blocks of each blank cell, in order; and the parts of a checkpoint. */

import { setProgress } from '../batches.js';
import { blockSnapshot, type Snapshot, type SnapshotPart } from '../snapshot.js';
import { blockAddress, bytesOfCell } from './board-plan.js';
import { countHeld, type SharedBoard } from './memory.js';

/** @param rebuild restores the states of the last layer's cells, see BoardSearch.rebuildColour */
export function boardSnapshot(board: SharedBoard, rebuild: (depth: number) => Promise<number>): Snapshot {
  const { memories, layout, marks, cells } = board;
  const { blocks, blocksPerShard, visited, table, sweeps } = layout;
  const file = (name: string, bitset: number) => ({
    name,
    blockBytes: bytesOfCell({ ...blocks, count: 1 }),
    address: (cell: number) => blockAddress(layout, bitset, cell, 0),
    textOf: (cell: number) => `blank cell ${cell}, `,
  });
  const gain = (cell: number, first: number, end: number) => {
    marks.gained.fill(1, cell * blocks.count + first, cell * blocks.count + end);
  };
  const held = {
    ...{ memories, blocks: blocks.count, blocksPerShard },
    unit: 'blocks',
    blockFiles: [{ ...file('visited', visited), restored: gain }, file('table', table)],
    isHeld: (block: number, cell: number) => marks.held[cell * blocks.count + block] > 0,
  };
  return blockSnapshot(held, {
    parts: (depth) => partsOf(board, depth),
    async restore(histogram, saved) {
      const depth = histogram.length - 1;
      const check = (found: number, last: number, step: number) => {
        let expected = 0;
        for (let layer = last; layer >= 0; layer -= step) expected += histogram[layer];
        saved.checkStates('visited', expected, found);
      };
      await saved.read('visited');
      if (sweeps !== null) {
        await saved.read('table');
        check(countHeld(board, cells[0]), depth, 1);
      } else {
        check(countHeld(board, cells[(depth - 1) % 2]), depth - 1, 2);
        check(await rebuild(depth), depth, 2);
        // Restored last, because rebuilding clears the table of blocks that gain their first states.
        await saved.read('table');
      }
      setProgress(board, depth, 0);
    },
  });
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

/** Returns the parts of a checkpoint. @param depth of its last layer, at least 1 */
function partsOf({ layout: { table, sweeps }, cells }: SharedBoard, depth: number): SnapshotPart[] {
  if (sweeps !== null) return ['visited', 'table'].map((file) => ({ file, rows: cells[0] }));
  const visited: SnapshotPart = { file: 'visited', rows: cells[(depth - 1) % 2] };
  return table === 0 ? [visited] : [visited, { file: 'table', rows: cells[0] }, { file: 'table', rows: cells[1] }];
}
