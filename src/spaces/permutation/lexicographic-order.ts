/** The most values of a digit: a few bytes of a key, from its last byte on. */
const MOST_VALUES = 1 << 16;

/**
 * Returns the indices of keys of n bytes each in lexicographic order: radix sort, a few bytes at a time, from the last ones on.
 * @param base all bytes are below it
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

// Three functions in place of one: V8 compiles small ones sooner.

/** Writes the number that some bytes of each key are. */
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

/** Returns [digit]: how many digits are less. */
function startsOf(digits: Uint16Array, values: number): Uint32Array {
  const starts = new Uint32Array(values + 1);
  for (let index = 0; index < digits.length; index++) starts[digits[index] + 1]++;
  for (let value = 0; value < values; value++) starts[value + 1] += starts[value];
  return starts;
}

/** Writes indices in the order of their digits, those of equal ones in their order before. @param starts is used up */
function sortByDigits(order: Uint32Array, digits: Uint16Array, starts: Uint32Array, sorted: Uint32Array): void {
  for (let index = 0; index < order.length; index++) sorted[starts[digits[order[index]]]++] = order[index];
}
