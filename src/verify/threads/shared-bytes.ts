import { bytesText } from '../../base/text/numbers.js';

/** Allocates memory that threads share. @throws Error if the machine refuses it */
export function newSharedBytes(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Error(`the machine refused ${bytesText(bytes)} of memory: ${cause.message}`, { cause });
  }
}
