/** The names of the files that an unfinished exploration has in its folder, wherever its bitsets lie. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a checkpoint's generation; bitsets, journal and progress of a work folder. */
const BULK = /^(visited|table|codes|frontier)-\d+$|^(visited|table|progress|journal)$/;
/** Files that a process leaves behind if it is killed: unfinished ones, and its side of the lock. */
const LEFT_BEHIND = /^\.(manifest|progress|lock-claim-[\da-f-]+)\.[\da-f-]+\.tmp$|^lock-claim-[\da-f-]+$/;

/** Files beside the manifest and the lock, ascending by name. @throws the file system's error */
export async function ownFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name) || LEFT_BEHIND.test(name)).sort();
}

/**
 * Those of them that only an exploration leaves: not what a process left behind that was killed while it took the lock or
 * wrote its first manifest.
 * @throws the file system's error
 */
export async function ownBulkFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name)).sort();
}

/**
 * Returns whether a run has begun in a folder, or was killed there, before it wrote a manifest.
 * @param folder that has no manifest
 */
export async function isBegun(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  return existsSync(join(folder, 'lock')) || (await ownFiles(folder)).length > 0;
}
