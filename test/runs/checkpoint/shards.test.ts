import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpointWriter } from '#src/runs/disk/checkpointed-run.js';
import type { SavedRun } from '#src/runs/disk/saved-run.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardFacts } from '#src/spaces/board-facts.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL } from '../../suite.js';
import { advance, contentsOf, memoryOf, restored, snapshotOf } from './restored.js';

/** Bytes of a memory, so small that a board of 12 cells needs several. */
const SMALL = 9_800_000;
const SMALLER = 7_000_000;

test.runIf(FULL).each([
  ['3x4', 'single', true, 26],
  ['3x4', 'multi', true, 17],
] as const)(
  '%s, metric %s, table %s, saved at depth %i from several memories can be restored in any others',
  async (name, metric, table, depth) => {
    const folder = temporaryFolder();
    const board = parseBoard(name);
    const run = { board, goal: orderedPosition(board), metric: metric as Metric, table };
    const memory = memoryOf(run, true, SMALL);
    const snapshot = snapshotOf(memory);
    expect(memory.layout.shards).toBeGreaterThan(3);
    const histogram = [1, ...(await advance(memory, 1, depth))];
    const { sections } = await checkpointWriter(snapshot)(folder, 7, depth);
    const expected = contentsOf(run, memory);
    const nextLayer = await advance(memory, depth + 1, depth + 1);
    const saved: SavedRun = {
      table,
      store: 'memory',
      engine: 'boards',
      facts: boardFacts(geometryOf(board), run.goal, run.metric),
      antipodes: 0,
      output: null,
      histogram,
      first: [],
      seconds: 0,
      details: { generation: 7, sections },
    };
    expect(existsSync(join(folder, 'visited-7'))).toBe(true);
    for (const largest of [undefined, SMALL, SMALLER]) {
      const again = await restored(saved, folder, largest);
      expect(contentsOf(run, again)).toBe(expected);
      // The next layer is the same too.
      if (largest === SMALLER) {
        expect(again.layout.shards).toBeGreaterThan(memory.layout.shards);
        expect(await advance(again, depth + 1, depth + 1)).toEqual(nextLayer);
      }
    }
  },
);
