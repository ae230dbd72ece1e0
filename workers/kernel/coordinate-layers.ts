/**
 * Layers of a table of coordinates, as src/search/coordinates/coordinate-table.ts describes it: rows of entries of two bits, one row for each
 * class of states of the first coordinates. An entry is 0 until it is reached, and then its depth modulo 3, plus 1.
 *
 * Rows are multiples of 8 bytes. Their last entries, which stand for no state, stay 0.
 */

/** The fields of a plan, 32 bits each: see PLAN in src/search/coordinates/coordinate-table.ts. */
let table: u32 = 0;
let rowBytes: u32 = 0;
/** Entries of a row: `inner` consecutive ones for each of `outer` states. */
let inner: u32 = 0;
let outer: u32 = 0;
let moves: u32 = 0;
/** [class * moves + move]: class << 8 | symmetry, of the state after the move. */
let sources: u32 = 0;
/** [(move * symmetries + symmetry) * inner + state]: the inner part of an entry after move and symmetry; likewise the outer part. */
let innerAfter: u32 = 0;
let outerAfter: u32 = 0;
let symmetries: u32 = 0;
/** [symmetry * inner + state], [symmetry * outer + state]: both parts after a symmetry. */
let innerImages: u32 = 0;
let outerImages: u32 = 0;
/** [class]: address of the symmetries but the identity that keep its first state, after their number; 0 if there are none. */
let stabilisers: u32 = 0;
/** [class]: number of states of the class, in 16 bits. */
let sizes: u32 = 0;
/** [class]: number of entries that are not reached. */
let left: u32 = 0;
/** [class]: 1 if the row has entries of the layer; bytes, of even and odd layers. */
let live: u32 = 0;
let classes: u32 = 0;

/** Number of states and entries that the last call has found. */
export let states: f64 = 0;
export let entries: f64 = 0;

const LOW: u64 = 0x5555555555555555;

export function open(plan: u32): void {
  table = load<u32>(plan);
  rowBytes = load<u32>(plan, 4);
  inner = load<u32>(plan, 8);
  outer = load<u32>(plan, 12);
  moves = load<u32>(plan, 16);
  symmetries = load<u32>(plan, 20);
  classes = load<u32>(plan, 24);
  sources = load<u32>(plan, 28);
  innerAfter = load<u32>(plan, 32);
  outerAfter = load<u32>(plan, 36);
  innerImages = load<u32>(plan, 40);
  outerImages = load<u32>(plan, 44);
  stabilisers = load<u32>(plan, 48);
  sizes = load<u32>(plan, 52);
  left = load<u32>(plan, 56);
  live = load<u32>(plan, 60);
}

/** Reaches entry 0 of class 0 at depth 0, with its images. */
export function begin(): void {
  states = 0;
  entries = 0;
  reach(0, 0, 1);
  store<u8>(live, 1);
}

/** Reaches an entry and its images under the symmetries that keep the class's first state. @returns entries that were new */
// @ts-ignore: decorator
@inline
function reach(row: u32, entry: u32, code: u32): void {
  let found = set(row, entry, code) ? 1 : 0;
  const keeping = load<u32>(stabilisers + 4 * row);
  if (keeping != 0 && found == 1) {
    const count = load<u32>(keeping);
    const x = entry % inner;
    const y = entry / inner;
    for (let i: u32 = 1; i <= count; i++) {
      const symmetry = load<u32>(keeping + 4 * i);
      const image =
        load<u32>(innerImages + 4 * (symmetry * inner + x)) + load<u32>(outerImages + 4 * (symmetry * outer + y));
      if (set(row, image, code)) found++;
    }
  }
  if (found > 0) {
    atomic.sub<u32>(left + 4 * row, found);
    states += <f64>found * <f64>load<u16>(sizes + 2 * row);
    entries += <f64>found;
  }
}

// @ts-ignore: decorator
@inline
function set(row: u32, entry: u32, code: u32): bool {
  const address = table + row * rowBytes + ((entry >> 4) << 2);
  const shift = (entry & 15) << 1;
  if ((load<u32>(address) >> shift) & 3) return false;
  return ((atomic.or<u32>(address, code << shift) >> shift) & 3) == 0;
}

/**
 * Reaches the neighbours of a layer's entries in rows.
 * @param scratch address of 8 bytes for each entry of a row
 */
export function push(first: u32, end: u32, depth: u32, scratch: u32): void {
  states = 0;
  entries = 0;
  const here = live + (depth & 1) * classes;
  const there = live + ((depth + 1) & 1) * classes;
  const pattern: u64 = LOW * (1 + (depth % 3));
  const code = 1 + ((depth + 1) % 3);
  for (let row = first; row < end; row++) {
    if (load<u8>(here + row) == 0) continue;
    const last = collect(row, pattern, scratch);
    if (last == scratch) continue;
    for (let move: u32 = 0; move < moves; move++) {
      const source = load<u32>(sources + 4 * (row * moves + move));
      const target = source >> 8;
      if (atomic.load<u32>(left + 4 * target) == 0) continue;
      const after = move * symmetries + (source & 255);
      const innerRow = innerAfter + 4 * after * inner;
      const outerRow = outerAfter + 4 * after * outer;
      const before = entries;
      if (load<u32>(stabilisers + 4 * target) == 0) {
        let found: u32 = 0;
        const targetRow = table + target * rowBytes;
        for (let at = scratch; at < last; at += 8) {
          const entry = load<u32>(innerRow + load<u32>(at)) + load<u32>(outerRow + load<u32>(at, 4));
          const address = targetRow + ((entry >> 4) << 2);
          const shift = (entry & 15) << 1;
          if ((load<u32>(address) >> shift) & 3) continue;
          if (((atomic.or<u32>(address, code << shift) >> shift) & 3) == 0) found++;
        }
        if (found > 0) {
          atomic.sub<u32>(left + 4 * target, found);
          states += <f64>found * <f64>load<u16>(sizes + 2 * target);
          entries += <f64>found;
        }
      } else {
        for (let at = scratch; at < last; at += 8) {
          reach(target, load<u32>(innerRow + load<u32>(at)) + load<u32>(outerRow + load<u32>(at, 4)), code);
        }
      }
      if (entries > before) store<u8>(there + target, 1);
    }
  }
}

/** Writes the entries of a layer in a row: 4 times their inner parts, and 4 times their outer parts. @returns the address after the last */
function collect(row: u32, pattern: u64, scratch: u32): u32 {
  let at = scratch;
  let y: u32 = 0;
  let begin: u32 = 0;
  const address = table + row * rowBytes;
  for (let byte: u32 = 0; byte < rowBytes; byte += 8) {
    const different = load<u64>(address + byte) ^ pattern;
    for (let equal = ~(different | (different >> 1)) & LOW; equal != 0; equal &= equal - 1) {
      const entry: u32 = 4 * byte + (<u32>ctz(equal) >> 1);
      while (entry >= begin + inner) {
        begin += inner;
        y++;
      }
      store<u32>(at, 4 * (entry - begin));
      store<u32>(at, 4 * y, 4);
      at += 8;
    }
  }
  return at;
}

/**
 * Reaches the entries of rows that have a neighbour in a layer.
 * @param scratch address of 12 bytes for each move
 */
export function pull(first: u32, end: u32, depth: u32, scratch: u32): void {
  states = 0;
  entries = 0;
  const here = live + (depth & 1) * classes;
  const there = live + ((depth + 1) & 1) * classes;
  const code = 1 + (depth % 3);
  const next: u64 = 1 + ((depth + 1) % 3);
  const size = inner * outer;
  for (let row = first; row < end; row++) {
    if (load<u32>(left + 4 * row) == 0) continue;
    let last = scratch;
    for (let move: u32 = 0; move < moves; move++) {
      const source = load<u32>(sources + 4 * (row * moves + move));
      if (load<u8>(here + (source >> 8)) == 0) continue;
      const after = move * symmetries + (source & 255);
      store<u32>(last, table + (source >> 8) * rowBytes);
      store<u32>(last, innerAfter + 4 * after * inner, 4);
      store<u32>(last, outerAfter + 4 * after * outer, 8);
      last += 12;
    }
    if (last == scratch) continue;
    let found: u32 = 0;
    let y: u32 = 0;
    let begin: u32 = 0;
    const address = table + row * rowBytes;
    for (let byte: u32 = 0; byte < rowBytes; byte += 8) {
      let word = load<u64>(address + byte);
      const before = word;
      for (let open = ~(word | (word >> 1)) & LOW; open != 0; open &= open - 1) {
        const bit = ctz(open);
        const entry: u32 = 4 * byte + (<u32>bit >> 1);
        if (entry >= size) break;
        while (entry >= begin + inner) {
          begin += inner;
          y++;
        }
        const x = 4 * (entry - begin);
        for (let at = scratch; at < last; at += 12) {
          const near = load<u32>(load<u32>(at, 4) + x) + load<u32>(load<u32>(at, 8) + 4 * y);
          if (((load<u32>(load<u32>(at) + ((near >> 4) << 2)) >> ((near & 15) << 1)) & 3) == code) {
            word |= next << bit;
            found++;
            break;
          }
        }
      }
      if (word != before) store<u64>(address + byte, word);
    }
    if (found > 0) {
      store<u32>(left + 4 * row, load<u32>(left + 4 * row) - found);
      store<u8>(there + row, 1);
      states += <f64>found * <f64>load<u16>(sizes + 2 * row);
      entries += <f64>found;
    }
  }
}
