/**
 * The heuristics of all states of some words, compiled to WebAssembly.
 *
 * The heuristics need sums over the places of a state, packed as fields of the four lanes of a 128-bit value
 * (src/search/question/heuristics.ts). The label on a place adds one value, so the sums of a state take one addition per place. All
 * states of a word differ only in their last five places. The five remaining labels have 60 orders there, each of which adds five of 25
 * precomputed values.
 *
 * Remaining labels are nibbles of a 64-bit number, the least label lowest, so there are at most 16 of them.
 *
 * Addresses are in bytes, in the kernel's own memory.
 */

const LOW: i32 = 5;
/** The 25 values of the last five places: [place][remaining label], 16 bytes each. */
const PARTS: usize = memory.data(400, 16);
/** The sums of a state, read lane by lane. */
const SUMS: usize = memory.data(16, 16);

/**
 * Counts the states of consecutive words by their estimates.
 * @param bits of the words, 64 for each
 * @param firstWord number of the first word
 * @param digits of an arrangement, 5 to 16
 * @param constant address of the value added to every state's sums, 16 bytes
 * @param addends values that a label on a place adds: [place][label], digits * digits values of 16 bytes
 * @param orders for either parity of the leading digits, 60 times five u16: offsets of the values in PARTS
 * @param lines u32 descriptors {byte offset of the lane, shift, mask, address}. The field is a line's number in the sums; the address
 * has a byte for each number, which is the number of tiles that must leave
 * @param costs u32 descriptors {byte offset of the lane, shift, mask, moves for each tile that must leave}, one per heuristic
 * @param counts `estimates` u32 counters for each heuristic, one per estimate, which are incremented
 */
export function countEstimates(
  bits: usize, words: i32, firstWord: f64, digits: i32, constant: usize, addends: usize, orders: usize,
  lines: usize, lineCount: i32, costs: usize, costCount: i32, counts: usize, estimates: i32,
): void {
  const low = digits - LOW;
  const row = <usize>digits << 4;
  const linesEnd = lines + (<usize>lineCount << 4);
  const costsEnd = costs + (<usize>costCount << 4);
  const countsRow = <usize>estimates << 2;
  for (let index = 0; index < words; index++, bits += 8) {
    let fresh = load<u64>(bits);
    if (fresh == 0) continue;

    // The digits of the word as nibbles, from the last to the first, so that the first is the lowest.
    let rest = <u64>firstWord + index;
    let packed: u64 = 0;
    let sum: u32 = 0;
    for (let radix = LOW + 1; radix <= digits; radix++) {
      const digit = rest % radix;
      rest /= radix;
      packed = (packed << 4) | digit;
      sum += <u32>digit;
    }
    let left: u64 = 0xfedcba9876543210;
    let common = v128.load(constant);
    let place = addends;
    for (let j = 0; j < low; j++, place += row, packed >>= 4) {
      const shift = (packed & 15) << 2;
      const label = <usize>((left >> shift) & 15);
      const below: u64 = (<u64>1 << shift) - 1;
      left = (left & below) | ((left >> 4) & ~below);
      common = i32x4.add(common, v128.load(place + (label << 4)));
    }

    for (let j = 0, part = PARTS; j < LOW; j++, place += row) {
      let labels = left;
      for (let i = 0; i < LOW; i++, part += 16, labels >>= 4) {
        v128.store(part, v128.load(place + (<usize>(labels & 15) << 4)));
      }
    }

    const ordersOfWord = orders + (<usize>(sum & 1) * 600);
    for (; fresh != 0; fresh &= fresh - 1) {
      const order = ordersOfWord + <usize>ctz(fresh) * 10;
      let sums = i32x4.add(common, v128.load(PARTS + <usize>load<u16>(order)));
      sums = i32x4.add(sums, v128.load(PARTS + <usize>load<u16>(order, 2)));
      sums = i32x4.add(sums, v128.load(PARTS + <usize>load<u16>(order, 4)));
      sums = i32x4.add(sums, v128.load(PARTS + <usize>load<u16>(order, 6)));
      sums = i32x4.add(sums, v128.load(PARTS + <usize>load<u16>(order, 8)));
      v128.store(SUMS, sums);
      let leaving: u32 = 0;
      for (let line = lines; line < linesEnd; line += 16) leaving += load<u8>(load<u32>(line, 12) + field(line));
      let count = counts;
      for (let cost = costs; cost < costsEnd; cost += 16, count += countsRow) {
        const at = count + ((field(cost) + load<u32>(cost, 12) * leaving) << 2);
        store<u32>(at, load<u32>(at) + 1);
      }
    }
  }
}

/** Returns the field of the sums that a descriptor selects. */
// @ts-ignore: decorator
@inline
function field(descriptor: usize): u32 {
  return (load<u32>(SUMS + load<u32>(descriptor)) >> load<u32>(descriptor, 4)) & load<u32>(descriptor, 8);
}
