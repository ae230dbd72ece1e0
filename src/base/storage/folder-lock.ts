/**
 * A folder that one process works in at a time: a file `lock` in it says which.
 *
 * A process that was killed leaves the file behind. It is known by the processes' numbers, and on Linux by when the process
 * of that number began, because numbers are given again; so a lock that outlived its process stands in nobody's way.
 *
 * Whoever wants the lock first puts a *claim* into the folder, a file of its own name, and gets the lock by giving the claim
 * the second name `lock`, which only one can do. Of several processes that find a lock that nobody has any more, a slow one may
 * take the lock of a faster one away in place of it. So a lock counts when all other claims have gone that were there, and it
 * is one's own still: later claims find it, with an owner that is alive, and leave it alone.
 */

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from './errors.js';
import { reasonOf } from './failure.js';
import { isAlive, type ProcessOwner, parseOwner, thisProcess } from './process-owner.js';
import { writeWhole } from './whole-file.js';

const NAME = 'lock';
const CLAIM = `${NAME}-claim-`;
const MILLISECONDS_BETWEEN = 5;
/** Others need some milliseconds; who needs longer is stopped, or on another machine and gone. */
const LONGEST_WAIT_MILLISECONDS = 5000;

export interface FolderLock {
  /** To be called when the work there is over; once the process ends, it is as if it had been. Throws no file system's error. */
  release(): void;
}

/**
 * @param folder that exists
 * @throws StorageError if another process works there, or this one does already; the file system's error if the folder
 * cannot be written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, NAME);
  const owner = thisProcess();
  const claim = join(folder, `${CLAIM}${randomUUID()}`);
  await writeWhole(claim, (write) => write(Buffer.from(JSON.stringify(owner)), 0));
  try {
    for (;;) {
      if ((await isLinked(claim, path)) && (await outlastsOthers(folder, claim, path, owner))) {
        return { release: () => release(path) };
      }
      await removeStale(folder, path, owner);
    }
  } finally {
    await rm(claim, { force: true });
  }
}

function release(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    // A lock that cannot be removed is harmless: nobody takes it for one any more once this process has ended, and what was done
    // in the folder shall not be lost for it. What is no error of the file system is thrown.
    reasonOf(error);
  }
}

/** Returns whether the claim got the lock's name: two claims cannot both get it. */
async function isLinked(claim: string, path: string): Promise<boolean> {
  try {
    await link(claim, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Waits until the claims that might take the lock away have gone. @returns whether they have not */
async function outlastsOthers(folder: string, claim: string, path: string, self: ProcessOwner): Promise<boolean> {
  const end = performance.now() + LONGEST_WAIT_MILLISECONDS;
  while (await isSameFile(claim, path)) {
    const other = await otherClaim(folder, claim, self);
    // Asked again: the last one may have taken it before it went.
    if (other === undefined) return isSameFile(claim, path);
    if (performance.now() > end) {
      rmSync(path, { force: true });
      throw inUse(folder, other.owner, other.path);
    }
    await wait(MILLISECONDS_BETWEEN);
  }
  return false;
}

async function otherClaim(
  folder: string,
  claim: string,
  self: ProcessOwner,
): Promise<{ readonly path: string; readonly owner: ProcessOwner } | undefined> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(CLAIM) || path === claim) continue;
    const owner = await ownerOf(path);
    if (owner !== undefined && isAlive(owner, self)) return { path, owner };
    await rm(path, { force: true });
  }
  return undefined;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(identity));
  return first !== undefined && first === second;
}

/** Returns undefined if there is no such file. */
async function identity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function removeStale(folder: string, path: string, self: ProcessOwner): Promise<void> {
  const owner = await ownerOf(path);
  if (owner !== undefined && isAlive(owner, self)) throw inUse(folder, owner, path);
  await rm(path, { force: true });
}

function inUse(folder: string, { pid, host }: ProcessOwner, path: string): StorageError {
  return new StorageError(
    `${folder} is in use by process ${pid} on ${host}: choose another folder, or wait for its end (if there is no such process, remove ${path})`,
  );
}

/** Returns undefined if the file is gone, or names no owner. */
async function ownerOf(path: string): Promise<ProcessOwner | undefined> {
  try {
    return parseOwner(await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StorageError(`${path} cannot be read (${code})`);
  }
}
