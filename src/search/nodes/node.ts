/**
 * The nodes that a search holds: their numbers, the growing arrays that describe them, a hash table of them, and the
 * layers that they form.
 */

import type { LayerCounts, Whereabouts } from '../question/counts.js';
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

/** A hash table of a list's nodes with open addressing. Subclasses define what they look up. */

const FIRST_SLOTS = 4096;
/** Nodes that are put into a larger table in one go: some 0.2 milliseconds. */
const NODES_OF_PIECE = 4096;
/** Slots that are cleared in one go. */
const SLOTS_OF_PIECE = 1 << 17;

export abstract class NodeHash {
  /** Slots by hash, each a node or NO_NODE. Their number is a power of two, and at most half of them are taken. */
  protected slots: Int32Array;
  readonly #capacity: Capacity;
  #taken = 0;

  /** @throws LimitError */
  constructor(limits: Limits) {
    this.slots = limits.allocate(4 * FIRST_SLOTS, () => new Int32Array(FIRST_SLOTS).fill(NO_NODE));
    this.#capacity = new Capacity(FIRST_SLOTS / 2, limits, (capacity) => this.#grow(2 * capacity, limits));
  }

  /** Adds the next node of the list, whose state the table does not hold yet. @throws LimitError */
  insert(node: Node): void {
    this.#capacity.reserve(this.#taken);
    this.#put(node, this.slots);
    this.#taken++;
  }

  /** Returns the hash of a node of the list. */
  protected abstract hashOf(node: Node): number;

  #put(node: Node, slots: Int32Array): void {
    const mask = slots.length - 1;
    let slot = this.hashOf(node) & mask;
    while (slots[slot] !== NO_NODE) slot = (slot + 1) & mask;
    slots[slot] = node;
  }

  *#grow(length: number, limits: Limits): Generator<void, void> {
    const slots = limits.allocate(4 * length, () => new Int32Array(length));
    for (let begin = 0; begin < length; begin += SLOTS_OF_PIECE) {
      slots.fill(NO_NODE, begin, begin + SLOTS_OF_PIECE);
      yield;
    }
    // All nodes of the list have been inserted, in order.
    for (let begin = 0; begin < this.#taken; begin += NODES_OF_PIECE) {
      const end = Math.min(begin + NODES_OF_PIECE, this.#taken);
      for (let node = begin; node < end; node++) this.#put(node, slots);
      yield;
    }
    limits.release(this.slots.byteLength);
    this.slots = slots;
  }
}

/**
 * The layers of searches that expand nodes in the order in which they added them. Such nodes are stored layer by layer,
 * and their parents ascend: a layer ends before the first node whose parent is in it. So layers are found when a report
 * needs them, and searches do not count them.
 */

/** The search from one end. */
export interface LayeredSide {
  readonly nodes: {
    readonly size: number;
    readonly parents: Int32Array;
  };
  /** Number of nodes expanded: the first ones of the list. */
  readonly expanded: number;
  /** Returns the text of a node's state. */
  textOf(node: Node): string;
}

/**
 * Returns the layers and the current node of a breadth-first search.
 * @param backward the side from the goal; null if there is none
 * @param last the side that expanded the last node
 */
export function whereaboutsOfLayers(
  forward: LayeredSide,
  backward: LayeredSide | null,
  last: LayeredSide,
): Whereabouts {
  const layers = layersOf(forward);
  const behind = backward && layersOf(backward);
  // A side that has just got its turn may not have expanded a node yet.
  const side = last.expanded === 0 && backward !== null ? otherThan(last, forward, backward) : last;
  const { expanded } = side === backward && behind !== null ? behind : layers;
  return {
    layers,
    backward: behind,
    bound: null,
    current: { state: side.textOf(side.expanded - 1), g: lastDepth(expanded), h: null },
  };
}

/**
 * Returns the moves that every path has at least: one more than those of the complete layers from both ends, which have
 * no state in common.
 * @param last the side that is growing: the layer of the node that it expanded last is complete
 */
export function boundOfLayers(forward: LayeredSide, backward: LayeredSide | null, last: LayeredSide): number {
  const behind = backward === null ? 0 : layersOf(otherThan(last, forward, backward)).expanded.length - 1;
  return Math.max(0, lastDepth(layersOf(last).expanded)) + behind + 1;
}

function otherThan(side: LayeredSide, forward: LayeredSide, backward: LayeredSide): LayeredSide {
  return side === forward ? backward : forward;
}

/** Returns the depth of the node expanded last; -1 if there is none. */
function lastDepth(expanded: readonly number[]): number {
  return expanded.findLastIndex((nodes) => nodes > 0);
}

function layersOf({ nodes, expanded }: LayeredSide): LayerCounts {
  const layers: { expanded: number[]; frontier: number[] } = { expanded: [], frontier: [] };
  for (let begin = 0; begin < nodes.size; ) {
    const end = endOfLayer(nodes, begin);
    const opened = Math.min(Math.max(expanded, begin), end);
    layers.expanded.push(opened - begin);
    layers.frontier.push(end - opened);
    begin = end;
  }
  return layers;
}

/**
 * Returns the first node whose parent is not before this one. Doubles the step first, since most layers can be small,
 * then halves.
 */
function endOfLayer({ size, parents }: LayeredSide['nodes'], begin: Node): Node {
  let low = begin + 1;
  let high = low;
  for (let step = 1; high < size && parents[high] < begin; step *= 2) {
    low = high + 1;
    high = Math.min(size, high + step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (parents[middle] < begin) low = middle + 1;
    else high = middle;
  }
  return low;
}
