/**
 * Which states a search has come to. In small spaces a bit for each state; in large ones, of which a search sees a small
 * part, a hash table of its nodes with open addressing.
 */

import type { Limits } from '../limits.js';
import type { StateList } from '../states/state-list.js';
import { NO_NODE, type Node } from './node-list.js';

export interface VisitedStates {
  has(state: number): boolean;
  /** Adds the last node of the list, whose state is not there yet. @throws LimitError */
  insert(node: Node): void;
}

/** 8 MiB of bits. Larger spaces take a hash table, 8 to 16 bytes for each node. */
const MOST_STATES_OF_BITS = 2 ** 26;
const FIRST_SLOTS = 4096;

/** @param size states of the space @throws LimitError */
export function visitedStates(size: number, list: StateList, limits: Limits): VisitedStates {
  return size <= MOST_STATES_OF_BITS ? new StateBits(size, list, limits) : new StateHash(list, limits);
}

class StateBits implements VisitedStates {
  readonly #list: StateList;
  readonly #words: Int32Array;

  constructor(size: number, list: StateList, limits: Limits) {
    const words = Math.ceil(size / 32);
    this.#list = list;
    this.#words = limits.allocate(4 * words, () => new Int32Array(words));
  }

  has(state: number): boolean {
    return (this.#words[state >>> 5] & (1 << (state & 31))) !== 0;
  }

  insert(node: Node): void {
    const state = this.#list.states[node];
    this.#words[state >>> 5] |= 1 << (state & 31);
  }
}

class StateHash implements VisitedStates {
  readonly #list: StateList;
  readonly #limits: Limits;
  /** Nodes by the hash of their states, or NO_NODE; a power of two, at most half of them taken. */
  #slots: Int32Array;

  constructor(list: StateList, limits: Limits) {
    this.#list = list;
    this.#limits = limits;
    this.#slots = limits.allocate(4 * FIRST_SLOTS, () => new Int32Array(FIRST_SLOTS).fill(NO_NODE));
  }

  has(state: number): boolean {
    const { states } = this.#list;
    const mask = this.#slots.length - 1;
    for (let slot = hash(state) & mask; ; slot = (slot + 1) & mask) {
      const node = this.#slots[slot];
      if (node === NO_NODE) return false;
      if (states[node] === state) return true;
    }
  }

  insert(node: Node): void {
    if (2 * (node + 1) > this.#slots.length) this.#grow(node);
    this.#put(node);
  }

  #put(node: Node): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#list.states[node]) & mask;
    while (this.#slots[slot] !== NO_NODE) slot = (slot + 1) & mask;
    this.#slots[slot] = node;
  }

  /** @param inserted nodes so far: all of the list before the last */
  #grow(inserted: number): void {
    const { length } = this.#slots;
    this.#slots = this.#limits.allocate(8 * length, () => new Int32Array(2 * length).fill(NO_NODE));
    for (let node = 0; node < inserted; node++) this.#put(node);
    this.#limits.release(4 * length);
  }
}

/** Both halves of the number are mixed by multiplications that carry them to the high bits, and shifts that bring those back. */
function hash(state: number): number {
  const mixed = Math.imul(state ^ Math.imul(state / 2 ** 32, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
