/** Arrays in memory that threads share. */

import { bytesText } from '../../base/text/numbers.js';
import { MemoryError } from '../../runs/errors.js';

/**
 * An array of zeros; its pages are touched when they are written.
 * @param Kind such as Int32Array
 * @param bytes a multiple of its elements'
 * @throws MemoryError where the machine refuses, or this Node has no such long arrays: Node 20 ends at 2^32 elements
 */
export function sharedArray<SharedArray>(
  Kind: new (buffer: SharedArrayBuffer) => SharedArray,
  bytes: number,
): SharedArray {
  try {
    return new Kind(new SharedArrayBuffer(bytes));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError(`the machine refused an array of ${bytesText(bytes)}: ${message}`, { cause });
  }
}
