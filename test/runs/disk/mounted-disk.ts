/** Small file systems in memory. */

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Mounts a file system in a new folder. @returns true if it is mounted */
export function mounts(folder: string, megabytes: number): boolean {
  mkdirSync(folder);
  const words = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  return process.platform === 'linux' && spawnSync('mount', words).status === 0;
}
