/** The nodes of a search over positions, in the order in which it added them, and the path to each. */

import { type Board, type Metric, OPPOSITE } from '../../spaces/board/board.js';
import { countedText, type Slide, slidesFrom } from '../../spaces/board/moves.js';
import { BLANK, type Position, type Tiles } from '../../spaces/board/position.js';
import type { Limits } from '../question/limits.js';
import { Capacity, FIRST_CAPACITY, grown, NO_NODE, type Node, NodeHash } from './node.js';

export class PositionNodes {
  readonly #board: Board;
  readonly #capacity: Capacity;
  readonly #metric: Metric;
  /** [blank's cell][the cell that it moves to]: the move, if it exists. */
  readonly #slides: readonly (readonly Slide[])[];
  /** [blank's cell][1 + the cell that it came from, or 0]: the cells that it can move to. */
  readonly #onward: readonly (readonly (readonly number[])[])[];
  size = 0;
  /** `cells` bytes for each node. */
  tiles: Uint8Array;
  /** The cell of each node's blank. */
  blanks: Uint8Array;
  /** The node that each node was generated from; NO_NODE for the first. */
  parents: Int32Array;

  /** @param metric by default `single` */
  constructor(board: Board, limits: Limits, metric: Metric = 'single') {
    this.#board = board;
    this.#metric = metric;
    const slides = Array.from({ length: board.cells }, (_, blank) => slidesFrom(board, blank, metric));
    this.#slides = slides.map((ofCell) => {
      const byTarget: Slide[] = [];
      for (const slide of ofCell) byTarget[targetOf(slide)] = slide;
      return byTarget;
    });
    this.#onward = slides.map((ofCell) => {
      const onward = [ofCell.map(targetOf)];
      for (const back of ofCell) {
        onward[1 + targetOf(back)] = ofCell.filter((slide) => !isIdle(slide, back, metric)).map(targetOf);
      }
      return onward;
    });
    this.tiles = limits.allocate(FIRST_CAPACITY * board.cells, () => new Uint8Array(FIRST_CAPACITY * board.cells));
    this.blanks = limits.allocate(FIRST_CAPACITY, () => new Uint8Array(FIRST_CAPACITY));
    this.parents = limits.allocate(4 * FIRST_CAPACITY, () => new Int32Array(FIRST_CAPACITY));
    this.#capacity = new Capacity(FIRST_CAPACITY, limits, (capacity) => this.#grow(capacity, limits));
  }

  /** @throws LimitError */
  add(tiles: Tiles, blank: number, parent: Node): Node {
    const { cells } = this.#board;
    this.#capacity.reserve(this.size);
    const node = this.size++;
    for (let cell = 0; cell < cells; cell++) this.tiles[node * cells + cell] = tiles[cell];
    this.blanks[node] = blank;
    this.parents[node] = parent;
    return node;
  }

  /** Copies a node's tiles. */
  read(node: Node, target: Uint8Array): void {
    const { cells } = this.#board;
    for (let cell = 0; cell < cells; cell++) target[cell] = this.tiles[node * cells + cell];
  }

  /** Returns a node's position. */
  positionOf(node: Node): Position {
    const { cells } = this.#board;
    return Array.from(this.tiles.subarray(node * cells, (node + 1) * cells));
  }

  has(node: Node, tiles: Tiles): boolean {
    const { cells } = this.#board;
    for (let cell = 0; cell < cells; cell++) if (this.tiles[node * cells + cell] !== tiles[cell]) return false;
    return true;
  }

  /**
   * Returns the cells that a node's blank can move to, except the one that would undo the last move. In the metric
   * `multi`, the whole line of the last move is excluded, because one move would have led there as well.
   */
  movable(node: Node): readonly number[] {
    const parent = this.parents[node];
    return this.#onward[this.blanks[node]][parent === NO_NODE ? 0 : 1 + this.blanks[parent]];
  }

  /** Makes the move of the blank from one cell to another. */
  slide(tiles: Uint8Array, blank: number, to: number): void {
    const { cells } = this.#slides[blank][to];
    let empty = blank;
    for (let at = 0; at < cells.length; at++) {
      tiles[empty] = tiles[cells[at]];
      empty = cells[at];
    }
    tiles[to] = BLANK;
  }

  /** Returns the blank's moves from the first node to this one. */
  movesTo(node: Node): string {
    return this.#movesOver(this.#blanksTo(node).reverse());
  }

  /** Returns the blank's moves from this node back to the first. */
  movesBackFrom(node: Node): string {
    return this.#movesOver(this.#blanksTo(node));
  }

  #blanksTo(node: Node): number[] {
    const blanks: number[] = [];
    for (let at = node; at !== NO_NODE; at = this.parents[at]) blanks.push(this.blanks[at]);
    return blanks;
  }

  #movesOver(blanks: readonly number[]): string {
    const slides = blanks.slice(1).map((to, index) => this.#slides[blanks[index]][to]);
    return this.#metric === 'single' ? slides.map(({ direction }) => direction).join('') : countedText(slides);
  }

  *#grow(capacity: number, limits: Limits): Generator<void, void> {
    this.tiles = yield* grown(this.tiles, capacity * this.#board.cells, limits);
    this.blanks = yield* grown(this.blanks, capacity, limits);
    this.parents = yield* grown(this.parents, capacity, limits);
  }
}

/** The cell that the blank stops on. */
function targetOf({ cells }: Slide): number {
  return cells[cells.length - 1];
}

/** Returns whether a move is redundant after one that `back` would undo. */
function isIdle(slide: Slide, back: Slide, metric: Metric): boolean {
  if (metric === 'single') return targetOf(slide) === targetOf(back);
  return slide.direction === back.direction || slide.direction === OPPOSITE[back.direction];
}

/** Slides the tile on a cell onto the blank; with the cells exchanged, back again. */
export function slideTile(tiles: Uint8Array, from: number, blank: number): void {
  tiles[blank] = tiles[from];
  tiles[from] = BLANK;
}

/** An index of a list's nodes by their positions. */

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
