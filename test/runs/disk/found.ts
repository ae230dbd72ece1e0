/** What an exploration found, to be compared. */

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
  /** Of the table's words. */
  readonly digest: string;
}

export function foundIn(exploration: Exploration): Found {
  const { histogram, antipodes } = exploration;
  const hash = createHash('sha256');
  for (const words of tablePieces(exploration)) hash.update(words);
  return { histogram, antipodes, digest: hash.digest('hex') };
}

/** @returns makes the names of folders that are not there yet, and that are removed with all in them after the tests */
export function newFolders(): () => string {
  const parent = mkdtempSync(join(tmpdir(), 'antipode-disk-'));
  let folders = 0;
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  return () => join(parent, `${folders++}`);
}
