/** Bytes of files: numbers in little-endian order, texts of one byte a character, and sealed values. */

import { Packr } from 'msgpackr/index-no-eval';
import { crc32 } from '#machine/files.js';

/** Returns parts one behind another. */
export function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  copyParts(parts, bytes);
  return bytes;
}

/** Copies parts, one after the other, until the target is full. */
export function copyParts(parts: Iterable<Uint8Array>, target: Uint8Array): void {
  let end = 0;
  for (const part of parts) {
    target.set(part.subarray(0, target.length - end), end);
    end += part.length;
    if (end >= target.length) return;
  }
}

const encoder = new TextEncoder();

/** Returns a text in UTF-8. Most are short and of ASCII, for which the encoder would take several times as long. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return encoder.encode(text);
    bytes[index] = code;
  }
  return bytes;
}

/** Returns bytes, at most some thousand, as a text of as many characters. */
export function latin1(bytes: Uint8Array): string {
  // Spreading the bytes would take five times as long.
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

/** Returns a view of bytes that reads and writes numbers. */
export function numbersIn({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/*
 * Values as bytes that are read only if they are complete and unchanged: a value of MessagePack between a prefix that names its kind, and a
 * checksum.
 *
 *     8 bytes   kind
 *     u32 LE    format version
 *     u32 LE    length of the contents
 *     contents  one MessagePack value
 *     u32 LE    CRC-32 of everything before it
 */

/** Bytes before the contents, and after them. */
export const PREFIX_BYTES = 16;
export const CHECKSUM_BYTES = 4;

/** Returns a value as sealed bytes. @param magic 8 ASCII characters @param version of the contents' format @param contents as of packPlain */
export function sealed(
  { magic, version }: { magic: string; version: number },
  contents: unknown,
): Uint8Array<ArrayBuffer> {
  const packed = packPlain(contents);
  const bytes = new Uint8Array(PREFIX_BYTES + packed.length + CHECKSUM_BYTES);
  const numbers = numbersIn(bytes);
  bytes.set(bytesOf(magic));
  numbers.setUint32(8, version, true);
  numbers.setUint32(12, packed.length, true);
  bytes.set(packed, PREFIX_BYTES);
  numbers.setUint32(PREFIX_BYTES + packed.length, crc32(bytes.subarray(0, -CHECKSUM_BYTES)), true);
  return bytes;
}

/* MessagePack that any library can read: plain maps, and whole numbers as integers. */

const packr = new Packr({ useRecords: false, int64AsType: 'number' });

/** Packs a value. @param value of maps, arrays, texts, numbers, booleans, null and Uint8Arrays */
export function packPlain(value: unknown): Uint8Array {
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
