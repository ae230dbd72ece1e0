/** MessagePack that any library can read: plain maps, and whole numbers as integers. */

import { Packr } from 'msgpackr/index-no-eval';

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
