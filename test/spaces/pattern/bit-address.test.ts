import { describe, expect, test } from 'vitest';
import { bitOfArrangement, placementBytes, VECTOR_BITS, VECTOR_BYTES } from '#src/spaces/board/pattern-geometry.js';

const FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

describe('bits of arrangements', () => {
  test('are in lane w, at (x * 4 + y) * 3 + z', () => {
    expect(bitOfArrangement(0)).toBe(0);
    expect(bitOfArrangement(3)).toBe(64 + 1);
    expect(bitOfArrangement(119)).toBe(64 + 59);
    expect(bitOfArrangement(2 * 120 + 4 * 24 + 3 * 6 + 2 * 2)).toBe(2 * 128 + 59);
  });

  test.each([
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 6],
    [7, 42],
    [8, 336],
  ])('of %i labels are in %i vectors, with each bit used once', (labels, vectors) => {
    const arrangements = FACTORIALS[labels];
    expect(placementBytes(arrangements)).toBe(vectors * VECTOR_BYTES);
    const bits = new Set(Array.from({ length: arrangements }, (_, arrangement) => bitOfArrangement(arrangement)));
    expect(bits.size).toBe(arrangements);
    expect(Math.max(...bits)).toBeLessThan(vectors * VECTOR_BITS);
    expect([...bits].every((bit) => bit % 64 < 60)).toBe(true);
  });
});
