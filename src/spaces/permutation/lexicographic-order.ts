/** Maximum number of values of a digit, which is a few bytes of a key, from its last byte on. */
const MOST_VALUES = 1 << 16;

/**
 * Returns the indices of keys in lexicographic order: radix sort by a few bytes at a time, from the last ones on. Keys have `points` bytes
 * each.
 * @param base upper bound of the bytes, exclusive
 */
export function lexicographicOrder(keys: Uint8Array, base: number, points: number, count: number): Uint32Array {
  const mostValues = Math.min(MOST_VALUES, Math.max(256, count));
  let order = new Uint32Array(count);
  for (let index = 0; index < count; index++) order[index] = index;
  let sorted = new Uint32Array(count);
  const digits = new Uint16Array(count);
  for (let end = points; end > 0; ) {
    let values = base;
    let first = end - 1;
    while (first > 0 && values * base <= mostValues) {
      values *= base;
      first--;
    }
    writeDigits(keys, base, points, first, end, digits);
    end = first;
    const starts = startsOf(digits, values);
    if (starts[digits[0] + 1] - starts[digits[0]] === count) continue;
    sortByDigits(order, digits, starts, sorted);
    [order, sorted] = [sorted, order];
  }
  return order;
}

// V8 compiles three small functions sooner than a large one.

/** Writes the digit that some bytes of each key make. */
function writeDigits(
  keys: Uint8Array,
  base: number,
  points: number,
  first: number,
  end: number,
  digits: Uint16Array,
): void {
  for (let index = 0, at = 0; index < digits.length; index++, at += points) {
    let digit = 0;
    for (let point = first; point < end; point++) digit = digit * base + keys[at + point];
    digits[index] = digit;
  }
}

/** Returns [digit]: the number of smaller digits. */
function startsOf(digits: Uint16Array, values: number): Uint32Array {
  const starts = new Uint32Array(values + 1);
  for (let index = 0; index < digits.length; index++) starts[digits[index] + 1]++;
  for (let value = 0; value < values; value++) starts[value + 1] += starts[value];
  return starts;
}

/** Writes indices in the order of their digits; equal digits keep their order. @param starts is overwritten */
function sortByDigits(order: Uint32Array, digits: Uint16Array, starts: Uint32Array, sorted: Uint32Array): void {
  for (let index = 0; index < order.length; index++) sorted[starts[digits[order[index]]]++] = order[index];
}
