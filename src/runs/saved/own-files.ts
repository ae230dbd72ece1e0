/** The names of the files that an unfinished exploration has in its folder, wherever its bitsets lie. */

import { readdir } from 'node:fs/promises';

/** The bitsets of a checkpoint's generation; bitsets, journal and progress of a work folder. */
const BULK = /^(visited|table)(-\d+)?$|^(progress|journal)$/;
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
