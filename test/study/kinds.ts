/** Tables of any kind of space, for analyses and exports. */

import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import type { TableContents } from '#src/table/files/contents.js';
import { type BoardTableClaims, boardClaims } from '#src/table/files/header.js';
import { Table } from '#src/table/table.js';

export async function contentsOf(space: SpaceSource, engine?: 'general'): Promise<TableContents> {
  const { table } = await explore({ space, ...(engine && { engine }), threads: 1, antipodes: 0 });
  if (table === null) throw new Error('no table');
  return table;
}

export async function tableOf(space: SpaceSource, engine?: 'general'): Promise<Table> {
  return Table.of(await contentsOf(space, engine));
}

/** Returns the table of a board without its bytes, because analyses and exports enumerate its layers again. */
export function boardTableOf({ board, goalCell, metric, histogram }: BoardTableClaims): Promise<Table> {
  return Table.of({ ...boardClaims(board, goalCell, metric, histogram), bytes: () => [] });
}
