/** Tables in files, and estimates, for tests of the server. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { saveTable } from '#src/files/save-table.js';
import { explore } from '#src/runs/explore.js';
import type { EstimatesAnswer } from '#src/serve/answers.js';
import type { SpaceSource } from '#src/space/space.js';
import type { Metric } from '#src/spaces/board/board.js';
import type { Position } from '#src/spaces/board/position.js';
import type { TableContents } from '#src/table/contents.js';
import { exploreBoard } from '../board-exploration.js';

/** Explored tables by their spaces: a space is explored once for all tests of a file. */
const explored = new Map<string, TableContents | null>();

/** A folder of tables. */
export class TableFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'antipode-serve-'));

  /** @returns the path of the table */
  async board(
    board: string,
    { metric = 'single', name = board, goal }: { metric?: Metric; name?: string; goal?: Position } = {},
  ): Promise<string> {
    return this.#save(name, [board, metric, goal], () =>
      exploreBoard({ board, goal, metric, antipodes: 0, threads: 1 }),
    );
  }

  /** @returns the path of the table */
  async space(space: SpaceSource, name: string): Promise<string> {
    return this.#save(name, space, () => explore({ space, antipodes: 0, threads: 1 }));
  }

  async #save(name: string, space: unknown, explore: () => Promise<{ table: TableContents | null }>): Promise<string> {
    const key = JSON.stringify(space);
    if (!explored.has(key)) explored.set(key, (await explore()).table);
    const path = join(this.path, `${name}.table`);
    await saveTable(explored.get(key) as TableContents, path);
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Repeats the request until no estimate is missing: pattern databases may have to be built first. */
export async function wholeEstimates(ask: () => Promise<EstimatesAnswer>): Promise<EstimatesAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.estimates.every(({ value }) => value !== null)) return answer;
    await setTimeout(20);
  }
}
