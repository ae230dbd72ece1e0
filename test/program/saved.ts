/** Folders of unfinished explorations, as far as options are compared with them. */

import { mkdirSync } from 'node:fs';
import { type SavedRun, writeSavedRun } from '#src/runs/disk/saved-run.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardFacts } from '#src/spaces/board-facts.js';

/** Creates the folder of a run. @param facts of the space, or the text of a board @param run other contents of its manifest */
export async function saveRun(folder: string, facts: SavedRun['facts'] | string, run: Partial<SavedRun> = {}) {
  const board = typeof facts === 'string' ? parseBoard(facts) : undefined;
  mkdirSync(folder);
  await writeSavedRun(folder, {
    store: 'memory',
    engine: 'boards',
    facts:
      board === undefined
        ? (facts as SavedRun['facts'])
        : boardFacts(geometryOf(board), orderedPosition(board), 'single'),
    table: true,
    antipodes: 20,
    output: null,
    histogram: [1, 2],
    first: [],
    seconds: 0.5,
    details: { generation: 0, sections: [] },
    ...run,
  });
}
