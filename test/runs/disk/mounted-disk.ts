/** Small file systems in memory. */

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Mounts one in a folder that is made. @returns whether it is there now */
export function mounts(folder: string, megabytes: number): boolean {
  mkdirSync(folder);
  const words = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  return process.platform === 'linux' && spawnSync('mount', words).status === 0;
}
