/**
 * The source from which the next layer is found, chosen when the layer before it is complete.
 *
 * From the frontier: every unreached neighbour of the last layer's states belongs to the next layer. A small frontier is a list; a
 * large one is found by its codes. If moves can be undone, the reverse works too: an unreached state belongs to the next layer if one
 * of its neighbours belongs to the last one. That is less work if fewer states are left than the frontier has. Puzzles have most of
 * their states in the last two or three layers, so it pays there.
 */

import type { SpaceOutline } from '../../space/facts.js';
import { listCapacity } from './frontier-list.js';

/** Expands the listed states of the frontier. */
export const FROM_LIST = 0;
/** Expands the states of the frontier, which are found by their codes. */
export const FROM_CODES = 1;
/** Tests the states that have not been reached. */
export const FROM_REST = 2;

/** Indices of the shared numbers. */
const DEPTH = 0;
const WAY = 1;
const LIST = 2;
const PLACES = 3;
const FRONTIER = 4;
const REACHED = 5;
const FIELDS = 6;

/**
 * Cost of testing an unreached state, in units of expanding a state of the frontier. It is less than 1: nothing is claimed, one
 * neighbour in the last layer is enough, and results are written in order. Measured with 40 neighbours per state: 260 ns a state
 * against 440 to 530 ns, of which the space itself took 90 ns.
 */
const COST_OF_REST = 0.5;
/** Number of neighbours that are found in the time of scanning the codes of a word. */
const NEIGHBOURS_PER_WORD = 0.2;

/**
 * One worker finds layers of fewer neighbours, in about 200 microseconds. Workers take 10 to 50 microseconds to wait for each other,
 * and much longer if processors are busy otherwise. So twenty thousand layers of one state take a tenth of a second.
 */
export const NEIGHBOURS_FOR_ONE = 16_384;

/** Properties of a space that determine its plans. */
export interface PlannedSpace {
  readonly size: number;
  readonly reversible: boolean;
  /** Number of its moves. */
  readonly moves: number;
  /** Maximum number of states in a list. */
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

/** The plan in shared memory. All workers read it during a layer, and one of them writes it between layers. */
export class Plan {
  readonly numbers: Float64Array;

  constructor(numbers: Float64Array = new Float64Array(new SharedArrayBuffer(8 * FIELDS))) {
    this.numbers = numbers;
  }

  /** Depth of the layer to find. */
  get depth(): number {
    return this.numbers[DEPTH];
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

  /** Number of states of the last layer. */
  get frontier(): number {
    return this.numbers[FRONTIER];
  }

  /** Returns whether the frontier is in its list. */
  isListed(capacity: number): boolean {
    return this.places <= capacity;
  }

  /**
   * Plans the first layer of a search.
   * @param histogram of the layers found so far
   * @param places number of used places in the last layer's list; undefined if it is not listed
   */
  begin(histogram: readonly number[], places: number | undefined, space: PlannedSpace): void {
    const fresh = histogram[histogram.length - 1];
    this.numbers[DEPTH] = histogram.length - 1;
    this.numbers[REACHED] = histogram.reduce((sum, count) => sum + count, 0) - fresh;
    this.next(fresh, places ?? space.capacity + 1, space);
  }

  /**
   * Plans the layer after a complete one.
   * @param fresh number of its states
   * @param places number of reserved places of its list; more than its capacity if it has overflowed
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
