/** Files and folders: their errors and the reasons as text, durable changes of folders, and files written as a whole. */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { type FileHandle, link, open, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Error of a file that cannot be written, or of an unfinished run's file that cannot be read or is damaged. The message names the file
 * and the fault.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for the file system',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EIO: 'the disk failed',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EPERM: 'the file system does not permit it',
  EMFILE: 'too many files are open',
};

/** Returns the reason of a file system's error as text. @throws any other error */
export function reasonOf(error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined) throw error;
  const reason = `${REASONS[code] ?? 'the file system refused it'} (${code})`;
  return path === undefined ? reason : `${basename(path)}: ${reason}`;
}

/**
 * Makes the creation, renaming and removal of entries in a folder durable across a power failure. If folders cannot be synced, as on
 * Windows or in a write-only folder, that is left to the file system.
 * @throws the file system's error
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a folder and its parents, if they do not exist. Does not use mkdir's recursive option, which never ends in /proc.
 * @throws the file system's error
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may create the folder at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Returns the bytes that this process can still write to the file system of a folder. @throws the file system's error */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/* Reads and writes that are repeated until all bytes are transferred. */

/**
 * Opens a file for reading.
 * @throws the file system's error, or one with the code ENOTFILE if the path is not a file
 */
export async function openForReading(path: string): Promise<{ readonly file: FileHandle; readonly bytes: number }> {
  // Opening a pipe would otherwise block until another process writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (status.isFile()) return { file, bytes: status.size };
    throw Object.assign(new Error(`${path} is not a file`), { code: 'ENOTFILE' });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Fills a buffer from an offset of a file. @returns the number of bytes read, which is less if the file ends before */
export async function readAt(file: FileHandle, target: Uint8Array, offset: number): Promise<number> {
  let done = 0;
  for (let read = -1; read !== 0 && done < target.length; done += read) {
    read = (await file.read(target, done, target.length - done, offset + done)).bytesRead;
  }
  return done;
}

/** Writes bytes at an offset of a file. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
  }
}

/* Files that exist either completely or not at all. */

/** Identifies the writer, because processes of several containers that share a folder may have the same number. */
const WRITER = `${process.pid}-${randomBytes(6).toString('hex')}`;

/** Maximum number of links that are followed, as in Linux. */
const MOST_LINKS = 40;
/** Folders whose entries are devices or descriptors of a process, even if they look like files. */
const NO_FILES = /^\/dev(?:\/fd)?$|^\/proc\/.*\bfd$/;

/**
 * Returns the file that is created or replaced by writing to a path. Links are followed and kept. The file need not exist.
 * @throws StorageError if the path is, or leads to, a device, a pipe, a socket or an open descriptor; the file system's error
 */
export function fileBehind(path: string): string {
  let file = path;
  for (let links = 0; links <= MOST_LINKS; links++) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    const isLink = found?.isSymbolicLink() === true;
    const folder = existsSync(dirname(file)) ? realpathSync(dirname(file)) : dirname(file);
    const isNoFile = found !== undefined && !(isLink || found.isFile() || found.isDirectory());
    if (isNoFile || NO_FILES.test(folder)) {
      throw new StorageError(`${path} ${links === 0 ? 'is' : 'leads to'} a device, a pipe, a socket or a descriptor`);
    }
    if (!isLink) return file;
    file = resolve(folder, readlinkSync(file));
  }
  throw new StorageError(`${path} leads through too many links`);
}

/** Returns true if two paths name the same file, and it exists. */
export function nameSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

/**
 * Returns the temporary name under which this process writes a file, in the folder that contains the file behind its links.
 * @throws the errors of fileBehind
 */
export function temporaryName(path: string): string {
  const file = fileBehind(path);
  return join(dirname(file), `.${basename(file)}.${WRITER}.tmp`);
}

/** Writes bytes at an offset of a file. */
type Fill = (write: (bytes: Uint8Array, offset: number) => Promise<void>) => Promise<void>;

/**
 * Writes a file completely or not at all. `fill` writes bytes at offsets of a temporary file, which is then synced and renamed to
 * `path`. After that the file survives a power failure. If the path is a link, the file behind it is replaced, and the link is kept.
 * @throws StorageError if the path leads to something other than a file; the file system's error, EEXIST if this process is writing the
 * same file already; whatever `fill` throws
 * @example
 * ```ts
 * import { writeWhole } from 'antipode';
 *
 * await writeWhole('depths.txt', (write) => write(Buffer.from('0 1 2'), 0));
 * ```
 */
export async function writeWhole(path: string, fill: Fill): Promise<void> {
  await writeAside(path, fill, rename);
}

/** As writeWhole, but keeps an existing file. */
export async function writeNew(path: string, fill: Fill): Promise<void> {
  await writeAside(path, fill, linkNew);
}

/** Gives a complete file its final name, and removes its temporary one. If another process was faster, its file is kept. */
export async function linkNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Another process may have removed it as a leftover.
  await rm(temporary, { force: true });
}

async function writeAside(path: string, fill: Fill, place: (temporary: string, file: string) => Promise<void>) {
  const file = fileBehind(path);
  const temporary = temporaryName(file);
  // Created synchronously, before anything is awaited. With the asynchronous open, a signal might find nothing to remove yet, and the
  // open, which waits in another thread's queue while the program ends, would create the file after that.
  closeSync(openSync(temporary, 'wx'));
  try {
    const handle = await open(temporary, 'r+');
    try {
      await fill((bytes, offset) => writeAt(handle, bytes, offset));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(temporary, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
