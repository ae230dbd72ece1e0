/** Files that are there whole or not at all. */

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StorageError } from './errors.js';
import { syncFolder } from './folder.js';

/** Who writes: processes of several containers that share a folder may have the same number. */
const WRITER = `${process.pid}-${randomBytes(6).toString('hex')}`;

/** Links that lead to links: Linux follows as many. */
const MOST_LINKS = 40;
/** Folders whose entries are devices, or descriptors of a process, even if these look like files. */
const NO_FILES = /^\/dev(?:\/fd)?$|^\/proc\/.*\bfd$/;

/**
 * Returns the file that is written, or replaced, if a path is written to: links are followed, and stay. It need not exist.
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
  throw new StorageError(`${path} leads from link to link, and to no file`);
}

/**
 * Returns the name under which this process writes a file until it is complete, in the folder of the file behind its links.
 * @throws as fileBehind
 */
export function temporaryName(path: string): string {
  const file = fileBehind(path);
  return join(dirname(file), `.${basename(file)}.${WRITER}.tmp`);
}

/** Puts bytes at their places in a file. */
type Fill = (write: (bytes: Uint8Array, offset: number) => Promise<void>) => Promise<void>;

/**
 * Writes a file whole or not at all: `fill` writes bytes at offsets of a temporary file, which is then synced and
 * renamed to `path`; when this ends it is there after a power failure too. If the path is a link, the file behind it is replaced,
 * and the link stays.
 * @throws StorageError if the path leads to something other than a file; the file system's error, EEXIST if this process is
 * writing the same file already; what fill throws
 */
export async function writeWhole(path: string, fill: Fill): Promise<void> {
  await writeAside(path, fill, rename);
}

/** As writeWhole, but a file that is there already stays as it is. */
export async function writeNew(path: string, fill: Fill): Promise<void> {
  await writeAside(path, fill, linkNew);
}

/** Gives a complete file its name, and takes its temporary one away. If another process was faster, its file stays. */
export async function linkNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Others may have taken it for one that was left behind.
  await rm(temporary, { force: true });
}

async function writeAside(
  path: string,
  fill: Fill,
  place: (temporary: string, file: string) => Promise<void>,
): Promise<void> {
  const file = fileBehind(path);
  const temporary = temporaryName(file);
  // Made before anything is awaited. Were it made by the asynchronous open, a signal might find nothing to remove yet, and the
  // open, which waits in another thread's queue while the program ends, would make the file after that.
  closeSync(openSync(temporary, 'wx'));
  try {
    const handle = await open(temporary, 'r+');
    try {
      await fill(async (bytes, offset) => {
        let done = 0;
        while (done < bytes.length) {
          done += (await handle.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
        }
      });
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
