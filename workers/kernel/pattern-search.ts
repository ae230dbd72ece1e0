/**
 * The inner loop of IDA* with additive pattern databases, compiled to WebAssembly. Its memory is shared by threads: tables are read by
 * all, and each thread has *scratch space* of its own for what it writes. src/search/patterns lays both out, and says why this is right.
 *
 * Cells are places on the board's path. A tile goes by the place that is its home in the goal, so that the goal is the same for all.
 *
 * *Parts.* The search holds for each pattern what the pattern sees of the position: a part, see pattern-parts.ts. If the goal is its own mirror
 * image, the same tables also bound the mirrored position from below: then there is a second *side*, with a part for each pattern again, in
 * which every tile is its mirror image's.
 *
 * *Slack* is the bound less the sum of a side's distances less the moves made. The sum grows or shrinks by one with every move, so a move leaves
 * slack as it is or takes 2 of it. If slack would become negative, the move is not made.
 *
 * *Lists* hold the moves that may follow, one for each state of the automaton of src/search/patterns/move-sequences.ts, which knows the place
 * of the blank and the last moves. An entry has 8 bytes: the list behind the move, 0 at the end of a list; then, a byte each, the place of the
 * tile that moves, that of the blank, and the images of both.
 *
 * *Frames* of the stack hold a move: its entry, the two parts that it changes, both slacks before it, and both parts' first 8 bytes.
 *
 * The goal is reached at a depth equal to the bound: there all distances are 0, since slack is never negative.
 *
 * Source: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134 (2002).
 */

import { halve, lost, moved } from './pattern-parts';

export { distance } from './pattern-parts';

const ENTRY_BYTES: u32 = 8;
const FRAME_BYTES: u32 = 32;

/** The search resumes where it stopped. */
const PAUSED = 0;
/** Everything within the bound has been searched. */
const EXHAUSTED = 1;
/** The moves on the stack lead to the depth that was asked for: to the goal, if that is the bound. */
const ARRIVED = 2;

/** Home of the tile on each place, a byte each. */
let tiles: u32 = 0;
/** Address of the part of each tile, by home, 32 bits each; on the second side 32 addresses further. */
let parts: u32 = 0;
let hasMirror: bool = false;

let entry: u32 = 0;
let slack: i32 = 0;
let mirrorSlack: i32 = 0;
let stack: u32 = 0;
let bottom: u32 = 0;
let top: u32 = 0;
let generatedNodes: i32 = 0;
let expandedNodes: i32 = 0;
let hasCut: bool = false;

/** Addresses of the second side's parts begin behind those of the first. */
const SIDE: u32 = 4 * 32;

/**
 * Names the memory of this thread.
 * @param lower places in the lower half of a set
 * @param upper places in its upper half
 * @param tilesAt,partsAt addresses, as above
 * @param mirrored whether there is a second side
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
 * @param slackThere the bound less the distances of the first side, and of the second
 * @param bottomOfStack where the first frame goes
 */
export function begin(list: u32, slackThere: i32, mirrorSlackThere: i32, bottomOfStack: u32): void {
  entry = list;
  slack = slackThere;
  mirrorSlack = mirrorSlackThere;
  stack = bottomOfStack;
  bottom = bottomOfStack;
  hasCut = false;
}

/** Makes a move that stays made. */
export function make(e: u32): void {
  const from = <u32>load<u8>(e, 4);
  const to = <u32>load<u8>(e, 5);
  const tile = load<u8>(tiles + from);
  slack -= keep(load<u32>(parts + 4 * tile), from, to);
  if (hasMirror) mirrorSlack -= keep(load<u32>(parts + SIDE + 4 * tile), load<u8>(e, 6), load<u8>(e, 7));
  store<u8>(tiles + to, tile);
  entry = load<u32>(e);
}

/** Moves a tile of a part. @returns by how much the slack shrinks */
function keep(part: u32, from: u32, to: u32): i32 {
  const after = moved(part, from, to);
  const shrinks = lost(part, after);
  store<u64>(part, after);
  return shrinks;
}

/** Sets the depth at which the search arrives. @param moves below the position that it begins with */
export function limitDepth(moves: i32): void {
  top = bottom + moves * FRAME_BYTES;
}

/** Nodes that the last call generated. */
export function generated(): i32 {
  return generatedNodes;
}

/** Nodes that the last call expanded, the one that the search began with not counted. */
export function expanded(): i32 {
  return expandedNodes;
}

/** Returns whether the bound has stopped a move since the search began. */
export function cut(): bool {
  return hasCut;
}

/** Address behind the last frame. */
export function topOfStack(): u32 {
  return stack;
}

/** The bound less f, at the search's node: the least that a side has. */
export function slackThere(): i32 {
  return hasMirror ? min(slack, mirrorSlack) : slack;
}

/**
 * Resumes the search; after an arrival, beside it.
 * @param nodes stops when this many have been generated
 */
export function search(nodes: i32): i32 {
  return hasMirror ? searchOn(nodes, true) : searchOn(nodes, false);
}

/** Resumes the search. It is compiled twice, once for each value of `mirrored`. */
// @ts-ignore: decorator
@inline
function searchOn(nodes: i32, mirrored: bool): i32 {
  const at = tiles;
  const partOf = parts;
  let e = entry;
  let s = slack;
  let m = mirrorSlack;
  let frame = stack;
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
      // The end of an empty list: the search goes on by taking this move back.
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
  stack = frame;
  hasCut = cuts;
  generatedNodes = made;
  expandedNodes = opened;
  return state;
}
