/** The numbers of the nodes that a search holds, and the arrays that describe them. */

import type { Limits } from '../question/limits.js';

/** A node's number: 0, 1, 2 ... in the order in which a search adds them. */
export type Node = number;

export const NO_NODE = -1;

/** Initial capacity of every list, in nodes. */
export const FIRST_CAPACITY = 1024;

/** Returns a longer copy of an array, and releases the memory of the array. @throws LimitError */
export function grown<Numbers extends Uint8Array | Uint16Array | Int32Array | Float64Array>(
  numbers: Numbers,
  length: number,
  limits: Limits,
): Numbers {
  const longer = limits.allocate(
    length * numbers.BYTES_PER_ELEMENT,
    () => new (numbers.constructor as new (length: number) => Numbers)(length),
  );
  longer.set(numbers);
  limits.release(numbers.byteLength);
  return longer;
}
