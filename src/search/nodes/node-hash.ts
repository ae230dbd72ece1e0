/** A hash table of a list's nodes with open addressing. Subclasses define what they look up. */

import type { Limits } from '../question/limits.js';
import { NO_NODE, type Node } from './node.js';

const FIRST_SLOTS = 4096;

export abstract class NodeHash {
  /** Slots by hash, each a node or NO_NODE. Their number is a power of two, and at most half of them are taken. */
  protected slots: Int32Array;
  readonly #limits: Limits;
  #taken = 0;

  /** @throws LimitError */
  constructor(limits: Limits) {
    this.#limits = limits;
    this.slots = limits.allocate(4 * FIRST_SLOTS, () => new Int32Array(FIRST_SLOTS).fill(NO_NODE));
  }

  /** Adds the next node of the list, whose state the table does not hold yet. @throws LimitError */
  insert(node: Node): void {
    if (2 * (this.#taken + 1) > this.slots.length) this.#grow();
    this.#put(node);
    this.#taken++;
  }

  /** Returns the hash of a node of the list. */
  protected abstract hashOf(node: Node): number;

  #put(node: Node): void {
    const mask = this.slots.length - 1;
    let slot = this.hashOf(node) & mask;
    while (this.slots[slot] !== NO_NODE) slot = (slot + 1) & mask;
    this.slots[slot] = node;
  }

  #grow(): void {
    const { length } = this.slots;
    this.slots = this.#limits.allocate(8 * length, () => new Int32Array(2 * length).fill(NO_NODE));
    // All nodes of the list have been inserted, in order.
    for (let node = 0; node < this.#taken; node++) this.#put(node);
    this.#limits.release(4 * length);
  }
}
