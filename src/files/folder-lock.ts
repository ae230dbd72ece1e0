/**
 * A lock by which only one process at a time uses a folder: a file `lock` in the folder identifies the process.
 *
 * A process that is killed leaves its file behind. The file is recognized as stale by the process's number, and on Linux by the
 * process's start time, because numbers are reused. So a lock that has outlived its process blocks nobody.
 *
 * A process that wants the lock first creates a *claim* in the folder, a file with a unique name. It gets the lock by giving the claim
 * the second name `lock`, which only one process can do. If several processes find a stale lock, a slow one may remove the lock of a
 * faster one instead. So a lock is valid only after all other claims that existed are gone, if it still belongs to its process. Later
 * claims find it with a live owner, and leave it alone.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { link, readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nameSameFile, reasonOf, StorageError, writeWhole } from './files.js';

const NAME = 'lock';
const CLAIM = `${NAME}-claim-`;
const MILLISECONDS_BETWEEN = 5;
/**
 * Maximum milliseconds to wait for other claims, which take a few. A longer one is from a stopped process, or from a dead one on
 * another machine.
 */
const LONGEST_WAIT_MILLISECONDS = 5000;

/** A locked folder. The end of the process releases the lock too. Errors of the file system are ignored. */
export type FolderLock = { release(): void };

/**
 * Locks a folder.
 * @param folder an existing folder
 * @throws StorageError if another process, or this one, uses the folder already; the file system's error if the folder cannot be
 * written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, NAME);
  const owner = thisProcess();
  const claim = join(folder, `${CLAIM}${randomUUID()}`);
  await writeWhole(claim, (write) => write(Buffer.from(JSON.stringify(owner)), 0));
  try {
    for (;;) {
      if ((await isLinked(claim, path)) && (await outlastsOthers(folder, claim, path, owner))) {
        const { ino } = await stat(path);
        return { release: () => release(path, ino) };
      }
      const other = await liveOwner(path, owner);
      if (other !== undefined) throw inUse(folder, other, path);
    }
  } finally {
    await rm(claim, { force: true });
  }
}

/** @param ino inode of the lock, by which another process's lock is recognized if the folder was exchanged meanwhile */
function release(path: string, ino: number): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
  } catch (error) {
    // A lock that cannot be removed is harmless, because it is stale as soon as this process ends. The work that was done
    // in the folder must not fail for it. Other errors than the file system's are thrown.
    reasonOf(error);
  }
}

/** Gives a claim the lock's name, which only one claim can have. @returns true if the claim got it */
async function isLinked(claim: string, path: string): Promise<boolean> {
  try {
    await link(claim, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Waits until the claims that might remove the lock are gone. @returns true if the lock still belongs to this claim */
async function outlastsOthers(folder: string, claim: string, path: string, self: ProcessOwner): Promise<boolean> {
  const end = performance.now() + LONGEST_WAIT_MILLISECONDS;
  while (nameSameFile(claim, path)) {
    const other = await otherClaim(folder, claim, self);
    // Checked again, because the last other claim may have removed the lock.
    if (other === undefined) return nameSameFile(claim, path);
    if (performance.now() > end) {
      rmSync(path, { force: true });
      throw inUse(folder, other.owner, other.path);
    }
    await wait(MILLISECONDS_BETWEEN);
  }
  return false;
}

async function otherClaim(folder: string, claim: string, self: ProcessOwner) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(CLAIM) || path === claim) continue;
    const owner = await liveOwner(path, self);
    if (owner !== undefined) return { path, owner };
  }
  return undefined;
}

function inUse(folder: string, { pid, host }: ProcessOwner, path: string): StorageError {
  return new StorageError(
    `${folder} is in use by process ${pid} on ${host}: choose another folder, or wait until it ends (if there is no such process, remove ${path})`,
  );
}

/** Returns the process of a lock or a claim. If it has ended, or the file has no owner, removes the file and returns undefined. */
async function liveOwner(path: string, self: ProcessOwner): Promise<ProcessOwner | undefined> {
  let text = '';
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new StorageError(`${path} cannot be read (${code})`);
  }
  const owner = parseOwner(text);
  if (owner !== undefined && isAlive(owner, self)) return owner;
  await rm(path, { force: true });
  return undefined;
}

/* Processes that hold something, and the check that they still run. */

/** Index of a field of /proc/<pid>/stat after the name in brackets: start time of the process, in ticks since the machine started. */
const BEGAN_FIELD = 19;

/** A process on some machine. It `began` at a time in ticks since its machine started; empty if that is unknown. */
type ProcessOwner = { readonly pid: number; readonly host: string; readonly began: string };

/** Returns this process. */
export function thisProcess(): ProcessOwner {
  return { pid: process.pid, host: hostname(), began: beganOf(process.pid) };
}

/** Parses a process; returns undefined if the text is not one. */
export function parseOwner(text: string): ProcessOwner | undefined {
  try {
    const { pid, host, began } = JSON.parse(text) as Partial<ProcessOwner>;
    // Numbers from 1 are processes; others refer to groups of processes.
    if (!Number.isSafeInteger(pid) || Number(pid) < 1) return undefined;
    if (typeof host !== 'string' || typeof began !== 'string') return undefined;
    return { pid: Number(pid), host, began };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns true if a process runs, as far as this process can see. */
export function isAlive(owner: ProcessOwner, self: ProcessOwner): boolean {
  // Processes on another machine cannot be checked.
  if (owner.host !== self.host) return true;
  if (owner.pid === self.pid) return owner.began === self.began;
  // Read first: if the process exists afterwards, its start time was hidden.
  const began = beganOf(owner.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // /proc may hide the start time of another user's process (hidepid). Then only its number is known.
  return began === '' || began === owner.began;
}

/** Returns the start time of a process in ticks; an empty text if it is unknown. */
function beganOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[BEGAN_FIELD] ?? '';
  } catch {
    // Only Linux has this file.
    return '';
  }
}
