/**
 * The source from which the next layer is found, chosen when the layer before it is complete.
 *
 * From the frontier: every unreached neighbour of the last layer's states belongs to the next layer. A small frontier is a list; a
 * large one is found by its codes. If moves can be undone, the reverse works too: an unreached state belongs to the next layer if one
 * of its neighbours belongs to the last one. That is less work if fewer states are left than the frontier has. Puzzles have most of
 * their states in the last two or three layers, so it pays there.
 */

import type { SpaceOutline } from '../../space/space.js';

/** Expands the listed states of the frontier. */
export const FROM_LIST = 0;
/** Expands the states of the frontier, which are found by their codes. */
export const FROM_CODES = 1;
/** Tests the states that have not been reached. */
export const FROM_REST = 2;

/** Indices of the shared numbers. */
const WAY = 0;
const LIST = 1;
const PLACES = 2;
const REACHED = 3;
const FIELDS = 4;

/**
 * Cost of testing an unreached state, in units of expanding a state of the frontier. It is less than 1: nothing is claimed, one
 * neighbour in the last layer is enough, and results are written in order. Measured with 40 neighbours per state: 260 ns a state
 * against 440 to 530 ns, of which the space itself took 90 ns.
 */
const COST_OF_REST = 0.5;
/** Number of neighbours that are found in the time of scanning the codes of a word. */
const NEIGHBOURS_PER_WORD = 0.2;

/** Properties of a space that determine its plans. */
export type PlannedSpace = Pick<SpaceOutline, 'size' | 'reversible' | 'moves'>;

/** The plan in shared memory. All workers read it during a layer, and one of them writes it between layers. */
export class Plan {
  readonly numbers: Float64Array;

  constructor(numbers: Float64Array = new Float64Array(new SharedArrayBuffer(8 * FIELDS))) {
    this.numbers = numbers;
  }

  get way(): number {
    return this.numbers[WAY];
  }

  /** Number of the frontier's list, 0 or 1. The states found are listed in the other one. */
  get list(): number {
    return this.numbers[LIST];
  }

  /** Number of used places of the frontier's list, some of which are empty. */
  get places(): number {
    return this.numbers[PLACES];
  }

  /** Returns true if the frontier is in its list. @param size of the space */
  isListed(size: number): boolean {
    return this.places <= listCapacity(size);
  }

  /**
   * Plans the first layer of a search.
   * @param histogram of the layers found so far
   * @param places number of used places in the last layer's list; undefined if it is not listed
   */
  begin(histogram: readonly number[], places: number | undefined, space: PlannedSpace): void {
    const fresh = histogram[histogram.length - 1];
    this.numbers[REACHED] = histogram.reduce((sum, count) => sum + count, 0) - fresh;
    this.next(fresh, places ?? listCapacity(space.size) + 1, space);
  }

  /**
   * Plans the layer after a complete one.
   * @param fresh number of its states
   * @param places number of reserved places of its list; more than its capacity if it has overflowed
   */
  next(fresh: number, places: number, space: PlannedSpace): void {
    const { numbers } = this;
    numbers[LIST] = 1 - numbers[LIST];
    numbers[PLACES] = places;
    numbers[REACHED] += fresh;
    numbers[WAY] = searchWay(fresh, space.size - numbers[REACHED], this.isListed(space.size), space);
  }
}

function searchWay(frontier: number, rest: number, listed: boolean, { size, reversible, moves }: PlannedSpace): number {
  const looking = (size / 16) * NEIGHBOURS_PER_WORD;
  const fromFrontier = frontier * moves.length + (listed ? 0 : looking);
  if (reversible && COST_OF_REST * rest * moves.length + looking < fromFrontier) return FROM_REST;
  return listed ? FROM_LIST : FROM_CODES;
}

/*
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

/** Returns the bytes of a state number in a list. */
export function numberBytes(size: number): number {
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
