/**
 * The inner loop of IDA*, compiled to WebAssembly: a depth-first search below one position, up to a bound.
 *
 * The heuristic is incremental, nothing is allocated, and the last move is never undone. src/search/ida-star/compiled-problem.ts
 * compiles everything that depends on the board, the goal and the heuristic into tables. One step of the loop loads the tile, loads the
 * cost of its move, and compares.
 *
 * A *list* represents a cell of the blank and the move that led to it. It has an entry for each move that can
 * follow, in the order u, l, r, d, and ends with an entry whose first field is 0. Fields are 32 bits, addresses in bytes:
 *
 *     0  address of the tile that would move, on the board
 *     4  address of the costs of its move, by tile
 *     8  address of the blank's cell on the board
 *    12  address of the list after the move
 *    16  addresses of the numbers of the three lines affected (searchWithConflicts only) ...
 *    20, 24  ... the line that the tile leaves, the line that it enters, the line along which it moves
 *    28  address of the table of tiles that must leave, by the number of a line
 *
 * The cost of a move is 1 + the change of the heuristic, so f, the sum of depth and heuristic, increases by the cost. *Slack* is the
 * bound minus f. If slack would become negative, the move is not made, and `leastExcess` keeps the minimum excess. f never exceeds the bound,
 * so at a depth equal to the bound the heuristic is 0 and the goal is reached.
 *
 * The stack holds a frame for each move made: its entry, the slack before it, and the tile.
 *
 * Source: R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence 27
 * (1985).
 */

const ENTRY_BYTES: u32 = 32;
const FRAME_BYTES: u32 = 12;
/** Fields of a tile's costs in searchWithConflicts: cost, and the tile's contribution to each of the three lines. */
const CONFLICT_COST_BYTES: u32 = 16;

/** The search can be resumed where it stopped. */
const PAUSED = 0;
/** Everything within the bound has been searched. */
const EXHAUSTED = 1;
/** The moves on the stack lead to the depth requested: to the goal, if the depth is the bound. */
const ARRIVED = 2;

let entry: u32 = 0;
let slack: i32 = 0;
let bottom: u32 = 0;
let deepestTop: u32 = 0;
/** Address after the last frame. */
export let topOfStack: u32 = 0;
/** Number of nodes that the last call generated, and of those that it expanded without the first node of the search. */
export let generated: i32 = 0;
export let expanded: i32 = 0;
/** Minimum by which f exceeded the bound since the search began, or i32.MAX_VALUE if it never did. */
export let leastExcess: i32 = 0;

/**
 * Begins below the position on the board.
 * @param list of the position
 * @param slackThere the bound minus f
 * @param bottomOfStack address of the first frame
 * @param moves number of moves to the depth at which the search arrives, at least 1
 */
export function beginBelow(list: u32, slackThere: i32, bottomOfStack: u32, moves: i32): void {
  entry = list;
  slack = slackThere;
  topOfStack = bottomOfStack;
  bottom = bottomOfStack;
  deepestTop = bottomOfStack + moves * FRAME_BYTES;
  leastExcess = i32.MAX_VALUE;
}

/** Returns the bound minus f, at the search's node. */
export function slackThere(): i32 {
  return slack;
}

/**
 * Resumes the search with a heuristic that is a sum over the tiles. After an arrival, it continues with the next sibling. The costs of
 * a move are one byte per tile.
 * @param nodes number of nodes to generate before the search stops
 */
export function searchByCosts(nodes: i32): i32 {
  return searchOn(nodes, false);
}

/**
 * Resumes the search with line conflicts. After an arrival, it continues with the next sibling. A move changes the conflicts of the
 * line that the tile leaves and of the line that it enters. The costs of a move are four 32-bit fields per tile. The first is the cost
 * without conflicts. The second and third are the tile's shares in the numbers of the lines that it leaves and enters. The fourth is
 * its change of the line along which it moves.
 * @param nodes number of nodes to generate before the search stops
 */
export function searchWithConflicts(nodes: i32): i32 {
  return searchOn(nodes, true);
}

/** Compiled twice, once for each value of `conflicts`. */
// @ts-ignore: decorator
@inline
function searchOn(nodes: i32, conflicts: bool): i32 {
  let e = entry;
  let s = slack;
  let top = topOfStack;
  let excess = leastExcess;
  let made = 0;
  let opened = 0;
  let state = PAUSED;
  while (made < nodes) {
    const near = load<u32>(e);
    if (near == 0) {
      if (top == bottom) {
        state = EXHAUSTED;
        break;
      }
      top -= FRAME_BYTES;
      e = load<u32>(top);
      s = load<i32>(top, 4);
      const moved = load<u8>(top, 8);
      store<u8>(load<u32>(e), moved);
      if (conflicts) moveInLines(e, load<u32>(e, 4) + moved * CONFLICT_COST_BYTES, -1);
      e += ENTRY_BYTES;
      continue;
    }
    const tile = load<u8>(near);
    const costs = load<u32>(e, 4) + <u32>tile * (conflicts ? CONFLICT_COST_BYTES : 1);
    const rest = s - (conflicts ? load<i32>(costs) + 2 * moreLeaving(e, costs) : <i32>load<u8>(costs));
    made++;
    if (rest < 0) {
      if (-rest < excess) excess = -rest;
      e += ENTRY_BYTES;
      continue;
    }
    store<u32>(top, e);
    store<i32>(top, s, 4);
    store<u8>(top, tile, 8);
    top += FRAME_BYTES;
    store<u8>(load<u32>(e, 8), tile);
    if (conflicts) moveInLines(e, costs, 1);
    s = rest;
    if (top == deepestTop) {
      // The list is exhausted: the search continues after undoing this move.
      e = 0;
      state = ARRIVED;
      break;
    }
    opened++;
    e = load<u32>(e, 12);
  }
  entry = e;
  slack = s;
  topOfStack = top;
  leastExcess = excess;
  generated = made;
  expanded = opened;
  return state;
}

/** Returns how many more tiles must leave their lines after the move of an entry. */
// @ts-ignore: decorator
@inline
function moreLeaving(e: u32, costs: u32): i32 {
  const leaves = load<i32>(costs, 4);
  const enters = load<i32>(costs, 8);
  if ((leaves | enters) == 0) return 0;
  const table = load<u32>(e, 28);
  const left = table + load<u32>(load<u32>(e, 16));
  const entered = table + load<u32>(load<u32>(e, 20));
  return <i32>load<u8>(left - leaves) - <i32>load<u8>(left) + <i32>load<u8>(entered + enters) - <i32>load<u8>(entered);
}

/** Applies or undoes the move of an entry in the numbers of the three lines. @param sign 1 or -1 */
// @ts-ignore: decorator
@inline
function moveInLines(e: u32, costs: u32, sign: i32): void {
  addTo(load<u32>(e, 16), -sign * load<i32>(costs, 4));
  addTo(load<u32>(e, 20), sign * load<i32>(costs, 8));
  addTo(load<u32>(e, 24), sign * load<i32>(costs, 12));
}

// @ts-ignore: decorator
@inline
function addTo(address: u32, value: i32): void {
  store<i32>(address, load<i32>(address) + value);
}
