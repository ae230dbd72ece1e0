/** An index of a list's nodes by their positions. */

import type { Tiles } from '../../spaces/board/position.js';
import { NO_NODE, type Node } from '../nodes/node.js';
import { NodeHash } from '../nodes/node-hash.js';
import type { Limits } from '../question/limits.js';
import type { PositionNodes } from './position-nodes.js';

export class PositionIndex extends NodeHash {
  readonly #cells: number;
  readonly #list: PositionNodes;

  /** @throws LimitError */
  constructor(cells: number, list: PositionNodes, limits: Limits) {
    super(limits);
    this.#cells = cells;
    this.#list = list;
  }

  /** Returns the node of this position, or NO_NODE. */
  find(tiles: Tiles): Node {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = this.#hash(tiles, 0) & mask; ; slot = (slot + 1) & mask) {
      const node = slots[slot];
      if (node === NO_NODE || this.#list.has(node, tiles)) return node;
    }
  }

  protected hashOf(node: Node): number {
    return this.#hash(this.#list.tiles, node * this.#cells);
  }

  /** Mixes in every tile: a multiplication carries it to the high bits, and a shift returns those to the low bits. */
  #hash(tiles: Tiles, begin: number): number {
    let hash = 0;
    for (let at = begin; at < begin + this.#cells; at++) {
      hash = Math.imul(hash ^ tiles[at], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}
