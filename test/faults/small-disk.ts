/**
 * A file system of a few bytes: a tmpfs in a separate mount namespace. It needs no privileges if the kernel gives users namespaces,
 * leaves the machine unchanged, and disappears with its process.
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** True if this machine can mount it. */
export const CAN_MOUNT = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

/** Part of the name of a skipped test. */
export const LEFT_OUT = CAN_MOUNT ? '' : ' (left out: nothing can be mounted here)';

/** True if this process can mount a disk without a namespace, which a folder with a lock needs: its path is resolved. */
export const CAN_MOUNT_HERE =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

/** Part of the name of a skipped test. */
export const NOT_MOUNTED_HERE = CAN_MOUNT_HERE ? '' : ' (left out: only root on Linux can mount a disk that fills up)';

/** Mounts a disk until the end of the test. @returns its path */
export function mountedDisk(bytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmdirSync(folder);
  });
  return folder;
}

export interface SmallDisk {
  /** Path of the disk through the process that has mounted it. */
  readonly path: string;
  /** Makes the disk read-only. */
  makeReadOnly(): Promise<void>;
}

/** Mounts a disk until the end of the test. @param bytes capacity, a multiple of 4096 */
export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-disk-'));
  const script = `mount -t tmpfs -o size=${bytes} none "$0" && echo done && read line && mount -o remount,ro "$0" && echo done && read line`;
  const child = spawn('unshare', ['-rm', 'sh', '-c', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.stdin.destroy();
    await ended;
    rmdirSync(folder);
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const isDone = async () => {
    if ((await lines.next()).value !== 'done') throw new Error('the disk could not be mounted');
  };
  await isDone();
  return {
    path: `/proc/${child.pid}/root${folder}`,
    makeReadOnly() {
      child.stdin.write('\n');
      return isDone();
    },
  };
}
