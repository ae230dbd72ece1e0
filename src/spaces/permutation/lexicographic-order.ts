/** Returns the indices of keys of n bytes each in lexicographic order: radix sort from the last byte on. */
export function lexicographicOrder(keys: Uint8Array, points: number, count: number): Uint32Array {
  let order = Uint32Array.from({ length: count }, (_, index) => index);
  let sorted = new Uint32Array(count);
  const starts = new Uint32Array(257);
  for (let point = points - 1; point >= 0; point--) {
    starts.fill(0);
    for (let index = 0, at = point; index < count; index++, at += points) starts[keys[at] + 1]++;
    if (starts.includes(count)) continue;
    for (let value = 0; value < 256; value++) starts[value + 1] += starts[value];
    for (let index = 0; index < count; index++) {
      const entry = order[index];
      sorted[starts[keys[entry * points + point]]++] = entry;
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}
