/** The numbers of the nodes that a search holds, and the growing arrays that describe them. */

import type { Limits } from '../question/limits.js';

/** A node's number: 0, 1, 2 ... in the order in which a search adds them. */
export type Node = number;

export const NO_NODE = -1;

/** Initial capacity of every list, in nodes. */
export const FIRST_CAPACITY = 1024;

/** Nodes that still have room when a list is to be enlarged: more than most steps of a search add. */
const RESERVE = 512;
/** Elements that are copied in one go: some 0.2 milliseconds. */
const PIECE = 1 << 16;

/**
 * The capacity of a list or a table. If it runs short, it is doubled at the search's next pause, a piece at a time: to copy millions of nodes in
 * one go would keep the event loop waiting. If it is used up before, it is doubled at once.
 */
export class Capacity {
  readonly #limits: Limits;
  readonly #enlarge: (nodes: number) => Iterable<void>;
  #nodes: number;
  #requested = false;

  /**
   * @param nodes initial capacity
   * @param enlarge moves the list to memory of another capacity, and yields after each piece of work
   */
  constructor(nodes: number, limits: Limits, enlarge: (nodes: number) => Iterable<void>) {
    this.#nodes = nodes;
    this.#limits = limits;
    this.#enlarge = enlarge;
  }

  /** Makes room for the node after this many. @throws LimitError */
  reserve(size: number): void {
    if (size + RESERVE >= this.#nodes) this.#requestOrEnlarge(size);
  }

  #requestOrEnlarge(size: number): void {
    if (size >= this.#nodes) {
      for (const _ of this.#enlarged());
    } else if (!this.#requested) {
      this.#requested = true;
      this.#limits.atNextPause(() => (this.#requested ? this.#enlarged() : []));
    }
  }

  *#enlarged(): Generator<void, void> {
    yield* this.#enlarge(2 * this.#nodes);
    this.#nodes *= 2;
    this.#requested = false;
  }
}

/** Returns a longer copy of an array, and releases the memory of the array. Yields after each piece. @throws LimitError */
export function* grown<Numbers extends Uint8Array | Uint16Array | Int32Array | Float64Array>(
  numbers: Numbers,
  length: number,
  limits: Limits,
): Generator<void, Numbers> {
  const longer = limits.allocate(
    length * numbers.BYTES_PER_ELEMENT,
    () => new (numbers.constructor as new (length: number) => Numbers)(length),
  );
  for (let begin = 0; begin < numbers.length; begin += PIECE) {
    longer.set(numbers.subarray(begin, begin + PIECE), begin);
    yield;
  }
  limits.release(numbers.byteLength);
  return longer;
}
