/**
 * A solution of any position of any board, not a shortest one, in milliseconds.
 *
 * The board falls into blocks at its cut cells, and the blocks are solved one by one: the blank walks from home, its cell at the goal, into a
 * block, permutes the cells behind the entrance, and walks back, which restores all that it passed (src/spaces/board/reachability.ts).
 *
 * A block with a cycle grows from a shortest one, its ring, by ears: an ear is a path p1 ... pm of new cells, from a neighbour a of p1 to another
 * cell b beside pm. All that has grown so far, the rest, is a block as well. The last ear is filled first, and its cells are then left alone.
 * Example: 3x3 grows from a ring of 2x2 cells by two ears of two cells, and one of one cell.
 *
 * - If its tiles and the blank have few states, a search brings all tiles of an ear to their cells.
 * - To a single cell, its tile slides step by step. Without one cell, a block is connected: the blank can go round any tile.
 * - Any other ear is filled by pushes. Its last tile is brought to a, the blank to b, then through the ear to a: all tiles in the ear move by
 *   one, and the new one enters it; then the last but one, and so on. If the next tile is itself in the ear, behind k filled cells, pushes
 *   bring it out at b. If it was on cell j > k, these are m - j + 1, so the filled ones get no further than cell k + m - j + 1 <= m. The
 *   tile is put aside, and as many pulls bring the filled ones back.
 *
 * The last 8 cells are solved by search. If more are left with the first ear, it is filled, and the tiles of the ring are sorted. The first
 * ear, P, joins two cells u and v of the ring, and these divide the ring into two paths Q and R, Q not the longer one, R not longer than P.
 * Let X be the blank's lap from u through P and back through Q, Y the one through P and R, and Z the one through Q and R. Then X Y X' Y'
 * (X' undoes X) exchanges two pairs of tiles, P1 with P2, and the last of Q with the last of R. If Q has no cells, X Y X' Y' is a cycle E of
 * P1, P2 and the last of R. With F = Z' E Z, the walk E F' E exchanges P1 with P2, and the tile of v with the last of R.
 *
 * So two tiles of the ring change places that are two steps apart, or one. Laps Z turn any others to these places. Boards are two-coloured, so
 * the tiles of a ring are odd in number, and steps of two lead round all of them: they are sorted by exchanges of neighbours. Turning an odd
 * number of tiles does not change the parity, so the exchanges of a solvable position are even in number, and leave P1 and P2 as they were.
 *
 * Source of the ears: H. Whitney, "Non-separable and planar graphs", Transactions of the American Mathematical Society 34 (1932).
 */

import { type Board, DIRECTIONS, neighbour, pathsFrom, pathTo } from './board.js';
import { BLANK, type Position } from './position.js';
import { adjacency, blocksFrom, isSolvable } from './reachability.js';

/** Cells of the board. */
type Part = ReadonlySet<number>;

/** Maximum number of states of a search that fills an ear: on 10x10, twice as many take twice the time, and save 1 % of the moves. */
const MOST_STATES = 2 ** 14;

/** Maximum number of cells of which all tiles are brought to their cells by one search: 8!/2 states. */
const MOST_LAST_CELLS = 8;

/**
 * Returns moves of the blank, in letters u d l r, that lead from one position of a board to another.
 * @throws Error if there are none
 */
export function constructedSolution(board: Board, start: Position, goal: Position): string {
  if (!isSolvable(board, start, goal)) throw new Error(`no moves of ${board.name} lead from ${start} to ${goal}`);
  const beside = adjacency(board);
  const walk = new Walk(beside, start);
  const home = goal.indexOf(BLANK);
  const everywhere: Part = new Set(goal.keys());
  walk.follow(walk.route(everywhere, walk.blank, home));
  for (const { kind, entrance, cells } of blocksFrom(beside, home)) {
    if (kind === 'bridge') continue;
    const ears = earsOf(walk, new Set([entrance, ...cells]));
    const [first] = ears[1] ?? ears[0];
    const out = walk.route(everywhere, home, first);
    const wanted = new Walk(beside, goal);
    wanted.follow(out);
    walk.follow(out);
    solveBlock(walk, ears, wanted.tiles);
    walk.follow(undone(home, out));
  }
  const { path } = walk;
  return path
    .slice(1)
    .map((cell, at) => DIRECTIONS.find((direction) => neighbour(board, path[at], direction) === cell))
    .join('');
}

/** Returns the walk that undoes a walk of the blank from a cell. */
function undone(from: number, cells: readonly number[]): number[] {
  return [from, ...cells].reverse().slice(1);
}

/** The tiles, and the cells of the blank until now. Walks are the cells that the blank enters. */
class Walk {
  readonly beside: readonly (readonly number[])[];
  readonly tiles: number[];
  readonly path: number[];

  constructor(beside: readonly (readonly number[])[], start: Position) {
    this.beside = beside;
    this.tiles = [...start];
    this.path = [start.indexOf(BLANK)];
  }

  get blank(): number {
    return this.path[this.path.length - 1];
  }

  near(part: Part, cell: number, avoided?: number): number[] {
    return this.beside[cell].filter((other) => other !== avoided && part.has(other));
  }

  follow(cells: readonly number[]): void {
    for (const cell of cells) {
      this.tiles[this.blank] = this.tiles[cell];
      this.tiles[cell] = BLANK;
      // A step back undoes the last one.
      if (this.path.at(-2) === cell) this.path.pop();
      else this.path.push(cell);
    }
  }

  /** Returns a shortest walk in a part of the board that avoids a cell. */
  route(part: Part, from: number, to: number, avoided?: number): number[] {
    const beside = (cell: number) => this.near(part, cell, avoided);
    return pathTo(
      to,
      pathsFrom(from, beside, (cell) => cell === to),
    );
  }

  /** Brings a tile to a cell of a part. Of the cells that are nearer, it slides to the one that the blank reaches first. */
  bring(part: Part, tile: number, to: number): void {
    const order = [...pathsFrom(to, (cell) => this.near(part, cell)).keys()];
    for (let at = this.tiles.indexOf(tile); at !== to; at = this.tiles.indexOf(tile)) {
      const walks = this.near(part, at)
        .filter((next) => order.indexOf(next) < order.indexOf(at))
        .map((next) => this.route(part, this.blank, next, at));
      this.follow([...shortest(walks), at]);
    }
  }

  /** Walks round a ring, the shorter way, until the tiles of its other cells have moved back by some places, or on if they are below 0. */
  turn(cells: readonly number[], places: number): void {
    const { length } = cells;
    const laps = ((places % length) + length) % length;
    const isBack = 2 * laps < length;
    const lap = isBack ? [...cells, this.blank] : [...cells.toReversed(), this.blank];
    for (let left = isBack ? laps : length - laps; left > 0; left--) this.follow(lap);
  }
}

/** Returns the first of the shortest lists. */
function shortest(lists: readonly number[][]): number[] {
  return lists.reduce((one, other) => (other.length < one.length ? other : one));
}

/** Returns a shortest cycle of a block, and the ears by which the block grows from it, each between its ends a and b. */
function earsOf(walk: Walk, block: Part): number[][] {
  const cycles = [...block].map((cell) => {
    const others = new Set(block);
    others.delete(cell);
    return [cell, ...linkOf(walk, others, walk.near(block, cell))];
  });
  const ears = [shortest(cycles)];
  for (const grown = new Set(ears[0]); grown.size < block.size; ) {
    const ear = linkOf(walk, block, [...grown]);
    ears.push(ear);
    for (const cell of ear) grown.add(cell);
  }
  return ears;
}

/**
 * Returns a path from one of these cells to another by way of other cells of a part. It is found breadth-first: a shortest one, or one cell
 * longer, but not if it closes a cycle, since cycles have even numbers of cells.
 */
function linkOf(walk: Walk, part: Part, ends: readonly number[]): number[] {
  const paths = new Map(ends.map((end) => [end, [end]]));
  for (const [cell, path] of paths) {
    for (const next of walk.near(part, cell)) {
      const other = paths.get(next);
      if (other === undefined) paths.set(next, [...path, next]);
      else if (other[0] !== path[0] && other.length + path.length > 2) return [...path, ...other.toReversed()];
    }
  }
  throw new Error('the cells are no block');
}

/** Solves a block. @param wanted the goal, with the blank on the first cell of the first ear, or of a ring without ears */
function solveBlock(walk: Walk, ears: readonly number[][], wanted: readonly number[]): void {
  const parts: Part[] = ears.map((_, at) => new Set(ears.slice(0, at + 1).flat()));
  let at = ears.length - 1;
  for (; at > 0 && parts[at].size > MOST_LAST_CELLS; at--) {
    const ear = ears[at].slice(1, -1);
    if (parts[at].size ** (ear.length + 1) <= MOST_STATES) search(walk, parts[at], ear, wanted);
    else if (ear.length === 1) walk.bring(parts[at], wanted[ear[0]], ear[0]);
    else if (ear.some((cell) => walk.tiles[cell] !== wanted[cell])) {
      // Brings the blank into the rest.
      walk.follow(walk.route(parts[at], walk.blank, ears[at][0]));
      pushInto(walk, parts[at - 1], ears[at], wanted);
    }
  }
  const cells = [...parts[at]].filter((cell) => wanted[cell] !== BLANK);
  if (at > 0) search(walk, parts[at], cells, wanted);
  else sortRing(walk, ears[0], ears[1] ?? ears[0], wanted);
}

/** Brings the wanted tiles to cells of a part by breadth-first search. */
function search(walk: Walk, part: Part, cells: readonly number[], wanted: readonly number[]): void {
  // A state has a character for the cell of the blank, and one for that of each tile.
  const start = String.fromCharCode(walk.blank, ...cells.map((cell) => walk.tiles.indexOf(wanted[cell])));
  const besideState = (state: string) =>
    walk.near(part, state.charCodeAt(0)).map((next) => {
      const entered = String.fromCharCode(next);
      return entered + state.slice(1).replace(entered, state[0]);
    });
  const goal = String.fromCharCode(...cells);
  const isEnd = (state: string) => state.endsWith(goal);
  const before = pathsFrom(start, besideState, isEnd);
  const end = [...before.keys()].find(isEnd) as string;
  walk.follow(pathTo(end, before).map((state) => state.charCodeAt(0)));
}

/** Fills an ear by pushes. @param rest the part without it, with the blank @param path the ear, between its ends a and b */
function pushInto(walk: Walk, rest: Part, path: readonly number[], wanted: readonly number[]): void {
  const [a, ...ear] = path;
  const b = ear.pop() as number;
  const cellOf = (tile: number) => walk.tiles.indexOf(tile);
  const pass = ([end, ...through]: readonly number[], avoided?: number) =>
    walk.follow([...walk.route(rest, walk.blank, end, avoided), ...through]);
  const back = path.toReversed();
  for (const cell of ear.toReversed()) {
    const tile = wanted[cell];
    let pushes = 0;
    for (; ear.includes(cellOf(tile)); pushes++) pass(back);
    if (pushes > 0) walk.bring(rest, tile, walk.near(rest, b, a)[0]);
    for (; pushes > 0; pushes--) pass(path, cellOf(tile));
    walk.bring(rest, tile, a);
    pass(back, a);
  }
}

/** Sorts the tiles of a ring. @param ear the first ear on it, which is filled; a ring without ears is only turned */
function sortRing(walk: Walk, cycle: readonly number[], ear: readonly number[], wanted: readonly number[]): void {
  const [u, ...p] = ear;
  const v = p.pop() as number;
  walk.follow(walk.route(new Set(cycle), walk.blank, u));
  const at = cycle.indexOf(u);
  const ring = [...cycle.slice(at + 1), ...cycle.slice(0, at)];
  const { length } = ring;
  if (2 * ring.indexOf(v) > length) ring.reverse();
  const middle = ring.indexOf(v);
  const [q, r] = [ring.slice(0, middle), ring.slice(middle + 1).reverse()];
  const lap = (out: readonly number[], back: readonly number[]) => [...out, v, ...back.toReversed(), u];
  const [x, y, z] = [lap(p, q), lap(p, r), lap(q, r)];
  let exchange = [...x, ...y, ...undone(u, x), ...undone(u, y)];
  if (middle === 0) exchange = [...exchange, ...undone(u, [...undone(u, z), ...exchange, ...z]), ...exchange];
  // Exchanges the tiles on the places middle - 1 and middle + 1 of the ring, or 0 and 1.
  const step = middle === 0 ? 1 : 2;
  const place = (tile: number) => ring.indexOf(walk.tiles.indexOf(tile));
  const order = ring.map((_, index) => wanted[ring[(index * step) % length]]);
  for (let sorted = 1; sorted < length; ) {
    if ((place(order[sorted]) - place(order[sorted - 1]) - step) % length === 0) sorted++;
    else {
      walk.turn(ring, place(order[sorted]) - middle - 1);
      walk.follow(exchange);
    }
  }
  walk.turn(ring, place(order[0]));
}
