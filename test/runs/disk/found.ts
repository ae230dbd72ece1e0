/** What an exploration found, to be compared. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Exploration } from '#src/runs/explore.js';

export interface Found {
  readonly histogram: readonly number[];
  readonly antipodes: readonly (readonly number[])[];
  /** Of the table's words. */
  readonly digest: string;
}

export function foundIn({ board, histogram, antipodes, table }: Exploration): Found {
  const hash = createHash('sha256');
  for (let cell = 0; cell < board.cells; cell++) for (const words of table?.bytes(cell) ?? []) hash.update(words);
  return { histogram, antipodes, digest: hash.digest('hex') };
}

/** @returns makes the names of folders that are not there yet, and that are removed with all in them after the tests */
export function newFolders(): () => string {
  const parent = mkdtempSync(join(tmpdir(), 'antipode-disk-'));
  let folders = 0;
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  return () => join(parent, `${folders++}`);
}
