import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/base/files.js';
import { lockFolder } from '#src/base/folder-lock.js';
import { discardSavedRun } from '#src/runs/exploration/run-folder.js';
import { temporaryFolder } from '../../program/run.js';

/** Files of runs in memory and on disk, and leftovers of killed processes. */
const OWN = [
  'manifest',
  'lock',
  'lock-claim-4711-0123456789ab',
  '.manifest.4711-0123456789ab.tmp',
  'visited-12',
  'table-12',
  'codes-12',
  'frontier-12',
  'manifest-12',
  'visited-3-12',
  'table-3-11',
  '.visited-3-13.4711-0123456789ab.tmp',
];

function folderWith(names: readonly string[]): string {
  const folder = join(temporaryFolder(), 'saved');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

describe('the saved state of an exploration', () => {
  test('is removed with its folder', async () => {
    const folder = folderWith(OWN);
    await discardSavedRun(folder);
    expect(existsSync(folder)).toBe(false);
  });

  test('is removed, and other files stay', async () => {
    const others = ['3x4.table', 'manifest.txt', 'notes', 'table-of-mine', 'visited-1.bak'];
    const folder = folderWith([...OWN, ...others]);
    await discardSavedRun(folder);
    expect(readdirSync(folder).sort()).toEqual(others);
  });

  test('stays while another process uses the folder', async () => {
    const folder = folderWith(['manifest', 'visited-1']);
    const lock = await lockFolder(folder);
    await expect(discardSavedRun(folder)).rejects.toBeInstanceOf(StorageError);
    expect(readdirSync(folder).sort()).toEqual(['lock', 'manifest', 'visited-1']);
    lock.release();
    await discardSavedRun(folder);
    expect(existsSync(folder)).toBe(false);
  });

  test('that is gone is left alone, and one that cannot be removed is named', async () => {
    const folder = folderWith(['manifest', 'visited-1']);
    const file = join(folder, 'manifest');
    await expect(discardSavedRun(file)).rejects.toThrow(
      new RegExp(
        `^the files in ${file} could not be removed: [^\\n]*: a part of its path is not a folder \\(ENOTDIR\\)$`,
      ),
    );
    await discardSavedRun(join(folder, 'nothing'));
    expect(readdirSync(folder).sort()).toEqual(['manifest', 'visited-1']);
  });
});
