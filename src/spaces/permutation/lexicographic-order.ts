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
    const starts = new Uint32Array(values + 1);
    for (let index = 0, at = 0; index < count; index++, at += points) {
      let digit = 0;
      for (let point = first; point < end; point++) digit = digit * base + keys[at + point];
      digits[index] = digit;
      starts[digit + 1]++;
    }
    end = first;
    if (starts.includes(count)) continue;
    for (let value = 0; value < values; value++) starts[value + 1] += starts[value];
    for (let index = 0; index < count; index++) sorted[starts[digits[order[index]]]++] = order[index];
    [order, sorted] = [sorted, order];
  }
  return order;
}
