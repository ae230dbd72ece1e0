/**
 * The inner loop of IDA*, compiled to WebAssembly: a depth-first search below one position, as far as a bound allows.
 *
 * The heuristic is incremental, nothing is allocated, and the last move is never undone. All that depends on the
 * board, the goal and the heuristic is compiled into tables by src/search/ida-star/compiled-problem.ts, so that one step of
 * the loop is: load the tile, load what its move costs, compare.
 *
 * A *list* stands for a cell of the blank and the move that brought it there. It has an entry for each move that may
 * follow, in the order u, l, r, d, and ends with an entry whose first field is 0. Fields are 32 bits, addresses in bytes:
 *
 *     0  address of the tile that would move, on the board
 *     4  address of the costs of its move, by tile
 *     8  address of the blank's cell on the board
 *    12  address of the list behind the move
 *    16  address of the numbers of the three lines concerned (searchWithConflicts only) ...
 *    20, 24  ... of the line that the tile leaves, the one that it enters, the one along which it moves
 *    28  address of the table of tiles that must leave, by the number of a line
 *
 * What a move costs is 1 + the change of the heuristic: the sum of depth and heuristic, f, grows by it. *Slack* is the
 * bound less f. Where it would become negative the move is not made, and `over` keeps the least that was missing.
 * f never exceeds the bound, so at a depth equal to the bound the heuristic is 0 and the goal is reached.
 *
 * The stack holds a frame for each move made: its entry, the slack before it, and the tile.
 *
 * Source: R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence 27
 * (1985).
 */

const ENTRY_BYTES: u32 = 32;
const FRAME_BYTES: u32 = 12;
/** Of a tile's costs in searchWithConflicts: cost, and what the tile counts in each of the three lines. */
const CONFLICT_COST_BYTES: u32 = 16;

/** The search goes on where it stopped. */
const PAUSED = 0;
/** Everything within the bound has been searched. */
const EXHAUSTED = 1;
/** The moves on the stack lead to the depth that was asked for: to the goal, if that is the bound. */
const ARRIVED = 2;

let entry: u32 = 0;
let slack: i32 = 0;
let stack: u32 = 0;
let bottom: u32 = 0;
let deepestTop: u32 = 0;
let generatedNodes: i32 = 0;
let expandedNodes: i32 = 0;
let over: i32 = 0;

/**
 * Begins below a position that lies on the board.
 * @param list of the position
 * @param slackThere the bound less f
 * @param bottomOfStack where the first frame goes
 * @param moves from there to the depth at which the search arrives, at least 1
 */
export function beginBelow(list: u32, slackThere: i32, bottomOfStack: u32, moves: i32): void {
  entry = list;
  slack = slackThere;
  stack = bottomOfStack;
  bottom = bottomOfStack;
  deepestTop = bottomOfStack + moves * FRAME_BYTES;
  over = i32.MAX_VALUE;
}

/** Nodes that the last call generated. */
export function generated(): i32 {
  return generatedNodes;
}

/** Nodes that the last call expanded, the one that the search began with not counted. */
export function expanded(): i32 {
  return expandedNodes;
}

/** By how much f exceeded the bound at least, since the search began; i32.MAX_VALUE where it never did. */
export function leastExcess(): i32 {
  return over;
}

/** Address behind the last frame. */
export function topOfStack(): u32 {
  return stack;
}

/** The bound less f, at the search's node. */
export function slackThere(): i32 {
  return slack;
}

/**
 * Resumes the search, after an arrival beside it, with a heuristic that is a sum over the tiles. The costs of a move are a byte for each
 * tile.
 * @param nodes stops when this many have been generated
 */
export function searchByCosts(nodes: i32): i32 {
  return searchOn(nodes, false);
}

/**
 * Resumes the search, after an arrival beside it, with line conflicts. A move changes those of the line that the tile leaves and of the
 * one that it enters. The costs of a move are four fields of 32 bits for each tile. The first is the cost without conflicts. Then come the
 * tile's share of the number of the line that it leaves, its share of the one that it enters, and its change of the one along which it moves.
 * @param nodes stops when this many have been generated
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
  let top = stack;
  let excess = over;
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
      // The end of an empty list: the search goes on by taking this move back.
      e = 0;
      state = ARRIVED;
      break;
    }
    opened++;
    e = load<u32>(e, 12);
  }
  entry = e;
  slack = s;
  stack = top;
  over = excess;
  generatedNodes = made;
  expandedNodes = opened;
  return state;
}

/** How many more tiles must leave their lines after the move of an entry. */
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

/** Changes the numbers of the three lines by the move of an entry, or back by its undoing. @param sign 1 or -1 */
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
