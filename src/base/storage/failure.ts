/** Reasons why a file could not be read or written, as texts. */

import { basename } from 'node:path';

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
