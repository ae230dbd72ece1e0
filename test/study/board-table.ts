/** Tables of boards without their bytes, because analyses and exports of a board's table enumerate its layers again. */

import { type BoardTableClaims, boardClaims } from '#src/table/files/header.js';
import { Table } from '#src/table/table.js';

export function boardTableOf({ board, goalCell, metric, histogram }: BoardTableClaims): Promise<Table> {
  return Table.of({ ...boardClaims(board, goalCell, metric, histogram), bytes: () => [] });
}
