import { describe, expect, test } from 'vitest';
import { MemoryError, sharedArray } from '#src/base/memory.js';
import { newSearch } from '#src/engines/general/shared-search.js';

describe('memory of a search is refused', () => {
  test('if the machine cannot allocate such arrays, with their size', () => {
    expect(() => sharedArray(Uint8Array, 2 ** 52)).toThrow(MemoryError);
    expect(() => sharedArray(Uint8Array, 2 ** 52)).toThrow(/^the operating system refused an array of 4\.50 PB: /);
  });

  // Their words could not be addressed. Nothing is allocated.
  test('if there are more states than code numbers', () => {
    const search = (size: number, reversible: boolean) => () =>
      newSearch({ size, reversible }, { table: true, depth: 0, threads: 1 });
    expect(search(2 ** 36 + 1, true)).toThrow(
      new MemoryError(
        'the general method takes at most 68,719,476,736 states of 2 bits, but this space has 68,719,476,737',
      ),
    );
    expect(search(2 ** 34 + 1, false)).toThrow('at most 17,179,869,184 states of 8 bits');
  });
});
