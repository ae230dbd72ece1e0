import { describe, expect, test } from 'vitest';
import { SetRanks } from '#src/spaces/board/pattern-geometry.js';

describe('ranks of sets', () => {
  test('put the sets of two places in the order {0, 1}, {0, 2}, {1, 2}, {0, 3}', () => {
    expect([...new SetRanks(4, 2).all()].slice(0, 4)).toEqual([0b11, 0b101, 0b110, 0b1001]);
  });

  test.each([
    [4, 1],
    [9, 6],
    [16, 8],
    [25, 4],
    [31, 3],
    [32, 1],
    [32, 4],
  ])('of %i places, %i in a set, count all sets in ascending order', (places, size) => {
    const ranks = new SetRanks(places, size);
    let rank = 0;
    let before = 0;
    for (const set of ranks.all()) {
      const ones = [...set.toString(2)].filter((bit) => bit === '1').length;
      if (ones !== size || set <= before || set >= 2 ** places) expect.fail(`set ${set}`);
      if (ranks.rankOf(set) !== rank++) expect.fail(`the rank of ${set}`);
      before = set;
    }
    expect(rank).toBe(ranks.count);
  });
});
