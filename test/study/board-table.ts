/** Tables of boards without their bytes, because analyses and exports of a board's table enumerate its layers again. */

import { type BoardTableHeader, boardTableHeader } from '#src/table/header.js';
import { Table } from '#src/table/table.js';

export function boardTableOf({ board, goalCell, metric, histogram }: BoardTableHeader): Promise<Table> {
  return Table.of({ ...boardTableHeader(board, goalCell, metric, histogram), bytes: () => [] });
}
