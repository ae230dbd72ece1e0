/** The results of an exploration, for comparison. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { tablePieces } from '../../board-exploration.js';

export interface Found {
  readonly histogram: readonly number[];
  readonly antipodes: readonly string[];
  /** Digest of the table's words. */
  readonly digest: string;
}

export function foundIn(exploration: Exploration): Found {
  const { histogram, antipodes } = exploration;
  const hash = createHash('sha256');
  for (const words of tablePieces(exploration)) hash.update(words);
  return { histogram, antipodes, digest: hash.digest('hex') };
}

/** Returns a function for paths of new folders, which are removed with their contents after the tests. */
export function newFolders(): () => string {
  const parent = mkdtempSync(join(tmpdir(), 'antipode-disk-'));
  let folders = 0;
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  return () => join(parent, `${folders++}`);
}
