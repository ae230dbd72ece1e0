/**
 * The states of a small layer, listed. Several workers append to a list: each reserves a run of places at a time, and what it leaves
 * over of its last run is marked as empty. A list that overflows is of no use; the layer is then found in the codes.
 */

/** Places that a worker reserves at a time. */
export const PLACES_PER_RUN = 64;

/** Numbers of 32 bits if they suffice. */
export type FrontierList = Uint32Array | Float64Array;

/** A place without a state; not a state in either kind of list. */
export const EMPTY_32 = 0xffffffff;
export const EMPTY_64 = -1;

export function placeBytes(size: number): number {
  return size <= EMPTY_32 ? 4 : 8;
}

/** Layers of no more states than this are listed: 1/256 of all, because finding them in the codes takes about as long. */
export function listCapacity(size: number): number {
  const states = Math.max(16_384, size / 256);
  return PLACES_PER_RUN * Math.ceil(states / PLACES_PER_RUN);
}

export class ListWriter {
  /** How many places are reserved: a number in shared memory. */
  readonly #reserved: Int32Array;
  readonly #empty: number;
  #list: FrontierList;
  #at = 0;
  #end = 0;
  #overflowed = false;

  constructor(list: FrontierList, reserved: Int32Array) {
    this.#list = list;
    this.#reserved = reserved;
    this.#empty = list instanceof Uint32Array ? EMPTY_32 : EMPTY_64;
  }

  begin(list: FrontierList): void {
    this.#list = list;
    this.#at = 0;
    this.#end = 0;
    this.#overflowed = false;
  }

  append(state: number): void {
    if (this.#at === this.#end && !this.#reserve()) return;
    this.#list[this.#at++] = state;
  }

  /** Marks the reserved places that were not needed. */
  end(): void {
    while (this.#at < this.#end) this.#list[this.#at++] = this.#empty;
  }

  #reserve(): boolean {
    if (this.#overflowed) return false;
    const begin = Atomics.add(this.#reserved, 0, PLACES_PER_RUN);
    this.#overflowed = begin >= this.#list.length;
    if (this.#overflowed) return false;
    this.#at = begin;
    this.#end = begin + PLACES_PER_RUN;
    return true;
  }
}
