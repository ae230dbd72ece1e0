/**
 * The states of a small layer as a list, to which several workers append. Each worker reserves a run of places at a time, and marks the
 * unused places of its last run as empty. A list that overflows is useless; the layer is then found by its codes.
 */

/** Number of places that a worker reserves at a time. */
export const PLACES_PER_RUN = 64;

/** List of state numbers, of 32 bits if they suffice. */
export type FrontierList = Uint32Array | Float64Array;

/** Marks a place without a state. Not a state number in either kind of list. */
export const EMPTY_32 = 0xffffffff;
export const EMPTY_64 = -1;

export function placeBytes(size: number): number {
  return size <= EMPTY_32 ? 4 : 8;
}

/**
 * Returns the maximum number of states of a layer that is listed: 1/256 of all. Finding that many by their codes takes about as long.
 */
export function listCapacity(size: number): number {
  const states = Math.max(16_384, size / 256);
  return PLACES_PER_RUN * Math.ceil(states / PLACES_PER_RUN);
}

export class ListWriter {
  /** Number of reserved places, in shared memory. */
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

  /** Marks the unused reserved places as empty. */
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
