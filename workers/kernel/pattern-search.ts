/**
 * The inner loop of IDA* with additive pattern databases, compiled to WebAssembly. Threads share its memory: all read the tables, and
 * each thread writes its own *scratch space*. src/search/ida-star/pattern-databases.ts defines the layout of both, and proves that sharing is safe.
 *
 * Cells are places on the board's path. A tile is identified by its home, its place in the goal, so all searches have the same goal.
 *
 * *Parts.* The search holds a part for each pattern, which is the pattern's state in the position (pattern-parts.ts). If the goal is
 * its own mirror image, the same tables also give a lower bound for the mirrored position. A second *side* then has another part for
 * each pattern, in which every tile is replaced by its mirror image.
 *
 * *Slack* is the bound minus the sum of a side's distances minus the moves made. Each move changes the sum by one, so it leaves slack
 * unchanged or uses 2 of it. If slack would become negative, the move is not made.
 *
 * *Lists* hold the possible next moves, one list for each state of the automaton of src/search/ida-star/move-sequences.ts. The state
 * consists of the place of the blank and the last moves. An entry has 8 bytes: the list after the move, or 0 at the end of a list;
 * then, a byte each, the place of the tile that moves, the place of the blank, and the images of both.
 *
 * *Frames* of the stack hold a move: its entry, the two parts that it changes, both slacks before it, and both parts' first 8 bytes.
 *
 * At a depth equal to the bound the goal is reached: all distances are 0, because slack is never negative.
 *
 * Source: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134 (2002).
 */

import { halve, lost, moved } from './pattern-parts';

export { distance } from './pattern-parts';

const ENTRY_BYTES: u32 = 8;
const FRAME_BYTES: u32 = 32;

/** The search can be resumed where it stopped. */
const PAUSED = 0;
/** Everything within the bound has been searched. */
const EXHAUSTED = 1;
/** The moves on the stack lead to the depth requested: to the goal, if the depth is the bound. */
const ARRIVED = 2;

/** Home of the tile on each place, a byte each. */
let tiles: u32 = 0;
/** Address of the part of each tile, by home, 32 bits each; those of the second side are 32 addresses further. */
let parts: u32 = 0;
let hasMirror: bool = false;

let entry: u32 = 0;
let slack: i32 = 0;
let mirrorSlack: i32 = 0;
let bottom: u32 = 0;
let top: u32 = 0;
/** Address after the last frame. */
export let topOfStack: u32 = 0;
/** Number of nodes that the last call generated, and of those that it expanded without the first node of the search. */
export let generated: i32 = 0;
export let expanded: i32 = 0;
/** True if the bound has stopped a move since the search began. */
export let hasCut: bool = false;

/** Addresses of the second side's parts follow those of the first. */
const SIDE: u32 = 4 * 32;

/**
 * Sets the memory of this thread.
 * @param lower number of places in the lower half of a set
 * @param upper number of places in the upper half
 * @param tilesAt,partsAt addresses, as above
 * @param mirrored true if there is a second side
 */
export function open(lower: u32, upper: u32, tilesAt: u32, partsAt: u32, mirrored: bool): void {
  halve(lower, upper);
  tiles = tilesAt;
  parts = partsAt;
  hasMirror = mirrored;
}

/**
 * Begins at the position in the scratch space.
 * @param list of the position
 * @param slackThere the bound minus the distances of the first side, and also of the second
 * @param bottomOfStack address of the first frame
 */
export function begin(list: u32, slackThere: i32, mirrorSlackThere: i32, bottomOfStack: u32): void {
  entry = list;
  slack = slackThere;
  mirrorSlack = mirrorSlackThere;
  topOfStack = bottomOfStack;
  bottom = bottomOfStack;
  hasCut = false;
}

/** Makes a move that is never undone. */
export function make(e: u32): void {
  const from = <u32>load<u8>(e, 4);
  const to = <u32>load<u8>(e, 5);
  const tile = load<u8>(tiles + from);
  slack -= keep(load<u32>(parts + 4 * tile), from, to);
  if (hasMirror) mirrorSlack -= keep(load<u32>(parts + SIDE + 4 * tile), load<u8>(e, 6), load<u8>(e, 7));
  store<u8>(tiles + to, tile);
  entry = load<u32>(e);
}

/** Moves a tile of a part. @returns the slack used */
function keep(part: u32, from: u32, to: u32): i32 {
  const after = moved(part, from, to);
  const shrinks = lost(part, after);
  store<u64>(part, after);
  return shrinks;
}

/** Sets the depth at which the search arrives. @param moves depth below the first position */
export function limitDepth(moves: i32): void {
  top = bottom + moves * FRAME_BYTES;
}

/** Returns the bound minus f at the search's node: the minimum slack of the sides. */
export function slackThere(): i32 {
  return hasMirror ? min(slack, mirrorSlack) : slack;
}

/**
 * Resumes the search. After an arrival, it continues with the next sibling.
 * @param nodes number of nodes to generate before the search stops
 */
export function search(nodes: i32): i32 {
  return hasMirror ? searchOn(nodes, true) : searchOn(nodes, false);
}

/** Resumes the search. Compiled twice, once for each value of `mirrored`. */
// @ts-ignore: decorator
@inline
function searchOn(nodes: i32, mirrored: bool): i32 {
  const at = tiles;
  const partOf = parts;
  let e = entry;
  let s = slack;
  let m = mirrorSlack;
  let frame = topOfStack;
  let cuts = hasCut;
  let made = 0;
  let opened = 0;
  let state = PAUSED;
  while (made < nodes) {
    const next = load<u32>(e);
    if (next == 0) {
      if (frame == bottom) {
        state = EXHAUSTED;
        break;
      }
      frame -= FRAME_BYTES;
      e = load<u32>(frame);
      s = load<u16>(frame, 12);
      store<u64>(load<u32>(frame, 4), load<u64>(frame, 16));
      if (mirrored) {
        m = load<u16>(frame, 14);
        store<u64>(load<u32>(frame, 8), load<u64>(frame, 24));
      }
      store<u8>(at + load<u8>(e, 4), load<u8>(at + load<u8>(e, 5)));
      e += ENTRY_BYTES;
      continue;
    }
    made++;
    const from = <u32>load<u8>(e, 4);
    const to = <u32>load<u8>(e, 5);
    const tile = <u32>load<u8>(at + from);
    const part = load<u32>(partOf + 4 * tile);
    const after = moved(part, from, to);
    const rest = s - lost(part, after);
    if (rest < 0) {
      cuts = true;
      e += ENTRY_BYTES;
      continue;
    }
    let mirrorRest = 0;
    if (mirrored) {
      const mirrorPart = load<u32>(partOf + SIDE + 4 * tile);
      const mirrorAfter = moved(mirrorPart, load<u8>(e, 6), load<u8>(e, 7));
      mirrorRest = m - lost(mirrorPart, mirrorAfter);
      if (mirrorRest < 0) {
        cuts = true;
        e += ENTRY_BYTES;
        continue;
      }
      store<u32>(frame, mirrorPart, 8);
      store<u16>(frame, m, 14);
      store<u64>(frame, load<u64>(mirrorPart), 24);
      store<u64>(mirrorPart, mirrorAfter);
    }
    store<u32>(frame, e);
    store<u32>(frame, part, 4);
    store<u16>(frame, s, 12);
    store<u64>(frame, load<u64>(part), 16);
    store<u64>(part, after);
    store<u8>(at + to, tile);
    frame += FRAME_BYTES;
    s = rest;
    m = mirrorRest;
    if (frame == top) {
      // The list is exhausted: the search continues after undoing this move.
      e = 0;
      state = ARRIVED;
      break;
    }
    opened++;
    e = next;
  }
  entry = e;
  slack = s;
  mirrorSlack = m;
  topOfStack = frame;
  hasCut = cuts;
  generated = made;
  expanded = opened;
  return state;
}
