/** The files of explorations, among others, and their removal. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError, temporaryName } from '#src/files/files.js';
import { lockFolder } from '#src/files/folder-lock.js';
import { discardSavedRun } from '#src/runs/disk/run-folder.js';
import { ownBulkFiles, ownFiles, ownLayerFiles, ownManifests } from '#src/runs/disk/saved-run.js';
import { temporaryFolder } from '../../program/run.js';

function folderWith(names: readonly string[]): string {
  const folder = join(temporaryFolder(), 'saved');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

describe('the saved state of an exploration', () => {
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

test('the files of an exploration are distinguished from all others, which stay', async () => {
  const folder = temporaryFolder();
  const bulk = ['codes-4', 'frontier-4', 'table-2', 'table-2-10', 'visited-0-0', 'visited-13'];
  const claim = 'lock-claim-8a6e0796-8bb3-4fb4-9e0f-6d1f1a5b2c3d';
  const left = ['manifest', 'manifest-7', 'table-2-11', claim].map((name) =>
    basename(temporaryName(join(folder, name))),
  );
  const manifests = ['manifest', 'manifest-9', 'manifest-10'];
  const others = [
    'tables',
    'codes',
    'frontier',
    'visited-',
    'visited',
    'visited-0-0-0',
    'manifest-x',
    'my-table',
    '.notes.tmp',
    'lock-claims',
    'counts-x',
    '3x4.table',
  ];
  for (const name of [...bulk, claim, ...left, ...manifests, 'lock', ...others]) writeFileSync(join(folder, name), '');
  expect(await ownFiles(folder)).toEqual([...bulk, claim, ...left].sort());
  expect(await ownBulkFiles(folder)).toEqual(bulk);
  expect(ownManifests(folder)).toEqual(manifests);
  const layers = ['manifest-9', 'manifest-10', 'table-2-10', 'visited-0-0', left[1], left[2]];
  expect((await ownLayerFiles(folder)).sort()).toEqual(layers.sort());
  await discardSavedRun(folder);
  expect(readdirSync(folder).sort()).toEqual(others.sort());
});
