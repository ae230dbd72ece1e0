/** Tables in files, for tests of the server. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import type { Metric } from '#src/spaces/board/board.js';
import type { Position } from '#src/spaces/board/position.js';
import { saveTable } from '#src/table/files/save.js';
import { exploreBoard } from '../board-exploration.js';

/** A folder of tables. */
export class TableFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'antipode-serve-'));

  /** @returns the path of the table */
  async board(
    board: string,
    { metric = 'single', name = board, goal }: { metric?: Metric; name?: string; goal?: Position } = {},
  ): Promise<string> {
    const { table } = await exploreBoard({ board, goal, metric, antipodes: 0, threads: 1 });
    if (table === null) throw new Error('no table');
    const path = join(this.path, `${name}.table`);
    await saveTable(table, path);
    return path;
  }

  /** @returns the path of the table */
  async space(space: SpaceSource, name: string): Promise<string> {
    const { table } = await explore({ space, antipodes: 0, threads: 1 });
    if (table === null) throw new Error('no table');
    const path = join(this.path, `${name}.table`);
    await saveTable(table, path);
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
