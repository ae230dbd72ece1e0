/** Paths that lead to links, pipes, sockets, devices and descriptors instead of plain files. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileBehind, StorageError, temporaryName, writeWhole } from '#src/files/files.js';
import { temporaryFolder } from '../program/run.js';

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

function write(path: string, text: string): Promise<void> {
  return writeWhole(path, (writeAt) => writeAt(Buffer.from(text), 0));
}

describe.skipIf(process.platform === 'win32')('a file is written through', () => {
  test.each([
    ['a link', ['file']],
    ['a link to a link', ['second', 'file']],
    ['a relative link through a folder', ['folder/../file']],
  ])('%s, which stays', async (_, targets) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'file'), 'before');
    for (const [index, target] of targets.entries()) {
      symlinkSync(target, join(folder, index === 0 ? 'link' : targets[index - 1]));
    }
    await write(join(folder, 'link'), 'after');
    expect(readlinkSync(join(folder, 'link'))).toBe(targets[0]);
    expect(lstatSync(join(folder, 'file')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('after');
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('a link into another folder, where its temporary file is created too', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'other'));
    symlinkSync(join(folder, 'other', 'file'), join(folder, 'link'));
    await writeWhole(join(folder, 'link'), async (writeAt) => {
      await writeAt(Buffer.from('new'), 0);
      expect(readdirSync(folder).sort()).toEqual(['link', 'other']);
      expect(readdirSync(join(folder, 'other'))).toEqual([expect.stringMatching(/^\.file\..*\.tmp$/)]);
    });
    expect(readlinkSync(join(folder, 'link'))).toBe(join(folder, 'other', 'file'));
    expect(readFileSync(join(folder, 'other', 'file'), 'utf8')).toBe('new');
  });

  test('a link to a folder on its path', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'alias'));
    await write(join(folder, 'alias', 'file'), 'new');
    expect(readFileSync(join(folder, 'real', 'file'), 'utf8')).toBe('new');
  });
});

describe.skipIf(process.platform === 'win32')('nothing is written to', () => {
  /** Expects that writing to a path, and to a link to it, is refused and changes nothing. */
  async function expectRefused(path: string): Promise<void> {
    const folder = temporaryFolder();
    symlinkSync(path, join(folder, 'link'));
    symlinkSync('link', join(folder, 'second'));
    const before = lstatSync(path);
    for (const name of [path, join(folder, 'link'), join(folder, 'second')]) {
      await expect(write(name, 'lost')).rejects.toThrow(StorageError);
      expect(() => fileBehind(name)).toThrow(
        new StorageError(`${name} ${name === path ? 'is' : 'leads to'} a device, a pipe, a socket or a descriptor`),
      );
    }
    expect(readdirSync(folder).sort()).toEqual(['link', 'second']);
    expect(lstatSync(path)).toMatchObject({ ino: before.ino, mode: before.mode });
  }

  test('a named pipe', async () => {
    const path = join(temporaryFolder(), 'pipe');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    await expectRefused(path);
  });

  test('a socket', async () => {
    const path = join(temporaryFolder(), 'socket');
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    await expectRefused(path);
  });

  test('a device', () => expectRefused('/dev/null'));

  // Only checked: without the rule, a write would replace the machine's own links.
  test.runIf(process.platform === 'linux')('a descriptor, even of a file', () => {
    const folder = temporaryFolder();
    symlinkSync('/dev/stdout', join(folder, 'link'));
    for (const path of [
      '/dev/stdout',
      '/dev/fd/1',
      '/proc/self/fd/1',
      '/proc/thread-self/fd/0',
      join(folder, 'link'),
    ]) {
      expect(() => fileBehind(path)).toThrow(/ a device, a pipe, a socket or a descriptor$/);
    }
    expect(fileBehind('/dev/shm/file')).toBe('/dev/shm/file');
  });

  test('links in a circle', async () => {
    const folder = temporaryFolder();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    await expect(write(join(folder, 'a'), 'lost')).rejects.toThrow(
      new StorageError(`${join(folder, 'a')} leads through too many links`),
    );
  });
});
