/** Why a file could not be read or written, in words. */

import { basename } from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file system takes no file so large',
  EROFS: 'the file system cannot be written',
  EACCES: 'permission denied',
  EIO: 'the disk failed',
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EPERM: 'the file system does not permit it',
  EMFILE: 'too many files are open',
};

/** Why the file system refused something. @throws what is no error of the file system */
export function reasonOf(error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined) throw error;
  const reason = `${REASONS[code] ?? 'the file system refused it'} (${code})`;
  return path === undefined ? reason : `${basename(path)}: ${reason}`;
}
