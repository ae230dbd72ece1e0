/** MessagePack that any library reads: plain maps, and whole numbers as integers. */

import { Packr } from 'msgpackr/index-no-eval';

const packr = new Packr({ useRecords: false, int64AsType: 'number' });

/** @param value of maps, arrays, texts, numbers, booleans, null and Uint8Arrays */
export function packPlain(value: unknown): Buffer {
  return packr.pack(integers(value));
}

/** @throws Error if the bytes are not MessagePack */
export function unpackPlain(bytes: Uint8Array): unknown {
  return packr.unpack(bytes);
}

/** Above 2^32 msgpackr would write whole numbers as floating-point numbers; those beyond 2^53 are such. */
function integers(value: unknown): unknown {
  if (typeof value === 'number') return value > 0xffffffff && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(integers);
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, integers(part)]));
  }
  return value;
}
