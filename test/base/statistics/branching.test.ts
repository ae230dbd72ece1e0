import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchingOf } from '#src/base/statistics.js';

test('matches a count by hand: two of three corner states are local maxima, and an edge state has one nearer neighbour', () => {
  // Degree 2: one state without a nearer neighbour, and two with only nearer neighbours. Degree 3: one of 3 is nearer.
  const branching = branchingOf([[0], [0, 0], [1, 0, 2], [0, 1, 0, 0]]);
  expect(branching).toEqual({ meanDegree: 9 / 4, meanNearer: 5 / 4, meanFurther: 4 / 4, localMaxima: 2 });
});

test('adds up: nearer and farther neighbours are all neighbours, for any counts', () => {
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
