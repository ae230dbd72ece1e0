/**
 * Small files that are either whole and as they were written, or refused: what a checkpoint or a work folder says of itself.
 *
 *     8 bytes   what kind of file it is
 *     u32 LE    format version
 *     u32 LE    length of the contents
 *     contents  one MessagePack value
 *     u32 LE    CRC-32 of everything before it
 */

import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { StorageError } from './errors.js';
import { packPlain, unpackPlain } from './plain-messagepack.js';
import { writeWhole } from './whole-file.js';

/** The beginning of a kind of files. */
export interface Seal {
  /** 8 ASCII characters. */
  readonly magic: string;
  /** The version of the contents' format. */
  readonly version: number;
  /** Such a file in words: 'a checkpoint'. */
  readonly what: string;
}

const PREFIX_BYTES = 16;
const CHECKSUM_BYTES = 4;
/** Far more than any of them has. */
const MOST_BYTES = 2 ** 30;

/**
 * Writes a file so that, whatever happens meanwhile, there is afterwards either the one before or the new one.
 * @param contents of maps, arrays, texts, numbers, booleans, null and Uint8Arrays
 * @throws the file system's error
 */
export async function writeSealed(path: string, { magic, version }: Seal, contents: unknown): Promise<void> {
  const packed = packPlain(contents);
  const bytes = Buffer.alloc(PREFIX_BYTES + packed.length + CHECKSUM_BYTES);
  bytes.write(magic, 'latin1');
  bytes.writeUInt32LE(version, 8);
  bytes.writeUInt32LE(packed.length, 12);
  bytes.set(packed, PREFIX_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -CHECKSUM_BYTES)), bytes.length - CHECKSUM_BYTES);
  await writeWhole(path, (write) => write(bytes, 0));
}

/**
 * @returns the contents; undefined if there is no such file
 * @throws StorageError that names the file if it is none of this kind and version, or damaged, or cannot be read
 */
export async function readSealed(path: string, seal: Seal): Promise<unknown> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StorageError(`${path} cannot be read (${code})`);
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new StorageError(`${path} is no file, and should be ${seal.what}`);
    if (status.size > MOST_BYTES) throw new StorageError(`${path} is too long to be ${seal.what}`);
    return contentsOf(path, seal, await file.readFile());
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    await file.close();
  }
}

function contentsOf(path: string, { magic, version, what }: Seal, bytes: Buffer): unknown {
  const wrong = (detail: string) => new StorageError(`${path}: ${detail}`);
  if (bytes.toString('latin1', 0, 8) !== magic) throw wrong(`this is not ${what}: it does not begin with ${magic}`);
  if (bytes.length < PREFIX_BYTES + CHECKSUM_BYTES) throw wrong(`${what} is cut short after ${bytes.length} bytes`);
  const found = bytes.readUInt32LE(8);
  if (found !== version) {
    throw wrong(`${what} has format version ${found}, and this program reads version ${version}`);
  }
  const expected = PREFIX_BYTES + bytes.readUInt32LE(12) + CHECKSUM_BYTES;
  if (bytes.length !== expected) throw wrong(`${what} should have ${expected} bytes and has ${bytes.length}`);
  if (crc32(bytes.subarray(0, -CHECKSUM_BYTES)) !== bytes.readUInt32LE(bytes.length - CHECKSUM_BYTES)) {
    throw wrong(`${what} is damaged: its checksum does not fit`);
  }
  try {
    return unpackPlain(bytes.subarray(PREFIX_BYTES, -CHECKSUM_BYTES));
  } catch {
    throw wrong(`${what} is damaged: its contents cannot be read`);
  }
}
