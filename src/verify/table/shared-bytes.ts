/** Memory that threads share. */

import { bytesText } from '../../base/text/numbers.js';

/** @throws Error in words of ours where the machine refuses */
export function newSharedBytes(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Error(`the machine refused ${bytesText(bytes)} of memory: ${cause.message}`, { cause });
  }
}
