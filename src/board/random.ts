/** Random positions that can be repeated: the same seed gives the same ones, on every machine. */

import type { Board } from './board.js';
import { isLine } from './board.js';
import { BLANK, type Position } from './position.js';
import { isSolvable } from './solvable.js';

/**
 * Numbers 0..n-1 at random, from a seed.
 * Source: SplitMix; G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * here with the 32-bit mixer of MurmurHash3 by A. Appleby.
 */
export class SeededRandom {
  #state: number;

  /** @param seed a whole number */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  below(n: number): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
    return Math.floor(((mixed >>> 0) / 2 ** 32) * n);
  }
}

/** A position from which the goal can be reached, each as likely as any other. */
export function randomPosition(board: Board, goal: Position, random: SeededRandom): Position {
  const tiles = goal.filter((tile) => tile !== BLANK);
  if (!isLine(board)) {
    for (let left = tiles.length; left > 1; left--) exchange(tiles, left - 1, random.below(left));
  }
  const position = tiles.toSpliced(random.below(board.cells), 0, BLANK);
  if (!isSolvable(board, position, goal)) {
    const [first, second] = position.flatMap((tile, cell) => (tile === BLANK ? [] : [cell]));
    exchange(position, first, second);
  }
  return position;
}

function exchange(tiles: number[], a: number, b: number): void {
  [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
}
