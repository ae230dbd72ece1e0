import { describe, expect, test } from 'vitest';
import { unrank } from '#src/permutations/lehmer.js';
import { LabelArrangements } from '#src/spaces/board/pattern-geometry.js';

describe('arrangements', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('of %i labels are numbered by their ranks', (tiles) => {
    const { count, labels } = LabelArrangements.of(tiles);
    for (const arrangement of [0, 1, 3, Math.floor(count / 2), count - 1]) {
      if (arrangement < 0 || arrangement >= count) continue;
      const found = [...labels.subarray(arrangement * tiles, (arrangement + 1) * tiles)];
      expect(found).toEqual(unrank(tiles, arrangement).map((element) => element - 1));
    }
  });

  test.each([1, 2, 3, 5])(
    'of %i labels change like a list from which a label is removed and inserted elsewhere',
    (tiles) => {
      const arrangements = LabelArrangements.of(tiles);
      const labelsOf = (arrangement: number) => [
        ...arrangements.labels.subarray(arrangement * tiles, (arrangement + 1) * tiles),
      ];
      for (let from = 0; from < tiles; from++) {
        for (let to = 0; to < tiles; to++) {
          for (let arrangement = 0; arrangement < arrangements.count; arrangement++) {
            const expected = labelsOf(arrangement);
            expected.splice(to, 0, ...expected.splice(from, 1));
            expect(labelsOf(arrangements.carried(from, to)[arrangement])).toEqual(expected);
          }
        }
      }
    },
  );
});
