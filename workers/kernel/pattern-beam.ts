/**
 * A layer of beam search with additive pattern databases (src/search/anytime/beam.ts): the children of its nodes, and the next layer, made of
 * those that are kept. Parts, lists and tiles are as in pattern-search.ts.
 *
 * *Nodes* follow each other in memory, in one of two layers that change places. The fields of a node, in bytes:
 *
 *      0  address of the list of its moves
 *      4  hash of its tiles
 *      8  the sum of the distances on the first side, 16 bits, and on the second
 *     16  the first 8 bytes of each part, those of the first side first
 *     then the home of the tile on each place, a byte each
 *
 * *Children* are written to four columns: code, hash, key and bound. A code is 16 * node + 4 * index of the move in the list + 2 if the first
 * side's sum grows + 1 if the second's does. So the child can be made again without a look at the tables. Its bound is the larger sum, a lower bound of the
 * moves to the goal. Its key, by which the best are chosen, is the total of both sums: it orders positions better than the larger one alone.
 */

import { carried, DISTANCE_SHIFT, movedFrom, withDistance } from './pattern-parts';

const ENTRY_BYTES: u32 = 8;
const PARTS: u32 = 16;
/** Bytes of a part, and of the addresses of one side's parts. */
const PART_BYTES: u32 = 64;
const SIDE: u32 = 4 * 32;

/** Addresses: the first part, the parts of the tiles, the hashes by place and tile, 32 bits each, and the columns of children. */
let firstPart: u32 = 0;
let partOf: u32 = 0;
let hashes: u32 = 0;
let codes: u32 = 0;
/** Number of children that the columns hold. */
let room: u32 = 0;
let nodeBytes: u32 = 0;
/** Offset of the tiles in a node. */
let tilesAt: u32 = 0;
let hasMirror: bool = false;
/** The layer, the next one, and the end of what is kept of it. */
let layer: u32 = 0;
let nextLayer: u32 = 0;
let end: u32 = 0;

/**
 * Begins with the position in the scratch space as the only node of a layer.
 * @param tiles address of the tiles
 * @param list of the position
 * @param parts number of parts on all sides
 */
export function beginBeam(
  first: u32, partsOfTiles: u32, parts: u32, tiles: u32, cells: u32, list: u32, sum: u32, mirrorSum: u32, mirrored: bool,
  hashesAt: u32, columns: u32, children: u32, layers: u32, layerBytes: u32,
): void {
  firstPart = first;
  partOf = partsOfTiles;
  hashes = hashesAt;
  codes = columns;
  room = children;
  hasMirror = mirrored;
  layer = layers;
  nextLayer = layers + layerBytes;
  end = nextLayer;
  tilesAt = PARTS + 8 * parts;
  nodeBytes = (tilesAt + cells + 7) & ~7;
  store<u32>(layer, list);
  store<u32>(layer, 0, 4);
  store<u16>(layer, sum, 8);
  store<u16>(layer, mirrorSum, 10);
  for (let part: u32 = 0; part < parts; part++) store<u64>(layer + PARTS + 8 * part, load<u64>(first + PART_BYTES * part));
  memory.copy(layer + tilesAt, tiles, cells);
}

/** Writes the children of nodes to the columns. @returns how many there are */
export function expand(node: u32, last: u32): u32 {
  return hasMirror ? expandOn(node, last, true) : expandOn(node, last, false);
}

// @ts-ignore: decorator
@inline
function expandOn(node: u32, last: u32, mirrored: bool): u32 {
  let child: u32 = 0;
  for (; node < last; node++) {
    const at = layer + node * nodeBytes;
    const hash = load<u32>(at, 4);
    const sum = <u32>load<u16>(at, 8);
    const mirrorSum = <u32>load<u16>(at, 10);
    let index: u32 = 0;
    for (let e = load<u32>(at); load<u32>(e) != 0; e += ENTRY_BYTES) {
      const from = <u32>load<u8>(e, 4);
      const to = <u32>load<u8>(e, 5);
      const tile = <u32>load<u8>(at + tilesAt + from);
      const grows = growth(at, load<u32>(partOf + 4 * tile), from, to);
      const own = sum + 2 * grows - 1;
      let code = (node << 4) | (index << 2) | (grows << 1);
      let key = own;
      let bound = own;
      if (mirrored) {
        const mirrorGrows = growth(at, load<u32>(partOf + SIDE + 4 * tile), load<u8>(e, 6), load<u8>(e, 7));
        const mirror = mirrorSum + 2 * mirrorGrows - 1;
        code |= mirrorGrows;
        key += mirror;
        bound = max(bound, mirror);
      }
      store<u32>(codes + 4 * child, code);
      store<u32>(codes + 4 * (room + child), hashAfter(hash, tile, from, to));
      store<u16>(codes + 8 * room + 2 * child, key);
      store<u16>(codes + 10 * room + 2 * child, bound);
      child++;
      index++;
    }
  }
  return child;
}

/** Returns 1 if a move of a tile of a part takes it farther from its goal, else 0. */
// @ts-ignore: decorator
@inline
function growth(node: u32, part: u32, from: u32, to: u32): u32 {
  const before = load<u64>(node + offsetOf(part));
  return ((<u32>(movedFrom(part, before, from, to) >> 56) - <u32>(before >> 56)) & 3) == 1 ? 1 : 0;
}

/** Returns the offset of a part's first 8 bytes in a node. */
// @ts-ignore: decorator
@inline
function offsetOf(part: u32): u32 {
  return PARTS + ((part - firstPart) / PART_BYTES) * 8;
}

/** Returns the hash of the tiles after a move. It leaves out the blank, whose cell follows from the tiles. */
// @ts-ignore: decorator
@inline
function hashAfter(hash: u32, tile: u32, from: u32, to: u32): u32 {
  return hash ^ load<u32>(hashes + 4 * ((from << 5) | tile)) ^ load<u32>(hashes + 4 * ((to << 5) | tile));
}

/** Adds children to the next layer. @param count number of codes in their column */
export function keep(count: u32): void {
  for (let child: u32 = 0; child < count; child++) {
    const code = load<u32>(codes + 4 * child);
    const from = layer + (code >> 4) * nodeBytes;
    const node = end;
    end += nodeBytes;
    memory.copy(node, from, nodeBytes);
    const e = load<u32>(from) + ((code >> 2) & 3) * ENTRY_BYTES;
    const tileFrom = <u32>load<u8>(e, 4);
    const tileTo = <u32>load<u8>(e, 5);
    const tile = <u32>load<u8>(node + tilesAt + tileFrom);
    store<u32>(node, load<u32>(e));
    store<u32>(node, hashAfter(load<u32>(node, 4), tile, tileFrom, tileTo), 4);
    move(node, 8, load<u32>(partOf + 4 * tile), (code >> 1) & 1, tileFrom, tileTo);
    if (hasMirror) move(node, 10, load<u32>(partOf + SIDE + 4 * tile), code & 1, load<u8>(e, 6), load<u8>(e, 7));
    store<u8>(node + tilesAt + tileTo, tile);
  }
}

/** Moves a tile of a part. @param sum offset of its side's sum in the node @param grows 1 if the sum grows, else 0 */
// @ts-ignore: decorator
@inline
function move(node: u32, sum: u32, part: u32, grows: u32, from: u32, to: u32): void {
  store<u16>(node + sum, load<u16>(node + sum) + 2 * grows - 1);
  const at = node + offsetOf(part);
  const before = load<u64>(at);
  store<u64>(at, withDistance(carried(before, from, to), <u32>(before >> (32 + DISTANCE_SHIFT)) + (grows ? 1 : 3)));
}

/** Makes what was kept the layer. */
export function advance(): void {
  const before = layer;
  layer = nextLayer;
  nextLayer = before;
  end = before;
}
