import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryName } from '#src/base/files.js';
import { ownBulkFiles, ownFiles, ownLayerFiles, ownManifests } from '#src/runs/exploration/saved-run.js';
import { temporaryFolder } from '../../program/run.js';

test('the files of an exploration are distinguished from all others', async () => {
  const folder = temporaryFolder();
  const bulk = ['codes-4', 'frontier-4', 'table-2', 'table-2-10', 'visited-0-0', 'visited-13'];
  const claim = 'lock-claim-8a6e0796-8bb3-4fb4-9e0f-6d1f1a5b2c3d';
  const left = ['manifest', 'manifest-7', 'table-2-11', claim].map((name) =>
    basename(temporaryName(join(folder, name))),
  );
  const manifests = ['manifest', 'manifest-9', 'manifest-10'];
  const others = [
    ...manifests,
    'lock',
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
  for (const name of [...bulk, claim, ...left, ...others]) writeFileSync(join(folder, name), '');
  expect(await ownFiles(folder)).toEqual([...bulk, claim, ...left].sort());
  expect(await ownBulkFiles(folder)).toEqual(bulk);
  expect(ownManifests(folder)).toEqual(manifests);
  const layers = ['manifest-9', 'manifest-10', 'table-2-10', 'visited-0-0', left[1], left[2]];
  expect((await ownLayerFiles(folder)).sort()).toEqual(layers.sort());
  expect(readdirSync(folder)).toHaveLength(bulk.length + 1 + left.length + others.length);
});
