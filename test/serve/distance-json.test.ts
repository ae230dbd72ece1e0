/** The answer for a distance is the JSON that JSON.stringify writes, whatever the space calls its states and moves. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DistanceAnswer } from '#src/serve/answers.js';
import { distanceJson } from '#src/serve/distance-json.js';
import type { ServedTable } from '#src/serve/served-table.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('x', ' ', '"', '\\', '/', '\n', '\0', '\x7f', 'é', '\u2028', '\ud800', '😀') }),
);
const distance = fc.option(fc.integer({ min: 0, max: 2 ** 32 }));
const answer: fc.Arbitrary<DistanceAnswer> = fc.record({
  state: text,
  distance,
  moves: fc.array(fc.record({ move: text, state: text, distance }), { maxLength: 4 }),
});

test('whatever states and moves are called', () => {
  fc.assert(
    fc.property(answer, (expected) => {
      const table: Pick<ServedTable, 'distance'> = { distance: () => expected };
      expect(distanceJson(table as ServedTable, '/?state=any')).toBe(JSON.stringify(expected));
    }),
    { numRuns: 3000 },
  );
});
