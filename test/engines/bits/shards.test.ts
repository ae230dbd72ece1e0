import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compileKernel } from '#src/base/memory.js';
import { blocksOf, layOut } from '#src/engines/boards/board-plan.js';
import { cellsAtDepth } from '#src/engines/boards/board-search.js';
import { advanceBatch } from '#src/engines/boards/layers.js';
import { allocate, tableWords } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, stateOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { rows } from '../../suite.js';

/** Explores a board on this thread, with its bitsets in memories of limited size. */
async function exploredIn(name: string, metric: Metric, largestShard?: number) {
  const board = parseBoard(name);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  const start = stateOf(geometry, goal, goal);
  const { layout, constants } = layOut(
    geometry,
    blocksOf(geometry),
    { metric, table: true, fresh: false },
    1,
    largestShard,
  );
  const exploration = allocate(layout, constants, compileKernel('layers'), start);
  const cells = [cellsAtDepth(board, metric, start.cell, 0), cellsAtDepth(board, metric, start.cell, 1)] as const;
  const batch = {
    depth: 1,
    lastDepth: Number.POSITIVE_INFINITY,
    cells,
    claimWholeBlocks: true,
    seconds: Number.POSITIVE_INFINITY,
    workers: 1,
    spin: false,
  };
  const request = { most: 0 };
  const layers = await advanceBatch(
    { exploration, batch, request },
    (of, keeping, depth) => new KeptStates(of, keeping, depth),
  );
  const table = createHash('sha256');
  for (let cell = 0; cell < board.cells; cell++) for (const words of tableWords(exploration, cell)) table.update(words);
  const histogram = [1, ...layers.map(({ fresh }) => fresh)].filter((count) => count > 0);
  return { shards: layout.shards, histogram, table: table.digest('hex') };
}

describe('a board with bitsets in several memories', () => {
  test.each(
    rows(
      [
        ['3x4', 'single', 9_800_000],
        ['3x4', 'multi', 9_800_000],
        ['4x3', 'multi', 9_800_000],
        ['.#../..../..../#..#', 'single', 9_800_000],
        ['.#../..../..../#..#', 'multi', 9_800_000],
      ] as const,
      [0],
    ),
  )('%s, metric %s, has the same layers and the same table as in one', async (name, metric, largestShard) => {
    const together = await exploredIn(name, metric);
    const apart = await exploredIn(name, metric, largestShard);
    expect(together.shards).toBe(1);
    expect(apart.shards).toBeGreaterThan(3);
    expect({ ...apart, shards: 1 }).toEqual(together);
  });
});
