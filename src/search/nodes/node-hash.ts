/** A hash table of a list's nodes with open addressing. Subclasses define what they look up. */

import type { Limits } from '../question/limits.js';
import { Capacity, NO_NODE, type Node } from './node.js';

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
