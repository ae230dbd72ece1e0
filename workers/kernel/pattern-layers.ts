/**
 * Layers of a pattern's states: the inner loops of src/engines/patterns.
 *
 * A placement has a block of vectors, with a bit for each of its arrangements. Moves lead from placements of one colour to those of the
 * other (src/spaces/board/pattern-geometry.ts). So the targets of a layer have one colour, and the sources are only read. A target gathers
 * the states that moves reach from the sources that gained states in the layer before. It then settles: the states that have not been
 * visited belong to the layer.
 *
 * A thread has one instance of this module in each shared memory. A memory is limited to 4 GiB, so large patterns need several
 * memories. Each has a range of the placements, and the edges from these to all targets.
 *
 * The module's variables are the memory that a thread's instance reads and writes: src/engines/patterns/bitsets.ts lays it out.
 */

import { orAcrossAscending, orAcrossDescending, orRuns, orWithin, SEXTET, VECTOR, within } from './pattern-moves';
import { ones, orInto } from './low-digits';

/** Bytes per block. */
let bytes: usize = 0;
/** Addresses: the first edge of each target, u32; the edges, u32; [own placement] marks, u8; [own placement] 1 if it is full, u8. */
let offsets: usize = 0;
let edges: usize = 0;
let marks: usize = 0;
let full: usize = 0;
/** Addresses: compiled moves; the bits of a vector that represent states; the bitsets. The table's address is 0 if no table is made. */
let moves: usize = 0;
let used: usize = 0;
let visited: usize = 0;
let table: usize = 0;
/** Address of this thread's block, for the states that a target gathers. */
let reached: usize = 0;

/**
 * Prepares a thread's instance.
 * @param layout address of nine numbers, u32: see src/engines/patterns/bitsets.ts
 * @param scratch address of this thread's own block
 */
export function attach(layout: usize, scratch: usize): void {
  bytes = load<u32>(layout);
  offsets = load<u32>(layout, 4);
  edges = load<u32>(layout, 8);
  marks = load<u32>(layout, 12);
  full = load<u32>(layout, 16);
  moves = load<u32>(layout, 20);
  used = load<u32>(layout, 24);
  visited = load<u32>(layout, 28);
  table = load<u32>(layout, 32);
  reached = scratch;
}

/**
 * Finds the states of a layer that belong to some targets, if all placements lie in this memory.
 * @param next address of the first target's number, u32
 * @param end address after the last number
 * @param from mark of the placements that gained states in the layer before
 * @param mark of the placements that gain states now
 * @param marksTable true if the layer's states are added to the table
 * @param keep true to stop after the first target that has fresh states, and leave these in the thread's block
 * @param found receives the number of states and the number of targets that have some, f64: a layer may have more than 2^32 states
 * @returns the address of the next target
 */
export function advance(
  next: usize, end: usize, from: i32, mark: i32, marksTable: bool, keep: bool, found: usize,
): usize {
  let states: i64 = 0, targets = 0;
  while (next < end && !(keep && targets)) {
    const target = <usize>load<u32>(next);
    next += 4;
    if (load<u8>(full + target)) continue;
    let fresh = 0;
    if (bytes == VECTOR) {
      const bits = gatherVector(target, from);
      if (keep) {
        v128.store(reached, bits);
        keepFresh(target);
      }
      fresh = settleVector(target, bits, marksTable);
      if (fresh) store<u8>(marks + target, mark);
    } else if (gather(target, from)) fresh = settleBlock(target, mark, marksTable, keep);
    if (fresh == 0) continue;
    states += fresh;
    targets++;
  }
  store<f64>(found, <f64>states);
  store<f64>(found, <f64>targets, 8);
  return next;
}

/*
 * Gathering, the first loop of src/engines/patterns: a target unites the states that moves reach from the sources that gained states in
 * the layer before.
 *
 * Edges are grouped by target (src/engines/patterns/moves.ts): source << 6 | i << 3 | j. The label is carried from
 * place i to place j. If i = j, the arrangement does not change, and blocks are united. These edges come first: they are two thirds of
 * all.
 */

/** Kinds of moves, numbered as in src/engines/patterns/moves.ts. */
const RUNS = 1;
const WITHIN_ASCENDING = 2;
const WITHIN_DESCENDING = 3;
const ACROSS_ASCENDING = 4;

/** Bytes of a compiled move: its kind, its exchanges, the address of its map, and the bytes of its runs. */
const MOVE_SHIFT = 4;

/** Unites four blocks: reached = a | b | c | d, any of which may be `reached` itself. */
function unite4(a: usize, b: usize, c: usize, d: usize): void {
  const end = reached + bytes;
  for (let target = reached; target < end; target += VECTOR, a += VECTOR, b += VECTOR, c += VECTOR, d += VECTOR) {
    v128.store(target, v128.or(v128.or(v128.load(a), v128.load(b)), v128.or(v128.load(c), v128.load(d))));
  }
}

/** Unites three blocks in the same way. */
function unite3(a: usize, b: usize, c: usize): void {
  const end = reached + bytes;
  for (let target = reached; target < end; target += VECTOR, a += VECTOR, b += VECTOR, c += VECTOR) {
    v128.store(target, v128.or(v128.or(v128.load(a), v128.load(b)), v128.load(c)));
  }
}

/** Unites two blocks in the same way. */
function unite2(a: usize, b: usize): void {
  const end = reached + bytes;
  for (let target = reached; target < end; target += VECTOR, a += VECTOR, b += VECTOR) {
    v128.store(target, v128.or(v128.load(a), v128.load(b)));
  }
}

// @ts-ignore: decorator
@inline
function isUnion(edge: u32): bool {
  return ((edge ^ (edge >> 3)) & 7) == 0;
}

// @ts-ignore: decorator
@inline
function blockOf(edge: u32): usize {
  return visited + <usize>(edge >> 6) * bytes;
}

// @ts-ignore: decorator
@inline
function isActive(edge: u32, mark: i32): bool {
  return <i32>load<u8>(marks + <usize>(edge >> 6)) == mark;
}

/** Adds a move of a block: reached |= the block after the move. */
function orMove(edge: u32, source: usize): void {
  const move = moves + (<usize>(edge & 63) << MOVE_SHIFT);
  const kind = load<u32>(move);
  const set = load<i32>(move, 4);
  const map = <usize>load<u32>(move, 8);
  if (kind == RUNS) orRuns(reached, source, bytes, map, load<u32>(move, 12));
  else if (kind == WITHIN_ASCENDING) orWithin(reached, source, bytes, set, true);
  else if (kind == WITHIN_DESCENDING) orWithin(reached, source, bytes, set, false);
  else if (kind == ACROSS_ASCENDING) orAcrossAscending(reached, source, bytes, map, set);
  else orAcrossDescending(reached, source, bytes, map, set);
}

/**
 * Gathers the states of a target that moves reach from the sources with a mark.
 * @param target its number among all placements
 * @returns false if there are no such sources
 */
export function gather(target: usize, mark: i32): bool {
  let edge = edges + (<usize>load<u32>(offsets + (target << 2)) << 2);
  const end = edges + (<usize>load<u32>(offsets + (target << 2), 4) << 2);
  // Up to four blocks are united in one pass, which needs no clearing.
  let count = 0;
  let a: usize = 0, b: usize = 0, c: usize = 0;
  for (; edge < end; edge += 4) {
    const entry = load<u32>(edge);
    if (!isUnion(entry)) break;
    if (!isActive(entry, mark)) continue;
    const block = blockOf(entry);
    if (count == 0) a = block;
    else if (count == 1) b = block;
    else if (count == 2) c = block;
    else {
      unite4(a, b, c, block);
      a = reached;
      count = 0;
    }
    count++;
  }
  if (count == 3) unite3(a, b, c);
  else if (count == 2) unite2(a, b);
  else if (count == 1 && a != reached) memory.copy(reached, a, bytes);
  for (; edge < end; edge += 4) {
    const entry = load<u32>(edge);
    if (!isActive(entry, mark)) continue;
    if (count == 0) {
      memory.fill(reached, 0, bytes);
      count = 1;
    }
    orMove(entry, blockOf(entry));
  }
  return count != 0;
}

/** Gathers as `gather` does, for placements with a single vector. @returns the gathered states */
function gatherVector(target: usize, mark: i32): v128 {
  let edge = edges + (<usize>load<u32>(offsets + (target << 2)) << 2);
  const end = edges + (<usize>load<u32>(offsets + (target << 2), 4) << 2);
  let bits = i64x2.splat(0);
  for (; edge < end; edge += 4) {
    const entry = load<u32>(edge);
    if (!isActive(entry, mark)) continue;
    let brought = v128.load(blockOf(entry));
    if (!isUnion(entry)) {
      const move = moves + (<usize>(entry & 63) << MOVE_SHIFT);
      brought = within(brought, load<i32>(move, 4), load<u32>(move) == WITHIN_ASCENDING);
    }
    bits = v128.or(bits, brought);
  }
  return bits;
}

/** Adds the states that a target has gathered from sources in another memory. @param block address of a copy of these states */
export function gatherBlock(block: usize): void {
  unite2(reached, block);
}

/*
 * Settling, the second loop of src/engines/patterns: the states that a target has gathered and that were not visited before become its
 * part of the layer.
 */

/**
 * Adds the fresh states, those that the target has gathered and that have not been visited, to the bitsets. Processes six vectors with
 * one branch. A branch for each vector is often mispredicted in the middle layers.
 * @param marksTable true if fresh states are added to the table
 * @returns the number of fresh states
 */
function settle(target: usize, marksTable: bool): i32 {
  let before = visited + target * bytes;
  let bits = table + target * bytes;
  let all = v128.load(used);
  const states = all;
  let count: i64 = 0;
  const end = reached + bytes;
  for (let from = reached; from < end; from += SEXTET, before += SEXTET, bits += SEXTET) {
    const before0 = v128.load(before, 0), fresh0 = v128.andnot(v128.load(from, 0), before0);
    const before1 = v128.load(before, 16), fresh1 = v128.andnot(v128.load(from, 16), before1);
    const before2 = v128.load(before, 32), fresh2 = v128.andnot(v128.load(from, 32), before2);
    const before3 = v128.load(before, 48), fresh3 = v128.andnot(v128.load(from, 48), before3);
    const before4 = v128.load(before, 64), fresh4 = v128.andnot(v128.load(from, 64), before4);
    const before5 = v128.load(before, 80), fresh5 = v128.andnot(v128.load(from, 80), before5);
    const any = v128.or(v128.or(v128.or(fresh0, fresh1), v128.or(fresh2, fresh3)), v128.or(fresh4, fresh5));
    if (v128.any_true(any)) {
      const after0 = v128.or(before0, fresh0);
      v128.store(before, after0, 0);
      const after1 = v128.or(before1, fresh1);
      v128.store(before, after1, 16);
      const after2 = v128.or(before2, fresh2);
      v128.store(before, after2, 32);
      const after3 = v128.or(before3, fresh3);
      v128.store(before, after3, 48);
      const after4 = v128.or(before4, fresh4);
      v128.store(before, after4, 64);
      const after5 = v128.or(before5, fresh5);
      v128.store(before, after5, 80);
      all = v128.and(all, allOf(after0, after1, after2, after3, after4, after5));
      if (marksTable) {
        orInto(bits, fresh0);
        orInto(bits + 16, fresh1);
        orInto(bits + 32, fresh2);
        orInto(bits + 48, fresh3);
        orInto(bits + 64, fresh4);
        orInto(bits + 80, fresh5);
      }
      count += ones(fresh0) + ones(fresh1) + ones(fresh2) + ones(fresh3) + ones(fresh4) + ones(fresh5);
    } else all = v128.and(all, allOf(before0, before1, before2, before3, before4, before5));
  }
  if (!v128.any_true(v128.xor(all, states))) store<u8>(full + target, 1);
  return <i32>count;
}

/** Returns the bits that six vectors have in common. */
// @ts-ignore: decorator
@inline
function allOf(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return v128.and(v128.and(v128.and(a, b), v128.and(c, d)), v128.and(e, f));
}

/** Settles as `settle` does, for placements with a single vector. @param bits gathered states */
// @ts-ignore: decorator
@inline
function settleVector(target: usize, bits: v128, marksTable: bool): i32 {
  const place = target * VECTOR;
  const before = v128.load(visited + place);
  const fresh = v128.andnot(bits, before);
  if (!v128.any_true(fresh)) return 0;
  const after = v128.or(before, fresh);
  v128.store(visited + place, after);
  if (marksTable) orInto(table + place, fresh);
  if (!v128.any_true(v128.xor(after, v128.load(used)))) store<u8>(full + target, 1);
  return <i32>ones(fresh);
}

/** Removes the visited states of the target from `reached`. */
function keepFresh(target: usize): void {
  let before = visited + target * bytes;
  const end = reached + bytes;
  for (let from = reached; from < end; from += VECTOR, before += VECTOR) {
    v128.store(from, v128.andnot(v128.load(from), v128.load(before)));
  }
}

/**
 * Settles the states that a target has gathered.
 * @param target its number among the placements of this memory
 * @param mark of the placements that gain states now
 * @param marksTable true if fresh states are added to the table
 * @param keep true to leave only fresh states in the thread's block
 * @returns the number of fresh states
 */
export function settleBlock(target: usize, mark: i32, marksTable: bool, keep: bool): i32 {
  if (keep) keepFresh(target);
  const fresh = settle(target, marksTable);
  if (fresh) store<u8>(marks + target, mark);
  return fresh;
}

/**
 * Counts the states that a placement has visited after a checkpoint was restored, and notes if these are all of its states.
 * @returns the number of visited states
 */
export function survey(placement: usize): i32 {
  let count: i64 = 0;
  const states = v128.load(used);
  let all = states;
  let at = visited + placement * bytes;
  for (const end = at + bytes; at < end; at += VECTOR) {
    const bits = v128.load(at);
    count += ones(bits);
    all = v128.and(all, bits);
  }
  store<u8>(full + placement, v128.any_true(v128.xor(all, states)) ? 0 : 1);
  return <i32>count;
}
