/**
 * What moves can do to the tiles of a board, exactly, for any board.
 *
 * Let the blank start at one cell, its home, walk about and come back: the tiles are then permuted, and the permutations that
 * come about form a group G. Two positions are joined by moves where, after both blanks have been brought home by any way,
 * one is made from the other by a permutation of G. So each position reaches cells * |G| of them.
 *
 * G is found block by block. Cut the board at its cut cells into blocks, in which no single cell's loss parts the others:
 * a bridge (two cells), a ring, or more. Each cell but home belongs to one block as one of its cells behind the entrance,
 * the cell by which ways from home enter. A walk that goes round in a block moves tiles along the way to the entrance, goes
 * round, and moves them back on the way home: it permutes the cells behind the entrance and no others. Closed walks are
 * products of such, walks that are taken back at once aside (the rings of a graph generate its closed walks). So G is the
 * direct product, over the blocks, of
 *
 *     bridge   nothing
 *     ring     the rotations of its cells behind the entrance, of order k where these are k
 *     more     all even permutations of its k cells behind the entrance, k!/2
 *
 * The last line is Wilson's theorem for two-coloured graphs, of which every part of a grid is one (the exceptional graph of
 * the theorem has odd rings). Example: a 3x3 board without its centre is a ring of 8 cells, so 8 * 7 states are joined.
 *
 * Source: R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", Journal of Combinatorial Theory B 16 (1974).
 */

import { factorial } from '../permutation/lehmer.js';
import { type Board, neighbours } from './board.js';
import { BLANK, type Position } from './position.js';

/** What goes on in a block: nothing, rotations, all even permutations. */
export type BlockKind = 'bridge' | 'ring' | 'even';

/** A block of the board. */
export interface Block {
  readonly kind: BlockKind;
  /** Its cells behind the entrance; those of a ring in their order round it. */
  readonly cells: readonly number[];
}

const HOME = 0;

export class Reach {
  /** Together they have every cell but home once. */
  readonly blocks: readonly Block[];
  /** The next cell on the way home; home's is home. */
  readonly #homewards: readonly number[];

  constructor(board: Board) {
    this.#homewards = waysHome(board);
    this.blocks = blocksOfBoard(board);
  }

  /** Positions that moves make of any one, itself included; exact below 2^53. */
  get states(): number {
    const orders = this.blocks.map(({ kind, cells: { length } }) =>
      kind === 'bridge' ? 1 : kind === 'ring' ? length : factorial(length) / 2,
    );
    return orders.reduce((product, order) => product * order, this.#homewards.length);
  }

  /** The position after the blank has been brought home. */
  broughtHome(position: Position): number[] {
    const tiles = [...position];
    for (let blank = tiles.indexOf(BLANK); blank !== HOME; blank = this.#homewards[blank]) {
      tiles[blank] = tiles[this.#homewards[blank]];
      tiles[this.#homewards[blank]] = BLANK;
    }
    return tiles;
  }

  /** The position after the blank has gone from home to a cell: the inverse of broughtHome. */
  sentOut(position: Position, cell: number): number[] {
    const way: number[] = [];
    for (let at = cell; at !== HOME; at = this.#homewards[at]) way.push(at);
    const tiles = [...position];
    let blank = HOME;
    for (const next of way.reverse()) {
      tiles[blank] = tiles[next];
      tiles[next] = BLANK;
      blank = next;
    }
    return tiles;
  }
}

const known = new WeakMap<Board, Reach>();

/** What moves can do on a board; worked out once for each. */
export function reachOf(board: Board): Reach {
  let reach = known.get(board);
  if (reach === undefined) {
    reach = new Reach(board);
    known.set(board, reach);
  }
  return reach;
}

/** The shortest ways: for each cell the next one. */
function waysHome(board: Board): number[] {
  const homewards = new Array<number>(board.cells).fill(-1);
  homewards[HOME] = HOME;
  const found = [HOME];
  for (const cell of found) {
    for (const next of neighbours(board, cell)) {
      if (homewards[next] >= 0) continue;
      homewards[next] = cell;
      found.push(next);
    }
  }
  return homewards;
}

/**
 * A depth-first search from home numbers the cells as it comes to them. What hangs below a cell and leads back no further
 * than to the cell above it is a block, and that cell above its entrance.
 * Source: J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", CACM 16 (1973).
 */
function blocksOfBoard(board: Board): Block[] {
  const numbers = new Array<number>(board.cells).fill(-1);
  /** The least number that is led back to from below. */
  const least: number[] = [];
  const open: number[] = [];
  const blocks: Block[] = [];
  let next = 0;
  const visit = (cell: number, above: number): void => {
    numbers[cell] = next++;
    least[cell] = numbers[cell];
    for (const other of neighbours(board, cell)) {
      if (other === above) continue;
      if (numbers[other] >= 0) {
        least[cell] = Math.min(least[cell], numbers[other]);
        continue;
      }
      const begin = open.length;
      open.push(other);
      visit(other, cell);
      least[cell] = Math.min(least[cell], least[other]);
      if (least[other] >= numbers[cell]) blocks.push(blockOf(board, cell, open.splice(begin)));
    }
  };
  visit(HOME, -1);
  return blocks;
}

/** @param cells behind the entrance, in the order in which a depth-first search came to them, which is that round a ring */
function blockOf(board: Board, entrance: number, cells: readonly number[]): Block {
  if (cells.length === 1) return { kind: 'bridge', cells };
  const inside = new Set([entrance, ...cells]);
  const isRing = [...inside].every((cell) => neighbours(board, cell).filter((other) => inside.has(other)).length === 2);
  return { kind: isRing ? 'ring' : 'even', cells };
}
