/** Reproducible random positions: the same seed gives the same ones on every machine. */

import { parity } from '../../permutations/permutation.js';
import { GOLDEN_STEP, mixedBits } from '../../permutations/random-elements.js';
import { type Board, isFull, isLine } from './board.js';
import { BLANK, type Position } from './position.js';
import { type Block, isSolvable, reachOf } from './reachability.js';

/** Random numbers from a seed: see src/permutations/random-elements.ts. */
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

  /** Returns one of the numbers 0..size-1, size up to 2^53. It takes two draws, since one has 32 bits. */
  state(size: number): number {
    return Math.floor(((this.below(2 ** 26) * 2 ** 27 + this.below(2 ** 27)) / 2 ** 53) * size);
  }
}

/** Returns a random position from which the goal can be reached, all of them with the same probability. */
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

/** Returns a random position of a map: moves the blank home, permutes every block as moves can, and moves the blank out. */
function randomPositionOfMap(board: Board, goal: Position, random: SeededRandom): Position {
  const reach = reachOf(board);
  const position = reach.withBlankHome(goal);
  for (const { kind, cells } of reach.blocks) {
    const places = permutedPlaces(kind, cells.length, random);
    const tiles = cells.map((cell) => position[cell]);
    for (const [index, cell] of cells.entries()) position[cell] = tiles[places[index]];
  }
  return reach.withBlankOut(position, random.below(board.cells));
}

function permutedPlaces(kind: Block['kind'], count: number, random: SeededRandom): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (kind === 'bridge') return places;
  if (kind === 'ring') {
    const turn = random.below(count);
    return places.map((place) => (place + turn) % count);
  }
  // Half of all orders are odd, and one exchange pairs each of them with an even one.
  shuffle(places, random);
  if (parity(places) === 1) exchange(places, 0, 1);
  return places;
}

/** Shuffles tiles in place; all orders have the same probability. */
export function shuffle(tiles: number[], random: SeededRandom): void {
  for (let left = tiles.length; left > 1; left--) exchange(tiles, left - 1, random.below(left));
}

function exchange(tiles: number[], a: number, b: number): void {
  [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
}
