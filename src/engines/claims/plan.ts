/**
 * What the next layer is found from, decided when the one before is complete.
 *
 * From the frontier: every neighbour of the last layer's states that is not reached yet belongs to the next one. A small frontier is
 * a list, a large one is found by its codes. If moves can be undone, the other side serves too: a state that is not reached
 * belongs to the next layer if one of its neighbours belongs to the last one. That is less work if fewer states are left than the
 * frontier has: in the last two or three layers of puzzles, which have most of their states there.
 */

import type { SpaceOutline } from '../../space/facts.js';
import { listCapacity } from './frontier-list.js';

/** From the listed states of the frontier. */
export const FROM_LIST = 0;
/** From the states of the frontier, found by their codes. */
export const FROM_CODES = 1;
/** From the states that are not reached. */
export const FROM_REST = 2;

/** Places in the shared numbers. */
const DEPTH = 0;
const WAY = 1;
const LIST = 2;
const PLACES = 3;
const FRONTIER = 4;
const REACHED = 5;
const FIELDS = 6;

/**
 * What it costs to look at a state that is not reached, in units of expanding a state of the frontier. Less than 1, because
 * nothing is claimed, one neighbour of the last layer is enough, and what is found is written in order: 260 ns a state against 440 to
 * 530 measured with 40 neighbours a state, of which the space itself took 90.
 */
const COST_OF_REST = 0.5;
/** Neighbours that are found in the time that it takes to look through the codes of a word. */
const NEIGHBOURS_PER_WORD = 0.2;

/**
 * Layers of fewer neighbours are found by one worker, in about 200 microseconds: waiting for each other takes 10 to 50, and much
 * longer if processors are busy with something else. So twenty thousand layers of one state take a tenth of a second.
 */
export const NEIGHBOURS_FOR_ONE = 16_384;

/** What a space has to do with the decision. */
export interface PlannedSpace {
  readonly size: number;
  readonly reversible: boolean;
  /** Number of its moves. */
  readonly moves: number;
  /** States that a list can hold. */
  readonly capacity: number;
}

/** Returns the properties of a space that its plans depend on. */
export function plannedSpace({
  size,
  reversible,
  moves,
}: Pick<SpaceOutline, 'size' | 'reversible' | 'moves'>): PlannedSpace {
  return { size, reversible, moves: moves.length, capacity: listCapacity(size) };
}

/** In shared memory: read by all workers in a layer, and written by one between two layers. */
export class Plan {
  readonly numbers: Float64Array;

  constructor(numbers: Float64Array = new Float64Array(new SharedArrayBuffer(8 * FIELDS))) {
    this.numbers = numbers;
  }

  /** The depth of the layer that is to be found. */
  get depth(): number {
    return this.numbers[DEPTH];
  }

  get way(): number {
    return this.numbers[WAY];
  }

  /** Which list is the frontier's, 0 or 1; what is found is listed in the other one. */
  get list(): number {
    return this.numbers[LIST];
  }

  /** Places of the frontier's list that are in use; some of them are empty. */
  get places(): number {
    return this.numbers[PLACES];
  }

  /** States of the last layer. */
  get frontier(): number {
    return this.numbers[FRONTIER];
  }

  /** Returns whether the frontier is in its list. */
  isListed(capacity: number): boolean {
    return this.places <= capacity;
  }

  /**
   * Plans the first layer of a search.
   * @param histogram of the layers that are there
   * @param places of the last one's list that are in use; undefined if it is not listed
   */
  begin(histogram: readonly number[], places: number | undefined, space: PlannedSpace): void {
    const fresh = histogram[histogram.length - 1];
    this.numbers[DEPTH] = histogram.length - 1;
    this.numbers[REACHED] = histogram.reduce((sum, count) => sum + count, 0) - fresh;
    this.next(fresh, places ?? space.capacity + 1, space);
  }

  /**
   * Plans the layer after one that is complete.
   * @param fresh its states
   * @param places of its list that were reserved; more than it has if it has overflowed
   */
  next(fresh: number, places: number, space: PlannedSpace): void {
    const { numbers } = this;
    numbers[DEPTH]++;
    numbers[LIST] = 1 - numbers[LIST];
    numbers[PLACES] = places;
    numbers[FRONTIER] = fresh;
    numbers[REACHED] += fresh;
    numbers[WAY] = wayOf(fresh, space.size - numbers[REACHED], this.isListed(space.capacity), space);
  }
}

function wayOf(frontier: number, rest: number, listed: boolean, { size, reversible, moves }: PlannedSpace): number {
  const looking = (size / 16) * NEIGHBOURS_PER_WORD;
  const fromFrontier = frontier * moves + (listed ? 0 : looking);
  if (reversible && COST_OF_REST * rest * moves + looking < fromFrontier) return FROM_REST;
  return listed ? FROM_LIST : FROM_CODES;
}
