/** What two explorations must have alike. */

import { createHash } from 'node:crypto';
import type { Exploration } from '#src/runs/explore.js';

/** Histogram, antipodes, and a digest of the table's bits. */
export function resultOf({ board, histogram, antipodes, table }: Exploration) {
  const digest = createHash('sha256');
  for (let cell = 0; cell < board.cells; cell++) for (const piece of table?.bytes(cell) ?? []) digest.update(piece);
  return { histogram, antipodes, table: table === null ? null : digest.digest('hex') };
}
