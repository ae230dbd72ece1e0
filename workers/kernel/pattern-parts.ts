/**
 * The parts of a search with pattern databases: the state of each pattern, and its change by a move. The fields of a part, in bytes:
 *
 *      0  the set of the tiles' places, as a mask
 *      4  the labels of the tiles along the path, 3 bits each, the first one lowest; bits 24 and 25: the distance mod 4
 *      8  address of the shares of a set's lower half in its rank, 32 bits each
 *     12  the same for the upper half, preceded by the number of places in the lower half
 *     16  address of the first placement of each rank, 32 bits: twice its number, plus 1 if the set has several regions
 *     20  address of the regions of placements, as masks
 *     24  address of the bits of the first labels, 32 bits each
 *     28  address of the bits of the last four labels, 16 bits each
 *     32  bits of the first labels: 3 for each label except the last four
 *     36  address of the table
 *     40  bytes per placement in the table
 *     44  the places of the goal, as a mask
 *     48  the placement of the goal
 *     52  the labels of the goal
 *
 * Distances of neighbours differ by exactly one, and the table has bit floor(h / 2) mod 2 of each distance h. So the bit of a neighbour
 * distinguishes h + 1 from h - 1.
 *
 * Cells are places on the board's path. src/search/ida-star/pattern-databases.ts defines this layout.
 */

const FIRST_LABELS: u32 = 0xffffff;
export const DISTANCE_SHIFT: u32 = 24;

/** More moves than any part needs to its goal. A walk of this length is in a cycle. */
const MOST_STEPS = 10_000;

/** Number of places in the lower half of a set, and in the upper half. */
let lowBits: u32 = 0;
let highBits: u32 = 0;

/** Divides sets into halves, by which their ranks are looked up. */
export function halve(lower: u32, upper: u32): void {
  lowBits = lower;
  highBits = upper;
}

/** Returns the slack that a move uses if it leads to this part. */
// @ts-ignore: decorator
@inline
export function lost(part: u32, after: u64): i32 {
  const before = load<u32>(part, 4) >> DISTANCE_SHIFT;
  return (((<u32>(after >> (32 + DISTANCE_SHIFT))) - before) & 3) == 1 ? 2 : 0;
}

/**
 * Returns the first 8 bytes of a part after a move of one of its tiles.
 * @param from place of the tile
 * @param to place of the blank, adjacent to it
 */
// @ts-ignore: decorator
@inline
export function moved(part: u32, from: u32, to: u32): u64 {
  return movedFrom(part, load<u64>(part), from, to);
}

/** Returns the first 8 bytes of a part after a move. @param state its first 8 bytes before, wherever they are kept */
// @ts-ignore: decorator
@inline
export function movedFrom(part: u32, state: u64, from: u32, to: u32): u64 {
  const after = carried(state, from, to);
  const h = <u32>(state >> (32 + DISTANCE_SHIFT));
  const bit = bitOf(part, <u32>after, <u32>(after >> 32), 1 << from);
  return withDistance(after, h + (bit == (((h + 1) >> 1) & 1) ? 1 : 3));
}

/** Returns a part's first 8 bytes with another distance, of which the lowest 2 bits count. */
// @ts-ignore: decorator
@inline
export function withDistance(state: u64, distance: u32): u64 {
  return state | ((<u64>(distance & 3)) << (32 + DISTANCE_SHIFT));
}

/** Returns the set and the labels after a move, with the distance 0. @param state the first 8 bytes of a part */
// @ts-ignore: decorator
@inline
export function carried(state: u64, from: u32, to: u32): u64 {
  const set = <u32>state;
  const before = <u32>(state >> 32);
  const own: u32 = 1 << from;
  const setAfter = set ^ own ^ (1 << to);
  const i = 3 * popcnt<u32>(set & (own - 1));
  const j = 3 * popcnt<u32>(setAfter & ((1 << to) - 1));
  const label = (before >> i) & 7;
  const others = (before & ((1 << i) - 1)) | (((before & FIRST_LABELS) >> (i + 3)) << i);
  const below: u32 = (1 << j) - 1;
  const labels = (others & below) | (label << j) | ((others & ~below) << 3);
  return (<u64>labels << 32) | setAfter;
}

/** Returns the placement of a set with the blank on a place. */
// @ts-ignore: decorator
@inline
function placementOf(part: u32, set: u32, blank: u32): u32 {
  const half = set & ((1 << lowBits) - 1);
  const upper = (popcnt<u32>(half) << highBits) | (set >> lowBits);
  const rank = load<u32>(load<u32>(part, 8) + 4 * half) + load<u32>(load<u32>(part, 12) + 4 * upper);
  const first = load<u32>(load<u32>(part, 16) + 4 * rank);
  let placement = first >> 1;
  if ((first & 1) != 0) {
    const regions = load<u32>(part, 20);
    while ((load<u32>(regions + 4 * placement) & blank) == 0) placement++;
  }
  return placement;
}

/** Returns the table's bit of a state. @param blank mask of a place that the blank can reach */
// @ts-ignore: decorator
@inline
function bitOf(part: u32, set: u32, labels: u32, blank: u32): u32 {
  const placement = placementOf(part, set, blank);
  const firstBits = load<u32>(part, 32);
  const bit =
    load<u32>(load<u32>(part, 24) + 4 * (labels & ((1 << firstBits) - 1))) +
    load<u16>(load<u32>(part, 28) + 2 * (labels >> firstBits));
  const byte = load<u8>(load<u32>(part, 36) + placement * load<u32>(part, 40) + (bit >> 3));
  return (<u32>byte >> (bit & 7)) & 1;
}

/**
 * Finds the distance of a part by walking to the goal. The part is that of the goal afterwards.
 * @param blank place of the blank
 * @param parity of the distance
 * @param around address of the masks of the places around each place
 * @returns the distance; negative if the walk does not end at the goal, because the table is damaged
 */
export function distance(part: u32, blank: u32, parity: u32, around: u32): i32 {
  let set = load<u32>(part);
  let labels = load<u32>(part, 4) & FIRST_LABELS;
  let near: u32 = 1 << blank;
  let h = 2 * bitOf(part, set, labels, near) + parity;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const placement = placementOf(part, set, near);
    if (set == load<u32>(part, 44) && placement == load<u32>(part, 48) && labels == load<u32>(part, 52)) return steps;
    const region = load<u32>(load<u32>(part, 20) + 4 * placement);
    store<u32>(part, labels | (h << DISTANCE_SHIFT), 4);
    store<u32>(part, set);
    let found = false;
    for (let tilesLeft = set; tilesLeft != 0 && !found; tilesLeft &= tilesLeft - 1) {
      const from = ctz<u32>(tilesLeft);
      for (let cells = load<u32>(around + 4 * from) & region; cells != 0; cells &= cells - 1) {
        const after = moved(part, from, ctz<u32>(cells));
        const hAfter = <u32>(after >> (32 + DISTANCE_SHIFT));
        if (((h - hAfter) & 3) != 1) continue;
        set = <u32>after;
        labels = <u32>(after >> 32) & FIRST_LABELS;
        near = 1 << from;
        h = hAfter;
        found = true;
        break;
      }
    }
    if (!found) break;
  }
  return -1;
}
