/** Tables of any kind of space, each explored once. */

import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import type { TableContents } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';

/** Returns a source by the name of its space. */
export function knownSource(space: string, start?: string): SpaceSource {
  return { kind: 'known', space, ...(start !== undefined && { start }) };
}

/** Returns the source of a board. @param cell the goal's blank, by default on the last cell */
export function sourceOfBoard(name: string, cell?: number, metric: Metric = 'single'): SpaceSource {
  const board = parseBoard(name);
  return boardSource(board, orderedPosition(board, cell), metric);
}

const explored = new Map<string, Promise<TableContents>>();

/** Explores a space. @param engine chosen by the space if it is not given */
export function contentsOf(space: SpaceSource, engine?: 'general'): Promise<TableContents> {
  const key = JSON.stringify([space, engine]);
  const contents =
    explored.get(key) ??
    explore({ space, ...(engine && { engine }), threads: 1, antipodes: 0 }).then(({ table }) => {
      if (table === null) throw new Error('no table');
      return table;
    });
  explored.set(key, contents);
  return contents;
}

export async function tableOf(space: SpaceSource, engine?: 'general'): Promise<Table> {
  return Table.of(await contentsOf(space, engine));
}
