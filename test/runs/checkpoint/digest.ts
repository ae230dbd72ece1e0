/** The results that two explorations must share. */

import { createHash } from 'node:crypto';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { tablePieces } from '../../board-exploration.js';

/** Returns the histogram, the antipodes, and a digest of the table's bits. */
export function resultOf(exploration: Exploration) {
  const { histogram, antipodes, table } = exploration;
  const digest = createHash('sha256');
  for (const piece of tablePieces(exploration)) digest.update(piece);
  return { histogram, antipodes, table: table === null ? null : digest.digest('hex') };
}
