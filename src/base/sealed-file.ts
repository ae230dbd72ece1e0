/**
 * Small files that are read only if they are complete and unchanged, such as manifests of checkpoints and work folders.
 *
 *     8 bytes   kind of the file
 *     u32 LE    format version
 *     u32 LE    length of the contents
 *     contents  one MessagePack value
 *     u32 LE    CRC-32 of everything before it
 */

import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { Packr } from 'msgpackr/index-no-eval';
import { openForReading, readAt, StorageError, writeWhole } from './files.js';

/** The identification of a kind of file. */
export interface Seal {
  /** 8 ASCII characters. */
  readonly magic: string;
  /** Version of the contents' format. */
  readonly version: number;
  /** Name of the kind for messages, such as 'a checkpoint'. */
  readonly what: string;
}

const PREFIX_BYTES = 16;
const CHECKSUM_BYTES = 4;
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

/** Returns the bytes of a sealed file. @param contents as of writeSealed */
export function sealed({ magic, version }: Omit<Seal, 'what'>, contents: unknown): Buffer {
  const packed = packPlain(contents);
  const bytes = Buffer.alloc(PREFIX_BYTES + packed.length + CHECKSUM_BYTES);
  bytes.write(magic, 'latin1');
  bytes.writeUInt32LE(version, 8);
  bytes.writeUInt32LE(packed.length, 12);
  bytes.set(packed, PREFIX_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -CHECKSUM_BYTES)), bytes.length - CHECKSUM_BYTES);
  return bytes;
}

/** The contents of sealed bytes, and the length of their file. */
interface SealedContents {
  readonly contents: unknown;
  readonly length: number;
}

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

/* MessagePack that any library can read: plain maps, and whole numbers as integers. */

const packr = new Packr({ useRecords: false, int64AsType: 'number' });

/** Packs a value. @param value of maps, arrays, texts, numbers, booleans, null and Uint8Arrays */
export function packPlain(value: unknown): Buffer {
  return packr.pack(integers(value));
}

/** Unpacks a value. @throws Error if the bytes are not MessagePack */
export function unpackPlain(bytes: Uint8Array): unknown {
  return packr.unpack(bytes);
}

/** Converts whole numbers from 2^32 to 2^53, which msgpackr would write as floating-point numbers. */
function integers(value: unknown): unknown {
  if (typeof value === 'number') return value > 0xffffffff && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(integers);
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, integers(part)]));
  }
  return value;
}
