/** Finds the nodes of a list by their positions: a hash table with open addressing. */

import type { Tiles } from '../../spaces/board/position.js';
import type { Limits } from '../limits.js';
import { NO_NODE, type Node, type NodeList } from './node-list.js';

const FIRST_SLOTS = 4096;

export class PositionIndex {
  readonly #cells: number;
  readonly #list: NodeList;
  readonly #limits: Limits;
  /** Nodes by their hash, or NO_NODE; a power of two, at most half of them taken. */
  #slots: Int32Array;
  #taken = 0;

  constructor(cells: number, list: NodeList, limits: Limits) {
    this.#cells = cells;
    this.#list = list;
    this.#limits = limits;
    this.#slots = limits.allocate(4 * FIRST_SLOTS, () => new Int32Array(FIRST_SLOTS).fill(NO_NODE));
  }

  /** The node of this position, or NO_NODE. */
  find(tiles: Tiles): Node {
    const mask = this.#slots.length - 1;
    for (let slot = this.#hash(tiles, 0) & mask; ; slot = (slot + 1) & mask) {
      const node = this.#slots[slot];
      if (node === NO_NODE || this.#list.has(node, tiles)) return node;
    }
  }

  /** Adds the next node of the list, whose position is not there yet. @throws LimitError */
  insert(node: Node): void {
    if (2 * (this.#taken + 1) > this.#slots.length) this.#grow();
    this.#put(node);
    this.#taken++;
  }

  #put(node: Node): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(this.#list.tiles, node * this.#cells) & mask;
    while (this.#slots[slot] !== NO_NODE) slot = (slot + 1) & mask;
    this.#slots[slot] = node;
  }

  #grow(): void {
    const { length } = this.#slots;
    this.#slots = this.#limits.allocate(8 * length, () => new Int32Array(2 * length).fill(NO_NODE));
    // All nodes of the list have been inserted, in their order.
    for (let node = 0; node < this.#taken; node++) this.#put(node);
    this.#limits.release(4 * length);
  }

  /** Every tile is mixed in by a multiplication that carries it to the high bits, and a shift that brings those back. */
  #hash(tiles: Tiles, begin: number): number {
    let hash = 0;
    for (let at = begin; at < begin + this.#cells; at++) {
      hash = Math.imul(hash ^ tiles[at], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}
