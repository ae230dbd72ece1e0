/**
 * The states that a search has reached. Small spaces have a bit for each state. Large spaces, of which a search reaches
 * a small part, have a hash table of the nodes.
 */

import { NO_NODE, type Node } from '../nodes/node.js';
import { NodeHash } from '../nodes/node-hash.js';
import type { Limits } from '../question/limits.js';
import type { StateNodes } from './state-nodes.js';

export interface VisitedStates {
  has(state: number): boolean;
  /** Adds the last node of the list, whose state has not been added yet. @throws LimitError */
  insert(node: Node): void;
}

/** Maximum states of a space with a bitset, 8 MiB. Larger spaces have a hash table of 8 to 16 bytes for each node. */
const MOST_STATES_OF_BITS = 2 ** 26;

/** @param size states of the space @throws LimitError */
export function visitedStates(size: number, list: StateNodes, limits: Limits): VisitedStates {
  return size <= MOST_STATES_OF_BITS ? new StateBits(size, list, limits) : new StateHash(list, limits);
}

class StateBits implements VisitedStates {
  readonly #list: StateNodes;
  readonly #words: Int32Array;

  constructor(size: number, list: StateNodes, limits: Limits) {
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

export class StateHash extends NodeHash implements VisitedStates {
  readonly #list: StateNodes;

  constructor(list: StateNodes, limits: Limits) {
    super(limits);
    this.#list = list;
  }

  has(state: number): boolean {
    return this.find(state) !== NO_NODE;
  }

  /** Returns the node of a state, or NO_NODE. */
  find(state: number): Node {
    const { states } = this.#list;
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = hash(state) & mask; ; slot = (slot + 1) & mask) {
      const node = slots[slot];
      if (node === NO_NODE || states[node] === state) return node;
    }
  }

  protected hashOf(node: Node): number {
    return hash(this.#list.states[node]);
  }
}

/** Mixes both halves of the number: multiplications carry them to the high bits, and shifts return those to the low bits. */
function hash(state: number): number {
  const mixed = Math.imul(state ^ Math.imul(state / 2 ** 32, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
