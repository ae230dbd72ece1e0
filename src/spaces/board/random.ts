/** Random positions that can be repeated: the same seed gives the same ones, on every machine. */

import { GOLDEN_STEP, mixedBits } from '../permutation/random-bits.js';
import { type Board, isFull, isLine } from './board.js';
import { BLANK, type Position } from './position.js';
import { type Block, reachOf } from './reach.js';
import { isSolvable } from './solvable.js';

/** Numbers 0..n-1 at random, from a seed: see ../permutation/random-bits.ts. */
export class SeededRandom {
  #state: number;

  /** @param seed a whole number */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  below(n: number): number {
    this.#state = (this.#state + GOLDEN_STEP) | 0;
    return Math.floor(((mixedBits(this.#state) >>> 0) / 2 ** 32) * n);
  }

  /** Returns one of the numbers 0..size-1, of up to 2^53: of two draws, because one has 32 bits. */
  state(size: number): number {
    return Math.floor(((this.below(2 ** 26) * 2 ** 27 + this.below(2 ** 27)) / 2 ** 53) * size);
  }
}

/** A position from which the goal can be reached, each as likely as any other. */
export function randomPosition(board: Board, goal: Position, random: SeededRandom): Position {
  if (!isFull(board)) return randomPositionOfMap(board, goal, random);
  const tiles = goal.filter((tile) => tile !== BLANK);
  if (!isLine(board)) shuffle(tiles, random);
  const position = tiles.toSpliced(random.below(board.cells), 0, BLANK);
  if (!isSolvable(board, position, goal)) {
    const [first, second] = position.flatMap((tile, cell) => (tile === BLANK ? [] : [cell]));
    exchange(position, first, second);
  }
  return position;
}

/** Brings the blank home, makes a permutation of every block that moves can make, and sends the blank out. */
function randomPositionOfMap(board: Board, goal: Position, random: SeededRandom): Position {
  const reach = reachOf(board);
  const position = reach.broughtHome(goal);
  for (const { kind, cells } of reach.blocks) {
    const places = permutedPlaces(kind, cells.length, random);
    const tiles = cells.map((cell) => position[cell]);
    for (const [index, cell] of cells.entries()) position[cell] = tiles[places[index]];
  }
  return reach.sentOut(position, random.below(board.cells));
}

function permutedPlaces(kind: Block['kind'], count: number, random: SeededRandom): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (kind === 'bridge') return places;
  if (kind === 'ring') {
    const turn = random.below(count);
    return places.map((place) => (place + turn) % count);
  }
  // Half of all orders are odd, and one exchange makes another even one of each.
  if (shuffle(places, random) % 2 === 1) exchange(places, 0, 1);
  return places;
}

/** @returns how many exchanges of two it took */
function shuffle(tiles: number[], random: SeededRandom): number {
  let exchanges = 0;
  for (let left = tiles.length; left > 1; left--) {
    const other = random.below(left);
    exchange(tiles, left - 1, other);
    if (other !== left - 1) exchanges++;
  }
  return exchanges;
}

function exchange(tiles: number[], a: number, b: number): void {
  [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
}
