import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DirectFile, PAGE_BYTES } from '#src/files/direct-file.js';
import { temporaryFolder } from '../program/run.js';

/** Returns bytes that begin at a page, in shared memory. */
function pages(count: number, fill = 0): Uint8Array {
  const size = Math.ceil((count * PAGE_BYTES) / 65536);
  const { buffer } = new WebAssembly.Memory({ initial: size, maximum: size, shared: true });
  return new Uint8Array(buffer, 0, count * PAGE_BYTES).fill(fill);
}

function folderInMemory(): string {
  const folder = mkdtempSync('/dev/shm/antipode-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const PLACES: readonly (readonly [string, () => string])[] = [
  ['past the cache, if the file system can do that', temporaryFolder],
  ...(existsSync('/dev/shm') ? [['on a file system in memory', folderInMemory] as const] : []),
];

describe.each(PLACES)('a file %s', (_, folder) => {
  test('holds the bytes written at each offset, and zeros between them', async () => {
    const path = join(folder(), 'file');
    const file = await DirectFile.open(path, 'create');
    await file.write(pages(2, 7), 5 * PAGE_BYTES);
    await file.write(pages(1, 9), PAGE_BYTES);
    await file.sync();
    expect(await file.size()).toBe(7 * PAGE_BYTES);
    const target = pages(7, 255);
    expect(await file.read(target, 0)).toBe(target.length);
    const found = Array.from(
      { length: 7 },
      (__, page) => new Set(target.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)),
    );
    expect(found).toEqual([0, 9, 0, 0, 0, 7, 7].map((value) => new Set([value])));
    await file.close();
    expect(readFileSync(path).length).toBe(7 * PAGE_BYTES);
  });

  test('gives the available bytes if more are requested', async () => {
    const file = await DirectFile.open(join(folder(), 'file'), 'create');
    await file.write(pages(3, 5), 0);
    const target = pages(8, 255);
    expect(await file.read(target, PAGE_BYTES)).toBe(2 * PAGE_BYTES);
    expect(target.subarray(0, 2 * PAGE_BYTES).every((byte) => byte === 5)).toBe(true);
    expect(await file.read(target, 3 * PAGE_BYTES)).toBe(0);
    expect(await file.read(target, 99 * PAGE_BYTES)).toBe(0);
    // The file ends within a page.
    await file.truncate(PAGE_BYTES + 10);
    expect(await file.read(target, 0)).toBe(PAGE_BYTES + 10);
    expect(await file.size()).toBe(PAGE_BYTES + 10);
    await file.truncate(4 * PAGE_BYTES);
    expect(await file.read(target, PAGE_BYTES)).toBe(3 * PAGE_BYTES);
    expect(target.subarray(10, 3 * PAGE_BYTES).every((byte) => byte === 0)).toBe(true);
    await file.close();
  });

  test('is emptied or only read, depending on the mode', async () => {
    const path = join(folder(), 'file');
    const created = await DirectFile.open(path, 'create');
    await created.write(pages(2, 1), 0);
    await created.close();
    const opened = await DirectFile.open(path, 'read');
    await expect(opened.write(pages(1, 3), 0)).rejects.toThrow('EBADF');
    await opened.close();
    const emptied = await DirectFile.open(path, 'create');
    await emptied.close();
    expect(statSync(path).size).toBe(0);
    await expect(DirectFile.open(`${path}-2`, 'read')).rejects.toThrow('ENOENT');
    expect(existsSync(`${path}-2`)).toBe(false);
  });

  test('supports parallel reads and writes', async () => {
    const file = await DirectFile.open(join(folder(), 'file'), 'create');
    await Promise.all(Array.from({ length: 32 }, (__, k) => file.write(pages(16, k + 1), 16 * k * PAGE_BYTES)));
    const targets = Array.from({ length: 32 }, () => pages(16));
    await Promise.all(targets.map((target, k) => file.read(target, 16 * k * PAGE_BYTES)));
    for (const [k, target] of targets.entries()) expect(target.every((byte) => byte === k + 1)).toBe(true);
    await file.close();
  });
});

test('refuses partial pages instead of transferring them wrongly', async () => {
  const file = await DirectFile.open(join(temporaryFolder(), 'file'), 'create');
  await file.write(pages(4, 1), 0);
  const memory = pages(4, 2);
  const tries = [
    [memory.subarray(0, 100), 0],
    [memory.subarray(1, PAGE_BYTES + 1), 0],
    [memory.subarray(0, PAGE_BYTES), 100],
  ] as const;
  for (const [bytes, offset] of tries) {
    // Some file systems support such transfers; the result is then correct.
    const done = await file.write(bytes, offset).then(
      () => true,
      (error) => error.code,
    );
    expect(['EINVAL', true]).toContain(done);
    const target = pages(4);
    expect(await file.read(target, 0)).toBe(target.length);
    expect(target.filter((byte) => byte === 2)).toHaveLength(done === true ? bytes.length : 0);
    await file.write(pages(4, 1), 0);
  }
  await file.close();
});
