import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryName, writeWhole } from '#src/base/files.js';
import { temporaryFolder } from '../../program/run.js';

test('a file is written at any offsets, and appears when it is complete', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'file');
  await writeWhole(path, async (write) => {
    await write(Buffer.from('end'), 10);
    await write(Buffer.from('begin'), 0);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([temporaryName(path)]);
  });
  expect(readdirSync(folder)).toEqual(['file']);
  expect(readFileSync(path, 'latin1')).toBe('begin\0\0\0\0\0end');
});

test('if writing fails, only the previous file is left', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'file');
  writeFileSync(path, 'before');
  const failing = writeWhole(path, async (write) => {
    await write(Buffer.from('after'), 0);
    throw new Error('the tap ran dry');
  });
  await expect(failing).rejects.toThrow('the tap ran dry');
  expect(readdirSync(folder)).toEqual(['file']);
  expect(readFileSync(path, 'latin1')).toBe('before');
});

test('if the path is a folder, nothing is left behind', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'file', 'inside'), { recursive: true });
  await expect(writeWhole(join(folder, 'file'), (write) => write(Buffer.from('x'), 0))).rejects.toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['file']);
});
