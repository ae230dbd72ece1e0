import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchingOf } from '#src/base/statistics/branching.js';

test('is counted by hand: of three states in corners two are local maxima, of one on an edge a neighbour is nearer', () => {
  // Degree 2: one state without a nearer neighbour, two whose neighbours are all nearer. Degree 3: one of 3 nearer.
  const branching = branchingOf([[0], [0, 0], [1, 0, 2], [0, 1, 0, 0]]);
  expect(branching).toEqual({ meanDegree: 9 / 4, meanNearer: 5 / 4, meanFurther: 4 / 4, localMaxima: 2 });
});

test('adds up: nearer and further neighbours are all neighbours, whatever the counts', () => {
  const counts = fc.tuple(
    ...[0, 1, 2, 3, 4].map((degree) => fc.tuple(...Array.from({ length: degree + 1 }, () => fc.nat(9)))),
  );
  fc.assert(
    fc.property(counts, (rows) => {
      const states = rows.flat().reduce((sum, count) => sum + count, 0);
      fc.pre(states > 0);
      const { meanDegree, meanNearer, meanFurther, localMaxima } = branchingOf(rows);
      expect(meanNearer + meanFurther).toBeCloseTo(meanDegree, 12);
      expect(localMaxima).toBe(rows.reduce((sum, row) => sum + row[row.length - 1], 0));
    }),
  );
});
