import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choiceOf, type Selection } from '#src/study/export/selection.js';
import { layersInOrder } from '#src/study/table-replay.js';

const UNREACHED = 255;

function histogramOf(distances: readonly number[]): number[] {
  const reached = distances.filter((distance) => distance !== UNREACHED);
  return Array.from(
    { length: Math.max(-1, ...reached) + 1 },
    (_, depth) => reached.filter((distance) => distance === depth).length,
  );
}

/** Yields the selected states with their distances, layer by layer. */
function* statesByDepth(
  distances: readonly number[],
  histogram: readonly number[],
  selection: Selection,
  most: number,
): Generator<[state: number, distance: number]> {
  const choice = choiceOf(histogram, selection);
  for (const { depth, inOrder } of layersInOrder(distances, histogram, selection.last, most)) {
    if (depth < selection.first) continue;
    for (const state of inOrder(choice[depth])) yield [state, depth];
  }
}

/** Random distances, without a gap between 0 and the maximum. */
const DISTANCES = fc
  .array(fc.oneof(fc.nat(9), fc.constant(UNREACHED)), { minLength: 1, maxLength: 60 })
  .map((distances) => {
    const used = [...new Set(distances.filter((distance) => distance !== UNREACHED))].sort((a, b) => a - b);
    return [0, ...distances.map((distance) => (distance === UNREACHED ? UNREACHED : used.indexOf(distance)))];
  });

test('states are ordered by distance and number, for any number of states sorted at a time', () => {
  fc.assert(
    fc.property(DISTANCES, fc.integer({ min: 1, max: 70 }), fc.nat(9), fc.nat(9), (distances, most, one, other) => {
      const histogram = histogramOf(distances);
      const [first, last] = [one % histogram.length, other % histogram.length].sort((a, b) => a - b);
      const found: number[] = [];
      for (const [state, distance] of statesByDepth(distances, histogram, { first, last }, most)) {
        found.push(state);
        expect(distances[state]).toBe(distance);
      }
      const expected = [...distances.entries()]
        .filter(([, distance]) => distance >= first && distance <= last)
        .sort(([a, of], [b, than]) => of - than || a - b)
        .map(([state]) => state);
      expect(found).toEqual(expected);
    }),
  );
});

test('a sample has the same states for any number of states sorted at a time', () => {
  fc.assert(
    fc.property(DISTANCES, fc.integer({ min: 1, max: 70 }), fc.nat(1000), (distances, most, seed) => {
      const histogram = histogramOf(distances);
      const states = histogram.reduce((sum, count) => sum + count, 0);
      const selection = { first: 0, last: histogram.length - 1, sample: { size: seed % (states + 1), seed } };
      const taken = (at: number) => Array.from(statesByDepth(distances, histogram, selection, at), (row) => [...row]);
      const sample = taken(most);
      expect(sample).toHaveLength(selection.sample.size);
      expect(sample).toEqual(taken(1000));
      for (const [state, distance] of sample) expect(distances[state]).toBe(distance);
    }),
  );
});
