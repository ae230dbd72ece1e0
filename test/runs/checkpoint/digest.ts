/** The results that two explorations must share. */

import { createHash } from 'node:crypto';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { boardOfSource } from '#src/spaces/board-facts.js';

/** Returns the histogram, the antipodes, and a digest of the table's bits. */
export function resultOf({ histogram, antipodes, source, table }: Exploration) {
  const digest = createHash('sha256');
  const sections = source.kind === 'board' ? boardOfSource(source).cells : 1;
  for (let section = 0; section < sections; section++) {
    for (const piece of table?.bytes(section) ?? []) digest.update(piece);
  }
  return { histogram, antipodes, table: table && { encoding: table.encoding, digest: digest.digest('hex') } };
}
