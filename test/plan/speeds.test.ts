import { chmodSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { StorageError } from '#src/base/files.js';
import { explore } from '#src/runs/explore.js';
import { measureFolder, measureProcessors } from '#src/runs/measured-speeds.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { temporaryFolder } from '../program/run.js';
import { FULL } from '../suite.js';

test.runIf(FULL)('a folder is measured in about two seconds, and no file stays in it', async () => {
  const folder = temporaryFolder();
  const begin = performance.now();
  const measuring = measureFolder(folder, 64e6);
  // No file is visible during the measurement, because it has no name.
  const names = new Set<string>();
  const watch = setInterval(() => {
    for (const name of readdirSync(folder)) names.add(name);
  }, 10);
  const speed = await measuring;
  clearInterval(watch);
  expect((performance.now() - begin) / 1000).toBeLessThan(20);
  expect(readdirSync(folder)).toEqual([]);
  if (process.platform === 'linux') expect([...names].length).toBeLessThan(2);
  expect(speed?.bytesReadPerSecond).toBeGreaterThan(1e6);
  expect(speed?.bytesWrittenPerSecond).toBeGreaterThan(1e6);
});

test('a folder without enough space is not measured, and an error names a folder that cannot be written', async () => {
  const folder = temporaryFolder();
  expect(await measureFolder(folder, 1e6)).toBeUndefined();
  await expect(measureFolder(`${folder}/nowhere`)).rejects.toThrow(StorageError);
  await expect(measureFolder(`${folder}/nowhere`)).rejects.toThrow(`${folder}/nowhere cannot be`);
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  await expect(measureFolder(folder)).rejects.toThrow(`${folder} cannot be written`);
});

test.runIf(FULL)('processors are measured as fast as they explore 3x4', async () => {
  const threads = 2;
  const { bytesMovedPerSecond, bytesCheckedPerSecond } = await measureProcessors(parseBoard('3x5'), threads);
  const { seconds } = await explore({ space: '3x4', threads, table: false });
  // A full layer moves 1,870 blocks of 24,192 bytes, and all of 3x4 is the work of some 32 of them.
  const expected = seconds / ((32 * 1870 * 24_192) / bytesMovedPerSecond);
  expect(expected).toBeGreaterThan(0.3);
  expect(expected).toBeLessThan(10);
  expect(bytesCheckedPerSecond).toBeGreaterThan(50e6);
});
