/**
 * The permutations of a board's tiles that moves can make: exactly, for any board.
 *
 * Let the blank start at one cell, its home, take any path and come back. The tiles are then permuted, and all such permutations form a
 * group G. Move the blanks of two positions home, by any paths. Moves join the positions if and only if a permutation of G makes one from
 * the other. So each position reaches cells * |G| positions.
 *
 * G is found block by block. Cut the board at its cut cells into blocks, each of which stays connected without any one of its cells: a bridge
 * (two cells), a ring, or more. The entrance of a block is the cell by which paths from home enter it. Each cell but home belongs to exactly
 * one block as a cell behind its entrance. A path that goes round in a block moves tiles along the path to the entrance, goes round, and moves
 * them back on the return. It permutes the cells behind the entrance and no others. Closed paths are products of these (the rings of
 * a graph generate its closed paths), apart from steps that are immediately undone. So G is the direct product, over the blocks, of
 *
 *     bridge   nothing
 *     ring     the rotations of its cells behind the entrance, of order k if there are k
 *     more     all even permutations of its k cells behind the entrance, of order k!/2
 *
 * The last line is Wilson's theorem for two-coloured graphs, and every part of a grid is two-coloured. (The exceptional graph of the theorem
 * has odd rings.) Example: a 3x3 board without its centre is a ring of 8 cells, so 8 * 7 states are joined.
 *
 * Source: R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", Journal of Combinatorial Theory B 16 (1974).
 */

import { factorial } from '../../permutations/lehmer.js';
import { parity } from '../../permutations/permutation.js';
import { type Board, isLine, neighbours, parseBoard, pathsFrom, pathTo } from './board.js';
import { BLANK, checkPosition, type Position, parsePosition } from './position.js';

/** Permutations of the cells behind a block's entrance: none, rotations, or all even ones. */
type BlockKind = 'bridge' | 'ring' | 'even';

/** A block of the board. */
export interface Block {
  readonly kind: BlockKind;
  /** The cell by which paths from home enter the block. */
  readonly entrance: number;
  /** Cells behind the entrance; for a ring in their order round it. */
  readonly cells: readonly number[];
}

const HOME = 0;

type Reach = ReturnType<typeof newReach>;

function newReach(board: Board) {
  const beside = adjacency(board);
  const before = pathsFrom(HOME, (cell) => beside[cell]);
  /** [cell]: the cells of a shortest path from home; and to home. */
  const out = beside.map((_, cell) => [HOME, ...pathTo(cell, before)]);
  const back = out.map((path) => path.toReversed());
  const blocks = blocksFrom(beside, HOME);
  const orders = blocks.map(({ kind, cells: { length } }) =>
    kind === 'bridge' ? 1 : kind === 'ring' ? length : factorial(length) / 2,
  );
  return {
    /** Blocks of the board. Together they have every cell but home once. */
    blocks,
    /** Number of positions that moves make of any one, itself included; exact below 2^53. */
    states: orders.reduce((product, order) => product * order, board.cells),

    /** Returns the position after the blank is moved home. */
    withBlankHome(position: Position): number[] {
      return withBlankMoved(position, back[position.indexOf(BLANK)]);
    },

    /** Returns the position after the blank is moved from home to a cell: the inverse of withBlankHome. */
    withBlankOut(position: Position, cell: number): number[] {
      return withBlankMoved(position, out[cell]);
    },
  };
}

/** Returns the position after the blank is moved along a path that begins with its cell. */
function withBlankMoved(position: Position, path: readonly number[]): number[] {
  const tiles = position.slice();
  for (let at = 0; at < path.length; at++) tiles[path[at]] = position[path[(at + 1) % path.length]];
  return tiles;
}

const known = new WeakMap<Board, Reach>();

/** Returns the reach of a board, which is computed once for each. */
export function reachOf(board: Board): Reach {
  const reach = known.get(board) ?? newReach(board);
  known.set(board, reach);
  return reach;
}

/** Returns [cell]: its neighbours. */
export function adjacency(board: Board): number[][] {
  return board.squares.map((_, cell) => neighbours(board, cell));
}

/**
 * Returns the blocks of a board. A depth-first search from home numbers the cells as it visits them. If the cells below a cell lead back at
 * most to the cell above it, they form a block with it, and the cell above is its entrance.
 * Source: J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", CACM 16 (1973).
 * @param beside [cell]: its neighbours
 */
export function blocksFrom(beside: readonly (readonly number[])[], home: number): Block[] {
  const numbers = new Array<number>(beside.length).fill(-1);
  /** [cell]: the least number that cells below lead back to. */
  const least: number[] = [];
  const open: number[] = [];
  const blocks: Block[] = [];
  let next = 0;
  const visit = (cell: number, above: number): void => {
    numbers[cell] = next++;
    least[cell] = numbers[cell];
    for (const other of beside[cell]) {
      if (other === above) continue;
      if (numbers[other] >= 0) {
        least[cell] = Math.min(least[cell], numbers[other]);
        continue;
      }
      const begin = open.length;
      open.push(other);
      visit(other, cell);
      least[cell] = Math.min(least[cell], least[other]);
      if (least[other] >= numbers[cell]) blocks.push(blockOf(beside, cell, open.splice(begin)));
    }
  };
  visit(home, -1);
  return blocks;
}

/** Returns a block. @param cells behind the entrance, in the order of the depth-first search: for a ring, the order round it */
function blockOf(beside: readonly (readonly number[])[], entrance: number, cells: readonly number[]): Block {
  if (cells.length === 1) return { kind: 'bridge', entrance, cells };
  const inside = new Set([entrance, ...cells]);
  const isRing = [...inside].every((cell) => beside[cell].filter((other) => inside.has(other)).length === 2);
  return { kind: isRing ? 'ring' : 'even', entrance, cells };
}

/* A test of whether moves lead from one position to another. */

/**
 * Returns whether moves lead from one position of a board to another. On a full board of at least 2x2, half of all positions are joined. On a
 * single row or column, positions with the tiles in the same order are. src/spaces/board/reachability.ts has the mathematics for all
 * boards.
 * @param on a board, or its text: ROWSxCOLUMNS such as '3x4', or the rows of a map such as '..#/.../#..'
 * @param from,to positions of the board, or their texts such as '2 3 4 1 5 x 7 6 8'
 * @throws InputError if there is no such board, or one of them is not a position of it
 * @example
 * ```ts
 * import { isSolvable } from 'antipode';
 *
 * isSolvable('3x3', '2 1 3 4 5 6 7 8 x', '1 2 3 4 5 6 7 8 x'); // false: two tiles have changed places
 * ```
 */
export function isSolvable(on: string | Board, from: string | Position, to: string | Position): boolean {
  const board = typeof on === 'string' ? parseBoard(on) : on;
  return whySeparate(board, positionOf(from, board), positionOf(to, board)) === null;
}

const SAME_ORDER = 'moves keep the order of the tiles';

/** Returns the reason why no moves lead from one position to another; null if moves do. */
export function whySeparate(board: Board, start: Position, goal: Position): string | null {
  const reach = reachOf(board);
  const homeStart = reach.withBlankHome(start);
  const homeGoal = reach.withBlankHome(goal);
  const cellOfTile: number[] = [];
  for (const [cell, tile] of homeGoal.entries()) cellOfTile[tile] = cell;
  for (const { kind, cells } of reach.blocks) {
    const places = cells.map((cell) => cells.indexOf(cellOfTile[homeStart[cell]]));
    if (places.includes(-1)) return isLine(board) ? SAME_ORDER : 'a tile would have to leave its part of the board';
    if (kind !== 'even') {
      const turn = kind === 'ring' ? places[0] : 0;
      if (places.some((place, index) => place !== (index + turn) % cells.length)) return SAME_ORDER;
    } else if (parity(places) === 1) {
      return 'parity: with the blank on its goal cell, the tiles form an odd permutation, and moves make only even ones';
    }
  }
  return null;
}

/** Returns a position that a caller has given. @throws InputError if it is not a position of the board */
function positionOf(given: string | Position, board: Board): Position {
  return typeof given === 'string' ? parsePosition(given, board) : checkPosition(given, board);
}
