/** Files that exist either completely or not at all. */

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StorageError } from './errors.js';
import { syncFolder } from './folder.js';

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

async function writeAside(
  path: string,
  fill: Fill,
  place: (temporary: string, file: string) => Promise<void>,
): Promise<void> {
  const file = fileBehind(path);
  const temporary = temporaryName(file);
  // Created synchronously, before anything is awaited. With the asynchronous open, a signal might find nothing to remove yet, and the
  // open, which waits in another thread's queue while the program ends, would create the file after that.
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
