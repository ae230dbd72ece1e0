/** Small files of sealed bytes, such as manifests of checkpoints and work folders. */

import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { CHECKSUM_BYTES, PREFIX_BYTES, sealed, unpackPlain } from '../base/bytes.js';
import { openForReading, readAt, StorageError, writeWhole } from './files.js';

/**
 * The identification of a kind of file: 8 ASCII characters, the version of the contents' format, and the name of the kind for messages,
 * such as 'a checkpoint'.
 */
export type Seal = { readonly magic: string; readonly version: number; readonly what: string };

/** Maximum bytes: far more than any sealed file has. */
const MOST_BYTES = 2 ** 30;

/**
 * Writes a file so that, after any failure, either the previous or the new file exists.
 * @param contents of maps, arrays, texts, numbers, booleans, null and Uint8Arrays
 * @param write writeNew to keep an existing file
 * @throws the file system's error
 */
export async function writeSealed(path: string, seal: Seal, contents: unknown, write = writeWhole): Promise<void> {
  const bytes = sealed(seal, contents);
  await write(path, (put) => put(bytes, 0));
}

/** The contents of sealed bytes, and the length of their file. */
type SealedContents = { readonly contents: unknown; readonly length: number };

/**
 * Reads a sealed file, or sealed bytes at the beginning of a file.
 * @param most maximum number of sealed bytes if others follow; by default the whole file is sealed
 * @returns undefined if the file does not exist
 * @throws StorageError that names the file if it is of another kind or version, or damaged, or cannot be read
 */
export async function readSealed(path: string, seal: Seal, most?: number): Promise<SealedContents | undefined> {
  let file: FileHandle | undefined;
  try {
    const { file: opened, bytes: length } = await openForReading(path);
    file = opened;
    if (most === undefined && length > MOST_BYTES) throw new StorageError(`${path} is too long to be ${seal.what}`);
    const bytes = Buffer.alloc(Math.min(most ?? length, length));
    const end = await readAt(file, bytes, 0);
    return { contents: contentsOf(path, seal, bytes.subarray(0, end), most !== undefined), length };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (file === undefined && code === 'ENOENT') return undefined;
    if (error instanceof StorageError) throw error;
    if (code === 'ENOTFILE') throw new StorageError(`${path} is not a file, but should be ${seal.what}`);
    throw new StorageError(`${path} cannot be read (${code})`);
  } finally {
    await file?.close();
  }
}

/** @param goesOn true if other bytes may follow the sealed ones */
function contentsOf(path: string, { magic, version, what }: Seal, read: Buffer, goesOn: boolean): unknown {
  const wrong = (detail: string) => new StorageError(`${path}: ${detail}`);
  if (read.toString('latin1', 0, 8) !== magic) throw wrong(`this is not ${what}: it does not begin with ${magic}`);
  if (read.length < PREFIX_BYTES + CHECKSUM_BYTES) throw wrong(`${what} is truncated after ${read.length} bytes`);
  const found = read.readUInt32LE(8);
  if (found !== version) {
    throw wrong(`${what} has format version ${found}, but this program reads version ${version}`);
  }
  const expected = PREFIX_BYTES + read.readUInt32LE(12) + CHECKSUM_BYTES;
  const bytes = goesOn ? read.subarray(0, expected) : read;
  if (bytes.length !== expected) throw wrong(`${what} should have ${expected} bytes, but has ${bytes.length}`);
  if (crc32(bytes.subarray(0, -CHECKSUM_BYTES)) !== bytes.readUInt32LE(expected - CHECKSUM_BYTES)) {
    throw wrong(`${what} is damaged: its checksum does not match`);
  }
  try {
    return unpackPlain(bytes.subarray(PREFIX_BYTES, -CHECKSUM_BYTES));
  } catch {
    throw wrong(`${what} is damaged: its contents cannot be read`);
  }
}
