/**
 * The inner loop of IDA* with tables of coordinates. Threads share its memory: all read the tables, and each has a stack of its own.
 * src/search/coordinates/coordinate-databases.ts defines the layout of both.
 *
 * A *view* is a table as it sees a state through one symmetry: each move is another one there, which its list of moves tells. A node has, for
 * each view, its states of the table's coordinates and its distance in the table. Tables hold distances modulo 3, and a move changes a
 * distance by at most one, so the distance of a child follows from its parent's.
 *
 * All children of a node are made at once, view by view: those that a view proves to be too far away are not looked up in the next one. Each
 * view takes all children through one look-up before the next, so that the processor loads several at the same time.
 *
 * *The last move.* If the distance of a view is all that is left of the bound, the last move enters the view's goal, so it is one of the
 * moves that change this goal. If no move is one for all such views, the node is left.
 *
 * *Lists* hold the moves to try, one list for each state of an automaton of the last moves: 4 bytes with their number, then 4 bytes for each,
 * the move, and the number of the list after it, shifted by 8.
 *
 * *Frames*, one for each node of the path: the move to the child that is tried, the number of children and the index of the next one; then
 * the node's slack, the children to try, a byte each, and their records: list, mask of distances, coordinates.
 */

const PAUSED = 0;
const EXHAUSTED = 1;
const ARRIVED = 2;

const VIEW_BYTES: u32 = 192;
const COORDINATES_AT: u32 = 32;
const COORDINATE_BYTES: u32 = 20;
const HEADER_BYTES: u32 = 16 + 256;
/** In a record: address of the list, distances in a byte for each view, and the coordinates of all views. */
const DISTANCES_AT: u32 = 8;
const MOST_VIEWS: u32 = 24;
const VALUES_AT: u32 = DISTANCES_AT + MOST_VIEWS;

let views: u32 = 0;
let viewCount: u32 = 0;
let moves: u32 = 0;
let recordBytes: u32 = 0;
let frameBytes: u32 = 0;
let lists: u32 = 0;
let listBytes: u32 = 0;
/** Scratch of one expansion: 12 bytes for each move. */
let scratch: u32 = 0;
let bottom: u32 = 0;
let frame: u32 = 0;
let top: u32 = 0;
let bound: u32 = 0;
/** Minimum excess of a node that the rule of the last move leaves. */
let step: u32 = 1;

export let topOfStack: u32 = 0;
export let generated: i32 = 0;
export let expanded: i32 = 0;
/** Minimum by which the bound was exceeded since the search began. */
export let leastExcess: u32 = 0xff;

/**
 * @param viewsAt address of the views
 * @param count number of views
 * @param moveCount number of moves of the puzzle
 * @param record,frame bytes of a record and of a frame
 * @param scratchAt address of the scratch space
 * @param listsAt address of the lists
 */
export function open(viewsAt: u32, count: u32, moveCount: u32, record: u32, frameSize: u32, scratchAt: u32, listsAt: u32): void {
  views = viewsAt;
  viewCount = count;
  moves = moveCount;
  recordBytes = record;
  frameBytes = frameSize;
  scratch = scratchAt;
  lists = listsAt;
  listBytes = 4 + 4 * moveCount;
}

/**
 * Begins at the node in the first record of the frame before the first one.
 * @param moveBound moves within which the goal is searched
 * @param depth moves at which the search arrives
 * @param stackAt address of the first frame
 * @param parity least excess of nodes that the rule of the last move leaves
 */
export function begin(moveBound: u32, depth: u32, stackAt: u32, parity: u32): void {
  bottom = stackAt;
  frame = stackAt;
  top = stackAt + depth * frameBytes;
  bound = moveBound;
  step = parity;
  topOfStack = stackAt;
  leastExcess = 0xff;
  // The node is expanded by the first search.
  store<u32>(frame, 0xffffffff, 4);
}

/** Makes a move that is never undone, and that the node's list holds. */
export function make(move: u32): void {
  const parent = recordOf(bottom);
  const count = expandWithin(bottom, parent, 0xfe);
  for (let child: i32 = 0; child < count; child++) {
    const record = bottom + HEADER_BYTES + recordBytes * child;
    if (load<u32>(record, 4) == move) {
      memory.copy(parent, record, recordBytes);
      break;
    }
  }
  store<u32>(bottom, 0xffffffff, 4);
  leastExcess = 0xff;
}

/** Returns the bound minus f at the node of the path's end. */
export function slackThere(): i32 {
  return load<i32>(topOfStack, 12);
}

/** Returns the address of the record of the node whose frame this is: of the child that its parent's frame tries. */
// @ts-ignore: decorator
@inline
function recordOf(at: u32): u32 {
  const parent = at - frameBytes;
  return parent + HEADER_BYTES + recordBytes * load<u8>(parent, 8);
}

export function search(nodes: i32): i32 {
  let made = 0;
  let opened = 0;
  let outcome = PAUSED;
  let at = frame;
  while (made < nodes) {
    let count = load<u32>(at, 4);
    if (count == 0xffffffff) {
      made += expandWithin(at, recordOf(at), bound - (at - bottom) / frameBytes - 1);
      count = load<u32>(at, 4);
    }
    // The next child: its place among the children to try follows the index of its record.
    const place = load<u8>(at, 9);
    if (place == count) {
      if (at == bottom) {
        outcome = EXHAUSTED;
        break;
      }
      at -= frameBytes;
      continue;
    }
    store<u8>(at, <u8>(place + 1), 9);
    const child = load<u8>(at + 16 + place);
    store<u8>(at, <u8>child, 8);
    const record = at + HEADER_BYTES + recordBytes * child;
    store<u32>(at, load<u32>(record, 4));
    if (at + frameBytes == top) {
      at += frameBytes;
      topOfStack = at;
      at -= frameBytes;
      outcome = ARRIVED;
      break;
    }
    const depth = (at - bottom) / frameBytes + 1;
    if (!canEnd(record, bound - depth)) continue;
    at += frameBytes;
    store<u32>(at, 0xffffffff, 4);
    opened++;
  }
  frame = at;
  if (outcome != ARRIVED) topOfStack = at;
  generated = made;
  expanded = opened;
  return outcome;
}

/** Returns false if no move can be the last one. @param left moves that are left */
// @ts-ignore: decorator
@inline
function canEnd(record: u32, left: u32): bool {
  let last: u64 = 0xffffffffffffffff;
  for (let view: u32 = 0; view < viewCount; view++) {
    if (load<u8>(record + view, DISTANCES_AT) == left) last &= load<u64>(views + view * VIEW_BYTES, 24);
  }
  if (last != 0) return true;
  leastExcess = min(leastExcess, step);
  return false;
}

/** Makes the children of a node, and keeps those that are at most `left` moves from the goal. @returns their number, kept or not */
function expandWithin(at: u32, parent: u32, left: u32): i32 {
  const list = load<u32>(parent);
  const all = load<u32>(list);
  let kept: u32 = all;
  for (let child: u32 = 0; child < all; child++) {
    const entry = load<u32>(list + 4 * child, 4);
    const record = at + HEADER_BYTES + recordBytes * child;
    store<u32>(record, lists + (entry >> 8) * listBytes);
    store<u32>(record, entry & 255, 4);
    store<u8>(at + 16 + child, <u8>child);
  }
  let slack: i32 = 0xff;
  for (let view: u32 = 0; view < viewCount && kept > 0; view++) {
    const address = views + view * VIEW_BYTES;
    slack = min(slack, <i32>(left + 1) - <i32>load<u8>(parent + view, DISTANCES_AT));
    lookUp(address, at, parent, kept);
    kept = keep(view, at, load<u8>(parent + view, DISTANCES_AT), kept, left);
  }
  store<i32>(at, slack, 12);
  store<u32>(at, kept, 4);
  store<u8>(at, 0, 9);
  return <i32>all;
}

/** Writes the entries of the children in a view's table to the scratch space: their addresses and shifts. */
// @ts-ignore: decorator
@inline
function lookUp(view: u32, at: u32, parent: u32, count: u32): void {
  const first = load<u8>(view, 16);
  const others = load<u8>(view, 17);
  if (first > 2 || others > 2) lookUpMany(view, at, parent, count, first, others);
  else if (first == 1) {
    if (others == 0) lookUpIn(view, at, parent, count, 1, 0);
    else if (others == 1) lookUpIn(view, at, parent, count, 1, 1);
    else lookUpIn(view, at, parent, count, 1, 2);
  } else if (others == 0) lookUpIn(view, at, parent, count, 2, 0);
  else if (others == 1) lookUpIn(view, at, parent, count, 2, 1);
  else lookUpIn(view, at, parent, count, 2, 2);
}

/** As lookUpIn, for any number of coordinates. */
function lookUpMany(view: u32, at: u32, parent: u32, count: u32, first: u32, others: u32): void {
  const table = load<u32>(view);
  const rowBytes = load<u32>(view, 4);
  const classes = load<u32>(view, 8);
  const images = load<u32>(view, 12);
  const slot = VALUES_AT + load<u32>(view, 20);
  const records = at + HEADER_BYTES;
  for (let i: u32 = 0; i < count; i++) {
    const child = load<u8>(at + 16 + i);
    const record = records + recordBytes * child;
    const move = load<u8>(images + load<u8>(record, 4));
    let state: u32 = 0;
    for (let j: u32 = 0; j < first + others; j++) {
      const coordinate = view + COORDINATES_AT + COORDINATE_BYTES * j;
      const value = load<u32>(load<u32>(coordinate) + 4 * (load<u32>(parent + slot + 4 * j) * moves + move));
      store<u32>(record + slot + 4 * j, value);
      if (j < first) state += load<u32>(coordinate, 4) * value;
    }
    store<u32>(scratch + 8 * i, state);
  }
  for (let i: u32 = 0; i < count; i++) {
    const record = records + recordBytes * load<u8>(at + 16 + i);
    const row = load<u32>(classes + 4 * load<u32>(scratch + 8 * i));
    let entry: u32 = 0;
    for (let j: u32 = first; j < first + others; j++) {
      const coordinate = view + COORDINATES_AT + COORDINATE_BYTES * j;
      const value = load<u32>(record + slot + 4 * j);
      entry += load<u32>(load<u32>(coordinate, 8) + 4 * ((row & 255) * load<u32>(coordinate, 12) + value));
    }
    store<u32>(scratch + 8 * i, table + (row >> 8) * rowBytes + (entry >> 2));
    store<u32>(scratch + 8 * i, (entry & 3) << 1, 4);
  }
}

/** @param first,others numbers of coordinates, up to 2 each: constants, so that nothing is left of those that there are not */
// @ts-ignore: decorator
@inline
function lookUpIn(view: u32, at: u32, parent: u32, count: u32, first: u32, others: u32): void {
  const table = load<u32>(view);
  const rowBytes = load<u32>(view, 4);
  const classes = load<u32>(view, 8);
  const images = load<u32>(view, 12);
  const slot = VALUES_AT + load<u32>(view, 20);
  const records = at + HEADER_BYTES;
  const values = parent + slot;
  const a0 = after(view, values, 0);
  const a1 = first > 1 ? after(view, values, 1) : 0;
  const b0 = others > 0 ? after(view, values, first) : 0;
  const b1 = others > 1 ? after(view, values, first + 1) : 0;
  const stride1 = first > 1 ? load<u32>(view + COORDINATES_AT + COORDINATE_BYTES, 4) : 0;
  for (let i: u32 = 0; i < count; i++) {
    const record = records + recordBytes * load<u8>(at + 16 + i);
    const move = <u32>load<u8>(images + load<u8>(record, 4)) << 2;
    const written = record + slot;
    let state = load<u32>(a0 + move);
    store<u32>(written, state);
    if (first > 1) {
      const value = load<u32>(a1 + move);
      store<u32>(written, value, 4);
      state += stride1 * value;
    }
    const other = written + 4 * first;
    if (others > 0) store<u32>(other, load<u32>(b0 + move));
    if (others > 1) store<u32>(other, load<u32>(b1 + move), 4);
    store<u32>(scratch + 8 * i, load<u32>(classes + 4 * state));
  }
  const coordinate0 = view + COORDINATES_AT + COORDINATE_BYTES * first;
  const coordinate1 = coordinate0 + COORDINATE_BYTES;
  for (let i: u32 = 0; i < count; i++) {
    const row = load<u32>(scratch + 8 * i);
    const symmetry = row & 255;
    const other = records + recordBytes * load<u8>(at + 16 + i) + slot + 4 * first;
    let entry: u32 = 0;
    if (others > 0) entry += image(coordinate0, symmetry, load<u32>(other));
    if (others > 1) entry += image(coordinate1, symmetry, load<u32>(other, 4));
    store<u32>(scratch + 8 * i, table + (row >> 8) * rowBytes + (entry >> 2));
    store<u32>(scratch + 8 * i, (entry & 3) << 1, 4);
  }
}

/** Returns the address of the states of a coordinate after each move. */
// @ts-ignore: decorator
@inline
function after(view: u32, values: u32, index: u32): u32 {
  return load<u32>(view + COORDINATES_AT + COORDINATE_BYTES * index) + 4 * moves * load<u32>(values + 4 * index);
}

/** Returns the part of an entry that is the image of a coordinate's state. */
// @ts-ignore: decorator
@inline
function image(coordinate: u32, symmetry: u32, value: u32): u32 {
  return load<u32>(load<u32>(coordinate, 8) + 4 * (symmetry * load<u32>(coordinate, 12) + value));
}

/** Keeps the children whose distances in a view are at most what is left. @param before the parent's distance @returns their number */
// @ts-ignore: decorator
@inline
function keep(view: u32, at: u32, before: u32, count: u32, left: u32): u32 {
  // Code of the parent's distance, so that the difference of codes is 0 for the same distance, 1 for one more, 2 for one less.
  const same = before % 3;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const code = ((<u32>load<u8>(load<u32>(scratch + 8 * i)) >> load<u32>(scratch + 8 * i, 4)) & 3) + 2 - same;
    const more = code >= 3 ? code - 3 : code;
    const distance = before + more - (more == 2 ? 3 : 0);
    if (distance > left) {
      leastExcess = min(leastExcess, distance - left);
      continue;
    }
    const child = load<u8>(at + 16 + i);
    store<u8>(at + HEADER_BYTES + recordBytes * child + view, <u8>distance, DISTANCES_AT);
    store<u8>(at + 16 + kept, child);
    kept++;
  }
  return kept;
}
