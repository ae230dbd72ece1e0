import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { checkSelection, choiceOf, rowsOf } from '#src/study/export/selection.js';

const HISTOGRAM = [1, 2, 4, 8, 16, 20, 39];

describe('a selection', () => {
  test('of layers has all their states', () => {
    expect(rowsOf(HISTOGRAM, { first: 0, last: 6 })).toBe(90);
    expect(rowsOf(HISTOGRAM, { first: 3, last: 3 })).toBe(8);
    expect(rowsOf(HISTOGRAM, { first: 2, last: 4 })).toBe(28);
    expect(choiceOf(HISTOGRAM, { first: 2, last: 4 })).toEqual([]);
  });

  test('of a sample has the size of the sample, which cannot exceed the number of states', () => {
    const sample = { size: 28, seed: 1 };
    expect(rowsOf(HISTOGRAM, { first: 2, last: 4, sample })).toBe(28);
    expect(() => checkSelection(HISTOGRAM, { first: 2, last: 4, sample: { ...sample, size: 29 } })).toThrow(
      new InputError('a sample of 29 states was asked for, and there are only 28'),
    );
  });

  test.each([
    [{ first: -3, last: 2 }, 'the layers must be distances from 0 to 6, ascending; found -3..2'],
    [{ first: 3, last: 2 }, 'the layers must be distances from 0 to 6, ascending; found 3..2'],
    [{ first: 0, last: 7 }, 'the layers must be distances from 0 to 6, ascending; found 0..7'],
    [{ first: 0, last: 4, sample: { size: 2.5, seed: 1 } }, 'a sample has 0 to 10000000 states, found 2.5'],
    [{ first: 0, last: 4, sample: { size: 2, seed: -1 } }, 'a seed is a whole number from 0 to 4294967295, found -1'],
  ])('is refused if it is invalid: %j', (selection, message) => {
    expect(() => checkSelection(HISTOGRAM, selection)).toThrow(new InputError(message));
  });

  test('of a sample has different states of its own layers, ascending, and always the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 10 }),
        fc.nat(9),
        fc.nat(9),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (histogram, from, more, share, seed) => {
          const first = from % histogram.length;
          const last = Math.min(first + more, histogram.length - 1);
          const size = Math.floor(share * rowsOf(histogram, { first, last }));
          const selection = { first, last, sample: { size, seed } };
          const choice = choiceOf(histogram, selection);
          expect(choice).toHaveLength(histogram.length);
          expect(choiceOf(histogram, selection)).toEqual(choice);
          let chosen = 0;
          for (const [depth, numbers] of choice.entries()) {
            const list = [...(numbers ?? [])];
            chosen += list.length;
            if (depth < first || depth > last) expect(list).toEqual([]);
            for (const [index, number] of list.entries()) {
              expect(number).toBeGreaterThan(index === 0 ? -1 : list[index - 1]);
              expect(number).toBeLessThan(histogram[depth]);
            }
          }
          expect(chosen).toBe(size);
        },
      ),
    );
  });
});
