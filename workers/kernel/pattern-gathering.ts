/**
 * Gathering, the first loop of src/engines/patterns: a target unites the states that moves reach from the sources that gained states in
 * the layer before.
 *
 * Edges are grouped by target (src/engines/patterns/moves/placement-graph.ts): source << 6 | i << 3 | j. The label is carried from
 * place i to place j. If i = j, the arrangement does not change, and blocks are united. These edges come first: they are two thirds of
 * all.
 */

import { bytes, edges, marks, moves, offsets, reached, visited } from './pattern-memory';
import {
  orAcrossAscending, orAcrossDescending, orRuns, orWithinAscending, orWithinDescending, VECTOR, within,
} from './pattern-moves';

/** Kinds of moves, numbered as in src/engines/patterns/moves/compiled-moves.ts. */
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
  else if (kind == WITHIN_ASCENDING) orWithinAscending(reached, source, bytes, set);
  else if (kind == WITHIN_DESCENDING) orWithinDescending(reached, source, bytes, set);
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
export function gatherVector(target: usize, mark: i32): v128 {
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
