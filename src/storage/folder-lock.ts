/**
 * A folder that one process works in at a time: a file in it says which.
 *
 * A process that was killed leaves the file behind. It is known by the processes' numbers, and on Linux by when the process
 * of that number began, because numbers are given again; so a lock that outlived its process stands in nobody's way.
 */

import { readFileSync, rmSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from './errors.js';

const NAME = 'lock';
/** Of two processes that find the same lock without an owner, the slower one may take away the lock of the other. */
const MILLISECONDS_TO_SETTLE = 100;
/** Field of /proc/<pid>/stat after the name in brackets: when the process began, in ticks since the machine started. */
const BEGAN_FIELD = 19;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly began: string;
}

export interface FolderLock {
  /** To be called when the work there is over; once the process ends, it is as if it had been. */
  release(): void;
}

/**
 * @param folder that exists
 * @throws StorageError where another process works there; the file system's error where the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, NAME);
  const owner: Owner = { pid: process.pid, host: hostname(), began: beganOf(process.pid) };
  const own = `${path}.${owner.pid}`;
  await writeFile(own, JSON.stringify(owner));
  try {
    for (;;) {
      if (await isLinked(own, path)) return { release: () => rmSync(path, { force: true }) };
      await removeStale(folder, path, owner);
      if (!(await isLinked(own, path))) continue;
      await wait(MILLISECONDS_TO_SETTLE);
      if (isSame(await ownerOf(path), owner)) return { release: () => rmSync(path, { force: true }) };
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Whether the file got a second name: two processes cannot both get it. */
async function isLinked(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(folder: string, path: string, self: Owner): Promise<void> {
  const owner = await ownerOf(path);
  if (owner !== undefined && isAlive(owner, self)) {
    throw new StorageError(
      `${folder} is in use by process ${owner.pid} on ${owner.host}: choose another folder, or wait for its end (if there is no such process, remove ${path})`,
    );
  }
  await rm(path, { force: true });
}

/** Undefined where the file is gone, or says nothing of an owner. */
async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    const { pid, host, began } = JSON.parse(await readFile(path, 'utf8')) as Partial<Owner>;
    if (!Number.isInteger(pid) || typeof host !== 'string' || typeof began !== 'string') return undefined;
    return { pid: pid as number, host, began };
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      error instanceof TypeError ||
      (error as NodeJS.ErrnoException).code === 'ENOENT'
    )
      return undefined;
    throw error;
  }
}

function isSame(one: Owner | undefined, other: Owner): boolean {
  return one?.pid === other.pid && one.host === other.host && one.began === other.began;
}

function isAlive(owner: Owner, self: Owner): boolean {
  // Of another machine nothing is known.
  if (owner.host !== self.host) return true;
  if (owner.pid === self.pid) return owner.began === self.began;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return owner.began === beganOf(owner.pid);
}

/** When a process began; empty where the system does not tell. */
function beganOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[BEGAN_FIELD] ?? '';
  } catch {
    return '';
  }
}
